"""A stroke covers a pixel the same, whatever window it is asked in, and a membrane meets its rim."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.brushes.coverage import cover_stroke
from catchlight.brushes.edits import HandStroke
from catchlight.brushes.membrane import spread


@pytest.mark.parametrize("radius", [3.0, 25.0, 90.0])
def test_windows_of_a_stroke_fit_together(radius: float) -> None:
    stroke = HandStroke(points=((61.3, 70.9), (140.2, 88.0), (150.0, 160.5)), radius=radius, softness=0.7)
    whole = cover_stroke(stroke, (0, 0, 240, 240))
    assert whole.max() == pytest.approx(1.0, abs=0.02)
    for box in ((0, 0, 113, 97), (57, 61, 163, 171), (113, 0, 240, 97)):
        part = cover_stroke(stroke, box)
        assert np.abs(part - whole[box[1] : box[3], box[0] : box[2]]).max() < 1e-5


def test_a_stroke_is_as_wide_as_its_radius_and_fades_by_its_softness() -> None:
    hard = cover_stroke(HandStroke(points=((50.0, 50.0),), radius=20.0, softness=0.0), (0, 0, 100, 100))
    soft = cover_stroke(HandStroke(points=((50.0, 50.0),), radius=20.0, softness=1.0), (0, 0, 100, 100))
    assert hard[50, 50 - 17] == 1
    assert hard[50, 50 - 22] == 0
    assert hard.sum() == pytest.approx(np.pi * 19.25**2, rel=0.02)
    assert soft[50, 50] > 0.99
    assert 0.4 < soft[50, 40] < 0.6
    assert soft[50, 29] == 0
    crossing = cover_stroke(
        HandStroke(points=((30.0, 50.0), (70.0, 50.0), (30.0, 50.0)), radius=9.0, flow=0.4), (0, 0, 100, 100)
    )
    assert crossing.max() == pytest.approx(0.4, abs=0.01)  # once, however often it passes


def test_a_membrane_of_a_plane_is_that_plane() -> None:
    y, x = np.mgrid[:90, :110].astype(np.float32)
    plane = np.dstack([x * 0.01 + y * 0.003, 1 - x * 0.004])
    hole = np.hypot(x - 50, y - 45) < 30
    found = spread(np.where(hole[..., None], np.float32(9), plane), hole)
    assert np.abs(found - plane).max() < 0.02 * np.ptp(plane[hole], axis=0).max()
    assert (found[~hole] == plane[~hole]).all()
    assert (spread(plane, np.ones_like(hole)) == 0).all()
