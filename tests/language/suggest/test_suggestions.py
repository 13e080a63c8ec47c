"""The nearest phrases share meanings, then letters, then sense."""

from __future__ import annotations

from catchlight.language.intents import Span
from catchlight.language.suggest.suggestions import meanings, nearest

SPANS = (Span(0, 6, "darken", "verb", "-brighten"), Span(7, 10, "the", "ignored", ""))
PHRASES = {
    "brighten the face": frozenset({("verb", "brighten")}),
    "darkroom": frozenset[tuple[str, str]](),
    "blur": frozenset[tuple[str, str]](),
    "recolour": frozenset[tuple[str, str]](),
}


def test_meanings_tell_phrases_apart_whatever_their_direction() -> None:
    assert meanings(SPANS) == {("verb", "brighten")}


def test_shared_meanings_count_more_than_letters() -> None:
    assert nearest("darken the", SPANS, PHRASES)[:2] == ("brighten the face", "darkroom")


def test_three_are_named() -> None:
    assert len(nearest("darken the", SPANS, PHRASES)) == 3


def test_the_sense_of_a_sentence_can_rule() -> None:
    assert (
        nearest("darken the", SPANS, PHRASES, lambda _, phrases: [float(one == "blur") for one in phrases])[0] == "blur"
    )
