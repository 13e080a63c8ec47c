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


TYPED = ("teeth", "jacket", "shirt", "background", "smooth", "beard", "board", "hair")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("teath", "teeth"), ("jakcet", "jacket"), ("shrt", None), ("shirtt", "shirt"), ("backgruond", "background"),
     ("bakgruond", "background"), ("baxxxound", None), ("berad", "beard"), ("bord", None), ("hiar", "hair"),
     ("ahir", "hair"), ("haur", None), ("tie", None), ("mooth", None), ("", None)],
)  # fmt: skip
def test_letters_added_dropped_changed_or_swapped_are_forgiven(typed: str, meant: str | None) -> None:
    assert nearest(typed, TYPED) == meant


def test_of_two_equally_near_one_that_means_something_is_taken() -> None:
    assert nearest("boird", ("board", "boerd")) == "board"
    assert nearest("boird", ("board", "boerd"), whole=("boerd",)) == "boerd"
