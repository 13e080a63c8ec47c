"""Colours that are wished for are told from those that describe what is there."""

from __future__ import annotations

import pytest
from catchlight.language.semantics.colour_roles import colours, is_attributive

from tests.language.sentences import interpreter, parse


@pytest.mark.parametrize(
    ("sentence", "wished"),
    [
        ("turn the white shirt black", ["black"]),
        ("change the shirt from white to pale pink", ["pale pink"]),
        ("make the shirt black instead of white", ["black"]),
        ("remove the red tie", []),
        ("red tie", ["red"]),
        ("make the tie #1a2b3c", ["#1A2B3C"]),
    ],
)
def test_only_what_is_wished_for_counts(sentence: str, wished: list[str]) -> None:
    (clause,) = parse("edit", sentence)
    assert [colour.name for colour, _, _ in colours(clause, interpreter("edit").vocabulary)] == wished


def test_a_shade_has_the_family_of_its_colour() -> None:
    (clause,) = parse("edit", "make the shirt light navy")
    ((colour, family, lexeme),) = colours(clause, interpreter("edit").vocabulary)
    assert (colour.name, family) == ("light navy", "blue")
    assert not is_attributive(clause, lexeme)
