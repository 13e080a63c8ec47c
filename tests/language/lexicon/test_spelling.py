"""Misspelt words are corrected, by one letter or two, and short ones left alone."""

from __future__ import annotations

import pytest
from catchlight.language.lexicon.spelling import nearest

KNOWN = ("background", "teeth", "skin", "dimples", "jacket", "jackets", "warmer", "warm")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("jaket", "jacket"),
        ("backgruond", "background"),
        ("bakcgruond", "background"),
        ("skni", "skin"),
        ("skim", None),
        ("pimples", None),
        ("sk", None),
        ("zzzzzz", None),
    ],
)
def test_the_nearest_word_is_meant(word: str, meant: str | None) -> None:
    assert nearest(word, KNOWN) == meant


def test_of_two_as_near_the_one_with_the_same_ending_is_meant() -> None:
    assert nearest("jackts", KNOWN) == "jackets"


def test_of_two_as_near_the_one_that_stands_alone_is_meant() -> None:
    assert nearest("cooly", ("coole", "coola")) == "coola"
    assert nearest("cooly", ("coole", "coola"), whole={"coole"}) == "coole"
