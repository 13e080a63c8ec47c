"""Colours without a verb of their own: the verb by the grammar's rules for more, less and all of a colour."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from catchlight.language.intents import ColourTerm
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.row_types import ColourRule
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.semantics.drafts import NOTHING, Action
from catchlight.language.semantics.places import Refusal, direction, regions
from catchlight.language.semantics.predicates import complains

Move = Literal["to", "more", "less"]
"""All of a colour, more of it, or less."""


def colour_action(clause: Clause, colour: ColourTerm, family: str, said: Lexeme, vocabulary: Vocabulary) -> Action:
    """What is done with a colour. said: the lexeme that names it. Raises Refusal."""
    stated = _states_colour(clause, said)
    move = _move(clause, stated)
    if clause.has("add") and clause.has("region", "thing") and not clause.has("to", "more", "noun", "pronoun"):
        raise Refusal("This can be changed, not added.")
    rule = _find_rule(clause, move, family, vocabulary)
    if rule is not None:
        return Action(rule.verb, rule.sign, colour if rule.carries else None, usual=degrees.USUAL, stated=stated)
    if stated or clause.has("too"):
        return Action(NOTHING, 1, stated=True)
    raise Refusal(f"What {colour.name} is meant to do here is not clear.")


def _states_colour(clause: Clause, said: Lexeme) -> bool:
    """ "The beard is grey": how it is, where no direction is said."""
    return not clause.has("remove", "to") and not _direction(clause) and complains(clause, said)


def _move(clause: Clause, stated: bool) -> Move:
    """A colour that is complained of, or to be mended, is to become less."""
    if clause.has("remove") or stated:
        return "less"
    if towards := _direction(clause):
        return "more" if towards > 0 else "less"
    return "less" if clause.has("mend") and not clause.has("to") else "to"


def _direction(clause: Clause) -> int:
    return direction(clause) or int(_is_portion(clause))


def _is_portion(clause: Clause) -> bool:
    """ "A hint of magenta": so much more of it."""
    return any(
        one.role == "degree" and one.text.casefold().endswith(" of") and other.role == "colour"
        for one, other in pairwise(clause.lexemes)
    )


def _find_rule(clause: Clause, move: Move, family: str, vocabulary: Vocabulary) -> ColourRule | None:
    places = {name for region in regions(clause) for name in (region.name, vocabulary.kind(region.name))}
    places |= {lexeme.value for lexeme in clause.all("thing")}
    for rule in vocabulary.grammar.colour_rules:
        if rule.move != move or (rule.colours and family not in rule.colours):
            continue
        if rule.regions is None or (not rule.regions and not places) or places & set(rule.regions):
            return rule
    return None
