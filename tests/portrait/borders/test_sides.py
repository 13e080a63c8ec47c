"""Sides of a picture that cut its person."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import resources
from catchlight.portrait.borders import CutSides
from catchlight.portrait.portrait import Portraits


@pytest.mark.parametrize(
    ("rows", "columns", "cut"),
    [
        (slice(None), slice(None), CutSides()),
        (slice(40, None), slice(None), CutSides(top=True)),
        (slice(0, 360), slice(None), CutSides(bottom=True)),
        (slice(None), slice(150, 380), CutSides(left=True, right=True)),
    ],
    ids=["head and chest", "hat cut", "cut below the chin", "cut at the ears"],
)
def test_the_sides_that_cut_head_or_shoulders(rows: slice, columns: slice, cut: CutSides, portraits: Portraits) -> None:
    """What is cut far below the shoulders never comes into a photo, and does not count."""
    officer = codec.decode((resources() / "samples" / "officer.jpg").read_bytes())
    roomy = np.pad(officer.rgb8, ((0, 0), (40, 40), (0, 0)), mode="edge")
    if columns != slice(None):
        roomy = officer.rgb8
    assert portraits.of(Picture(np.ascontiguousarray(roomy[rows, columns]))).cut_sides == cut
