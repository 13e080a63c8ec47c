"""Where longer hair goes on from the photo's own, their outlines meet without a step."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from catchlight.hair.orientation_field import CELLS_PER_CM, OrientationField
from catchlight.hair.synthesis.strands import continue_own_hair

CM, HIGH_CM, WIDE_CM, ROW_CM, DRAWN_CM = 30.0, 24.0, 30.0, 8.0, 10.0
"""Pixels for a centimetre; the picture, the row down to which hair stays, and how far out drawn hair reaches."""


def _moved(own_cm: Any) -> np.ndarray:
    """Cm from the axis of the outermost drawn strand in each row of cells. own_cm: the photo's outline by cm down, 0 below its
    ends."""
    rows = np.arange(round(HIGH_CM * CELLS_PER_CM)) / CELLS_PER_CM
    aside = np.abs((np.arange(round(WIDE_CM * CELLS_PER_CM)) + 0.5) / CELLS_PER_CM - WIDE_CM / 2)
    own = np.array([own_cm(float(row)) for row in rows])
    old = np.asarray(aside[None] < own[:, None], np.float32)
    drawn = np.repeat(aside[None] < DRAWN_CM, len(rows), axis=0)
    none = np.zeros(old.shape, np.float32)
    new = OrientationField(none, none, drawn, none, CM / CELLS_PER_CM)
    scene: Any = SimpleNamespace(cm=CM, middle=WIDE_CM / 2 * CM)
    strand = np.stack([np.full(len(rows), (WIDE_CM / 2 + DRAWN_CM) * CM), (rows + 0.01) * CM], axis=1)
    strands = np.asarray(strand[None], np.float32)
    after = continue_own_hair.follow_photo_outline(strands, scene, old, new, ROW_CM * CM)
    return np.asarray(after[0, :, 0] / CM - WIDE_CM / 2)


def _at(outline: np.ndarray, cm: float) -> float:
    return float(outline[round(cm * CELLS_PER_CM)])


@pytest.mark.parametrize("wide", [8.5, 11.5])
def test_the_outline_is_the_photos_above_the_row_and_leaves_it_slowly_below(wide: float) -> None:
    outline = _moved(lambda y: wide if y < 14 else 0)
    assert _at(outline, 6) == pytest.approx(wide, abs=0.15)
    assert _at(outline, ROW_CM) == pytest.approx(wide, abs=0.2)
    assert np.abs(np.diff(outline[round(4 * CELLS_PER_CM) :])).max() * CELLS_PER_CM < 0.3
    assert abs(_at(outline, 23) - DRAWN_CM) < abs(_at(outline, 14) - DRAWN_CM)


def test_hair_that_narrows_below_the_row_is_followed_until_its_ends_begin() -> None:
    outline = _moved(lambda y: (9.5 - 0.15 * max(0.0, y - 6)) if y < 18 else 0)
    assert _at(outline, 13) == pytest.approx(9.5 - 0.15 * 7, abs=0.2)


def test_ends_that_curl_in_or_flick_out_are_not() -> None:
    for way in (-1.2, 1.2):
        outline = _moved(lambda y, way=way: (9.5 + way * max(0.0, y - 11)) if y < 14 else 0)
        assert _at(outline, 14) == pytest.approx(9.5, abs=0.35)
