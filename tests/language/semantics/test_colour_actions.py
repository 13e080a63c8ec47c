"""A colour without a verb is done as the grammar's rules for it say."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.semantics.actions import action
from catchlight.language.semantics.drafts import NOTHING
from catchlight.language.semantics.places import Refusal

from tests.language.sentences import interpreter, parse


@pytest.mark.parametrize(
    ("domain", "sentence", "verb", "sign"),
    [
        ("edit", "navy jacket", "recolour", 1),
        ("edit", "the face is red", "reduce_redness", 1),
        ("edit", "the face less red", "reduce_redness", 1),
        ("adjust", "a hint of magenta", "tint", 1),
        ("adjust", "less green", "tint", 1),
        ("adjust", "more green", "tint", -1),
        ("adjust", "it is too yellow", "temperature", -1),
        ("edit", "the hair is green", NOTHING, 1),
    ],
)
def test_more_less_and_all_of_a_colour(domain: Domain, sentence: str, verb: str, sign: int) -> None:
    (clause,) = parse(domain, sentence)
    found = action(clause, interpreter(domain).vocabulary)
    assert found
    assert (found.verb, found.sign) == (verb, sign)


@pytest.mark.parametrize(("domain", "sentence"), [("edit", "less green"), ("adjust", "navy")])
def test_a_colour_without_a_rule_is_refused(domain: Domain, sentence: str) -> None:
    (clause, *_) = parse(domain, sentence)
    with pytest.raises(Refusal):
        action(clause, interpreter(domain).vocabulary)
