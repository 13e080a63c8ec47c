"""Colours: which colour a clause wishes for."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.language.intents import ColourTerm
from catchlight.language.lexicon.colour_shades import apply_modifiers
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme


@dataclass(frozen=True)
class WishedColour:
    """A colour that a clause names, and how much it is wished for."""

    colour: ColourTerm
    rank: int
    """2: it is a target ("to navy"); 1: it stands free; 0: it describes what is there; -1: it is complained of."""


def colour_of(clause: Clause, vocabulary: Vocabulary) -> ColourTerm | None:
    """The colour that a clause wishes for most, of equals the last; None where it names none."""
    said = wished_colours(clause, vocabulary)
    return max(reversed(said), key=lambda one: one.rank).colour if said else None


def wished_colours(clause: Clause, vocabulary: Vocabulary) -> list[WishedColour]:
    """The colours of a clause in order, without those that are to go: "from", "instead of", "not"."""
    said: list[WishedColour] = []
    modifiers: list[str] = []
    for at, lexeme in enumerate(clause.lexemes):
        modifier, colour = lexeme.sense("modifier"), lexeme.sense("colour")
        if colour is not None:
            before = [one for one in clause.lexemes[: at - len(modifiers)] if one.role not in _BETWEEN]
            last = before[-1] if before else None
            if last is None or last.role not in ("from", "instead", "not", "none"):
                plain = vocabulary.colours.get(colour.value, ColourTerm(colour.value, colour.value))
                said.append(WishedColour(apply_modifiers(plain, modifiers), _rank(clause, at, last)))
            modifiers = []
        elif modifier is not None:
            modifiers.append(modifier.value)
        elif lexeme.role not in ("filler", "article"):
            modifiers = []
    return said


def _rank(clause: Clause, at: int, last: Lexeme | None) -> int:
    if last is not None and (last.role == "to" or last.text.casefold() in _TARGETING):
        return 2
    if any(one.role in ("too", "not") or one.text.casefold() in _BLAMING for one in clause.lexemes[:at]):
        return -1
    return 0 if _describes(clause, at) else 1


_BETWEEN = ("article", "filler", "pronoun", "degree", "modifier")
_TARGETING = frozenset({"be", "in", "like", "more", "偏", "换", "换个", "统一", "还", "还是", "是", "弄", "来个"})
"""Words before a colour that is wished for, besides those of the role "to"."""
_BLAMING = frozenset(
    {
        "so",
        "looks",
        "came out",
        "turned",
        "怎么",
        "显得",
        "拍成",
        "照成",
        "拍得",
        "照出来",
        "发",
        "hate",
        "hates",
        "hated",
        "dislike",
        "讨厌",
    }
)
"""Words of a clause that complains of its colour."""


def _describes(clause: Clause, at: int) -> bool:
    """A colour directly before what it describes: the white jacket."""
    return at + 1 < len(clause.lexemes) and clause.lexemes[at + 1].role in ("region", "thing", "fault")
