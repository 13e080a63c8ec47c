"""Roles of colours: which colours of a clause are wished for, and which only describe what is there."""

from __future__ import annotations

from collections.abc import Iterator

from catchlight.language.intents import ColourTerm
from catchlight.language.lexicon.colour_shades import apply_modifiers
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme


def colours(clause: Clause, vocabulary: Vocabulary) -> list[tuple[ColourTerm, str, Lexeme]]:
    """Colours that are wished for, with their families; those that only describe what is there are left out."""
    said = list(_named_colours(clause, vocabulary))
    target = max((lexeme.start for lexeme in clause.lexemes if lexeme.role == "to"), default=None)
    if target is not None and len(said) > 1:
        said = [colour for colour in said if colour[2].start > target] or said
    if len(said) > 1 or (said and _otherwise_active(clause)):
        said = [colour for colour in said if not is_attributive(clause, colour[2])]
    return said


def _named_colours(clause: Clause, vocabulary: Vocabulary) -> Iterator[tuple[ColourTerm, str, Lexeme]]:
    """Colours with the modifiers before them; those after "from" and "instead" are to go."""
    modifiers: list[str] = []
    for at, lexeme in enumerate(clause.lexemes):
        if lexeme.role == "modifier":
            modifiers.append(lexeme.value)
        if lexeme.role == "colour":
            if not _follows(clause, at - len(modifiers), "from", "instead"):
                plain = vocabulary.colours.get(lexeme.value, ColourTerm(lexeme.value, lexeme.value))
                yield apply_modifiers(plain, modifiers), vocabulary.families.get(lexeme.value, ""), lexeme
            modifiers = []


def _follows(clause: Clause, at: int, *roles: str) -> bool:
    before = [lexeme for lexeme in clause.lexemes[:at] if lexeme.role not in ("article", "filler", "pronoun")]
    return bool(before) and before[-1].role in roles


def _otherwise_active(clause: Clause) -> bool:
    """Whether something besides the colour says what to do."""
    return clause.has("act", "fault", "remove", "keep", "touch", "except", "look") or (
        clause.has("mend") and clause.has("thing")
    )


def is_attributive(clause: Clause, lexeme: Lexeme) -> bool:
    """A colour directly before what it describes: the white jacket."""
    at = clause.lexemes.index(lexeme)
    following = clause.lexemes[at + 1].role if at + 1 < len(clause.lexemes) else ""
    return following in ("region", "thing", "fault")
