"""Drawn hair below the photo's own has the tone of the locks that it goes on from."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from catchlight.hair.orientation_field import CELLS_PER_CM, OrientationField
from catchlight.hair.synthesis.composite import neighbour_tone

SIDE, CM, SEAM, MIDDLE = 300, 30.0, 120, 150
"""Pixels: of the picture, for a centimetre, the row above which the photo stays, and the column left of which it is light."""


def _factor(turn: float, *, goes_on: bool = True) -> np.ndarray:
    """Of even drawn hair, which lies turned from straight down by some radians, below hair that is light on its left."""
    cells = round(SIDE / CM * CELLS_PER_CM)
    plane = np.ones((SIDE, SIDE), np.float32)
    rgb = np.full((SIDE, SIDE, 3), 40, np.uint8)
    rgb[:, :MIDDLE] = 60
    scene: Any = SimpleNamespace(cm=CM, rgb=rgb, hair=plane)
    stays = plane.copy()
    stays[SEAM:] = 0
    angle = 2 * (np.pi / 2 + turn)
    even = np.ones((cells, cells), np.float32)
    lie = OrientationField(
        even * np.float32(np.cos(angle)), even * np.float32(np.sin(angle)), even > 0, 0 * even, CM / CELLS_PER_CM
    )
    drawn = np.full((SIDE, SIDE, 3), 50, np.float32)
    return np.asarray(neighbour_tone.tone_factor(scene, plane, drawn, stays, lie if goes_on else None))


def _edge(factor: np.ndarray, below_cm: float) -> float:
    """Column, in cm from where the photo's tone changes, of the change in a row below the seam; nan where all is even."""
    row = factor[round((SEAM / CM + below_cm) * CELLS_PER_CM)].mean(axis=1)
    steps = np.abs(np.diff(row))
    return float((np.argmax(steps) + 1) / CELLS_PER_CM - MIDDLE / CM) if steps.max() > 0.02 else float("nan")


def test_a_lock_goes_on_in_the_strands_below_it() -> None:
    factor = _factor(0.0)
    assert abs(_edge(factor, 3.0)) < 0.3
    row = factor[round((SEAM / CM + 1) * CELLS_PER_CM)]
    assert (row[: len(row) // 3] > 1.05).all()
    assert (row[-len(row) // 3 :] < 0.95).all()


@pytest.mark.parametrize("turn", [-0.4, 0.4])
def test_it_does_so_along_them(turn: float) -> None:
    assert _edge(_factor(turn), 3.0) == pytest.approx(-3 * np.tan(turn), abs=0.4)


def test_its_tone_is_lost_little_by_little() -> None:
    near, far = (_factor(0.0)[round((SEAM / CM + cm) * CELLS_PER_CM), 5].mean() for cm in (0.5, 5.5))
    assert near > far > 1


def test_short_hair_above_the_photos_takes_only_the_tone_around() -> None:
    steps = [
        np.abs(np.diff(_factor(0.0, goes_on=on).mean(axis=2)[round(SEAM / CM * CELLS_PER_CM) + 12])).max()
        for on in (0, 1)
    ]
    assert steps[0] < 0.6 * steps[1]
