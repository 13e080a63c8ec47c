"""A refusal carries all that is needed to tell it."""

from __future__ import annotations

from catchlight.language.intents import Amount, Intent, NotUnderstood, Span


def test_a_refusal_says_why_and_what_else() -> None:
    span = Span(0, 3, "foo", "unknown", "")
    refusal = NotUnderstood("Not understood: foo.", ("warmer",), (span,))
    assert str(refusal) == refusal.reason == "Not understood: foo."
    assert (refusal.suggestions, refusal.spans) == (("warmer",), (span,))


def test_an_intent_is_of_the_whole_picture_and_half_as_much_as_possible_unless_told() -> None:
    intent = Intent("exposure")
    assert (intent.regions, intent.thing, intent.amount) == ((), None, Amount(0.5))
