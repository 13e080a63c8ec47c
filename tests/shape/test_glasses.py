"""Glasses stay rigid in a field."""

from __future__ import annotations

import numpy as np
from catchlight.portrait.portrait import Portrait
from catchlight.shape.field import STEP_CM, FieldGrid
from catchlight.shape.glasses import Glasses, find_glasses, fit_similarity


def test_where_glasses_lie_a_field_becomes_a_similarity() -> None:
    grid = FieldGrid((10.0, 20.0), 5.0, (40, 60))
    y, x = np.indices(grid.shape) * STEP_CM
    field = np.dstack([0.05 * (x - 7) ** 2, 0.2 * np.sin(y)]).astype(np.float32)
    worn = (np.abs(x - 7) < 5) & (np.abs(y - 5) < 1.5)
    share = worn.astype(np.float32)
    held = Glasses(worn, share, share).hold(field, grid, lenses=True)
    points = grid.points[worn]

    def residual(plane: np.ndarray) -> float:
        growth, turn, across, down = fit_similarity(points, plane[worn].astype(float))
        px, py = points.T
        fitted = np.column_stack([growth * px - turn * py + across, turn * px + growth * py + down])
        return float(np.abs(plane[worn] - fitted).max())

    assert residual(field) > 0.2
    assert residual(held) < 1e-4
    assert np.array_equal(held[~worn], field[~worn])


def test_nobody_without_glasses_wears_any(portrait: Portrait) -> None:
    assert find_glasses(portrait, FieldGrid((150.0, 50.0), 3.0, (60, 60))) is None
