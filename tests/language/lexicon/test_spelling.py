"""Slips of the pen are counted as a typist makes them, and forgiven within limits."""

from __future__ import annotations

import pytest
from catchlight.language.lexicon.spelling import nearest

KNOWN = ("teeth", "jacket", "shirt", "background", "smooth", "beard", "board", "hair")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("teath", "teeth"), ("jakcet", "jacket"), ("shrt", None), ("shirtt", "shirt"), ("backgruond", "background"),
     ("bakgruond", "background"), ("baxxxound", None), ("berad", "beard"), ("bord", None), ("hiar", "hair"),
     ("ahir", "hair"), ("haur", None), ("tie", None), ("mooth", None), ("", None)],
)  # fmt: skip
def test_letters_added_dropped_changed_or_swapped_are_forgiven(typed: str, meant: str | None) -> None:
    assert nearest(typed, KNOWN) == meant


def test_of_two_equally_near_one_that_means_something_is_taken() -> None:
    assert nearest("boird", ("board", "boerd")) == "board"
    assert nearest("boird", ("board", "boerd"), whole=("boerd",)) == "boerd"
