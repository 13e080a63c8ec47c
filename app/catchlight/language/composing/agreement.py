"""Agreement: whether the slots of a clause allow an intent."""

from __future__ import annotations

import numpy as np

from catchlight.language.composing.composition import WHOLE, Composition, verb_of
from catchlight.language.intents import Region
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.slots.places import places_of, thing_of

_MISFIT = 0.25
"""What a slot that an intent cannot take costs of its score."""
_UNPOINTED = 0.15
"""What it costs that a verb does not work at the hotspot, where nothing else is named."""
_REVERSED = 0.6
"""What it costs that the direction is said to be the other one."""
_NAMED = 0.2
"""What it costs to be beyond the program where something that it does is named."""
_LACKING = 0.75
"""What it costs that a colour is missing."""


def best_label(clause: Clause, own: np.ndarray, said: Composition, weight: float = WHOLE) -> tuple[str, float]:
    """The label that speaks most from a clause, of those that its slots allow, and its score. own: labels."""
    costs = np.array([_cost(label, clause, said) for label in said.labels], np.float32)
    scores = own + weight * said.whole - costs
    at = int(np.argmax(scores))
    return said.labels[at], float(scores[at])


def applies(region: Region, verb: Verb, vocabulary: Vocabulary) -> bool:
    """Whether a verb can work on a region."""
    if verb.only is None or region.name == "everything":
        return True
    return (
        region.name in verb.becomes
        or verb.moves.get(region.name, region.name) in verb.only
        or not {vocabulary.kind(region.name)}.isdisjoint((*verb.only, *verb.becomes))
    )


def _cost(label: str, clause: Clause, said: Composition) -> float:
    verb = said.verb(label)
    if verb is None:
        named = any(one.has("act", "noun", "fault", "look") for one in clause.lexemes)
        return _NAMED if label == "refuse" and named else 0.0
    cost = 0.0
    if verb.colour == "must" and not (verb.clear and clause.clears_ground):
        cost += 0.0 if any(one.rank >= 0 for one in said.colours) else _LACKING
    places = places_of(clause, said.vocabulary)
    if places and said.vocabulary.domain == "edit" and not any(applies(one, verb, said.vocabulary) for one in places):
        cost += _MISFIT
    if not places and said.place and said.vocabulary.domain == "edit" and not thing_of(clause):
        cost += 0.0 if applies(Region(said.place), verb, said.vocabulary) else _UNPOINTED
    towards = _direction(clause, verb_of(label))
    if towards and towards != (-1 if label.endswith("-") else 1):
        cost += _REVERSED
    if not verb.things and thing_of(clause) and not places:
        cost += _MISFIT
    return cost


def _direction(clause: Clause, verb: str) -> int:
    """+1 for more, -1 for less of what a verb's words name, 0 where nothing says so."""
    if fault := next((one for one in clause.lexemes if one.role == "fault" and one.value == verb), None):
        return fault.senses[0].sign
    if not any(sense.role == "noun" and sense.value == verb for one in clause.lexemes for sense in one.senses):
        return 0
    if clause.signs:
        return -1 if "-" in clause.signs else 1
    return clause.has("more", "up", "add", "lacking") - clause.has("less", "down", "too", "remove", "minus")
