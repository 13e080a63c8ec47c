"""Which colour a clause wishes for."""

from __future__ import annotations

import pytest
from catchlight.language.slots.colours import colour_of, wished_colours

from tests.language.sentences import clause_of, interpreter

VOCABULARY = interpreter("edit").vocabulary


def ranks(sentence: str) -> list[tuple[str, int]]:
    return [(one.colour.name, one.rank) for one in wished_colours(clause_of("edit", sentence), VOCABULARY)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("turn the shirt to navy", [("navy", 2)]),
        ("shirt navy", [("navy", 1)]),
        ("the white shirt", [("white", 0)]),
        ("the shirt came out blue", [("blue", -1)]),
        ("the shirt is too blue", [("blue", -1)]),
        ("turn the white shirt to black", [("white", 0), ("black", 2)]),
        ("from white to black", [("black", 2)]),
        ("black instead of white", [("black", 1)]),
        ("衬衫换成黑色", [("black", 2)]),
        ("brighten the shirt", []),
    ],
)
def test_how_much_a_colour_is_wished_for(sentence: str, found: list[tuple[str, int]]) -> None:
    assert ranks(sentence) == found


def test_the_most_wished_for_wins_and_of_equals_the_last() -> None:
    said = (
        ("turn the white shirt to black", "black"),
        ("to black the white shirt", "black"),
        ("shirt red navy", "navy"),
    )
    for sentence, name in said:
        colour = colour_of(clause_of("edit", sentence), VOCABULARY)
        assert colour is not None
        assert colour.name == name
    assert colour_of(clause_of("edit", "brighten the shirt"), VOCABULARY) is None


def test_modifiers_make_shades() -> None:
    plain, pale, dark = (
        colour_of(clause_of("edit", f"make the shirt {colour}"), VOCABULARY)
        for colour in ("navy", "pale navy", "dark navy")
    )
    assert plain is not None
    assert pale is not None
    assert dark is not None
    assert (pale.name, dark.name) == ("pale navy", "dark navy")
    assert str(dark.hex) < str(plain.hex) < str(pale.hex)


def test_a_modifier_of_something_else_makes_no_shade() -> None:
    colour = colour_of(clause_of("edit", "pale skin red"), VOCABULARY)
    assert colour is not None
    assert colour.name == "red"


def test_six_digits_are_a_colour() -> None:
    colour = colour_of(clause_of("edit", "make the shirt #1a2b3c"), VOCABULARY)
    assert colour is not None
    assert colour.hex == "#1A2B3C"
