"""Slips are counted as a typist makes them."""

from __future__ import annotations

import pytest
from catchlight.core.edit_distance import distance


@pytest.mark.parametrize(
    ("meant", "typed", "slips"),
    [("teeth", "teeth", 0), ("teeth", "teath", 1), ("jacket", "jakcet", 1), ("shirt", "shrt", 1), ("tie", "", 3),
     ("background", "backgruond", 1), ("smooth", "sooth", 1), ("red", "blue", 4)],
)  # fmt: skip
def test_letters_added_dropped_changed_or_swapped_are_counted(meant: str, typed: str, slips: int) -> None:
    assert distance(meant, typed) == distance(typed, meant) == slips
