"""Colours that stand for what has them are regions of the picture."""

from __future__ import annotations

import pytest
from catchlight.language.semantics.colour_bands import with_bands

from tests.language.sentences import interpreter, lex

ADJUST = interpreter("adjust").vocabulary


@pytest.mark.parametrize(
    ("sentence", "band"),
    [
        ("turn yellow into orange", "yellows"),
        ("lower the orange saturation", "oranges"),
        ("make the blue more intense", "blues"),
        ("make it yellow", None),
        ("more orange", None),
    ],
)
def test_a_colour_becomes_a_band(sentence: str, band: str | None) -> None:
    regions = [
        sense.value for lexeme in with_bands(lex("adjust", sentence), ADJUST) if (sense := lexeme.sense("region"))
    ]
    assert regions == ([band] if band else [])


def test_greens_that_are_less_green_are_less_saturated() -> None:
    said = with_bands(lex("adjust", "make the greens less green"), ADJUST)
    assert (said[-1].role, said[-1].value) == ("act", "saturation")


def test_the_edit_domain_has_no_bands() -> None:
    said = lex("edit", "turn yellow into orange")
    assert with_bands(said, interpreter("edit").vocabulary) == said
