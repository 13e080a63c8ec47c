"""A clause comes to the verb it asks for, with its direction."""

from __future__ import annotations

import pytest
from catchlight.language.intents import Domain
from catchlight.language.semantics.actions import action
from catchlight.language.semantics.drafts import Action
from catchlight.language.semantics.places import Refusal

from tests.language.sentences import interpreter, parse


def act(domain: Domain, sentence: str) -> Action | None:
    (clause,) = parse(domain, sentence)
    return action(clause, interpreter(domain).vocabulary)


@pytest.mark.parametrize(
    ("domain", "sentence", "verb", "sign"),
    [
        ("adjust", "make it warmer", "temperature", 1),
        ("adjust", "less warm", "temperature", -1),
        ("adjust", "too warm", "temperature", -1),
        ("adjust", "cool it down", "temperature", -1),
        ("adjust", "not bright enough", "exposure", 1),
        ("adjust", "more contrast", "contrast", 1),
        ("adjust", "the colours look dull", "saturation", 1),
        ("adjust", "fix the exposure", "auto_exposure", 1),
        ("adjust", "lift the shadows", "@region", 1),
        ("edit", "reduce the shine", "reduce_shine", 1),
        ("edit", "remove the lamp", "remove", 1),
        ("edit", "hide the stain", "remove", 1),
    ],
)
def test_a_clause_has_a_verb_and_a_direction(domain: Domain, sentence: str, verb: str, sign: int) -> None:
    found = act(domain, sentence)
    assert found
    assert (found.verb, found.sign) == (verb, sign)


def test_a_statement_is_told_from_a_wish() -> None:
    stated, wished = act("adjust", "it is dark"), act("adjust", "make it darker")
    assert stated
    assert wished
    assert (stated.stated, wished.stated) == (True, False)


def test_a_look_is_applied_in_full() -> None:
    assert act("adjust", "a film look") == Action("look", 1, look="film", usual=1.0)


@pytest.mark.parametrize(
    ("domain", "sentence", "reason"),
    [
        ("edit", "make the shirt red blue", "Two colours"),
        ("adjust", "remove the film look", "applied, not taken away"),
        ("adjust", "less contrast saturation", "one wish after the other"),
        ("edit", "more shine", "taken away, not added"),
        ("edit", "remove everything", "Not everything"),
        ("adjust", "the vibrance", "more or less is missing"),
        ("edit", "recolour the jacket", "Which colour"),
    ],
)
def test_what_is_unclear_or_impossible_is_refused(domain: Domain, sentence: str, reason: str) -> None:
    (clause,) = parse(domain, sentence)
    with pytest.raises(Refusal, match=reason):
        action(clause, interpreter(domain).vocabulary)


def test_what_asks_for_nothing_has_no_action() -> None:
    assert act("edit", "make the shirt") is None
    assert act("edit", "the shirt") is None
