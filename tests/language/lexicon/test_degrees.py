"""Strengths have names."""

from __future__ import annotations

import pytest
from catchlight.language.lexicon.degrees import FULL, SLIGHT, USUAL, degree_name


@pytest.mark.parametrize(
    ("value", "name"), [(0.1, "trace"), (SLIGHT, "slight"), (USUAL, "moderate"), (0.75, "strong"), (FULL, "full")]
)
def test_each_strength_has_a_name(value: float, name: str) -> None:
    assert degree_name(value) == name
