"""A refusal carries all that is needed to tell it."""

from __future__ import annotations

from catchlight.core.messages import Message
from catchlight.language.intents import Amount, ColourTerm, Intent, NotUnderstood, Region, Span, Understanding


def test_a_refusal_says_why_and_what_else() -> None:
    span = Span(0, 3, "foo", "unknown", "")
    refusal = NotUnderstood(Message("Not understood: foo."), ("warmer",), (span,))
    assert str(refusal) == refusal.reason == "Not understood: foo."
    assert (refusal.suggestions, refusal.spans) == (("warmer",), (span,))


def test_an_intent_is_of_the_whole_picture_and_half_as_much_as_possible_unless_told() -> None:
    intent = Intent("exposure")
    assert (intent.regions, intent.thing, intent.amount) == ((), None, Amount(0.5))


def test_values_can_be_told_apart_in_sets() -> None:
    red = ColourTerm("red", "#FF0000")
    assert len({Intent("recolour", (Region("tie"),), red), Intent("recolour", (Region("tie"),), red)}) == 1
    assert len({Understanding("blur it", (Intent("blur"),)), Understanding("blur it", (Intent("blur"),))}) == 1
