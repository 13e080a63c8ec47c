"""Fields over a grid: carried by landmarks, inverted, freed of folds."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.portrait.portrait import Portrait
from catchlight.shape.field import (
    LEAST_JACOBIAN,
    STEP_CM,
    FieldGrid,
    grid_of,
    head_fields,
    invert,
    least_jacobian,
    unfold,
)


def bump(height: float) -> np.ndarray:
    y, x = np.indices((60, 60)) * STEP_CM
    hill = height * np.exp(-(((x - 7.5) ** 2 + (y - 7.5) ** 2) / 4))
    return np.dstack([hill, 0.5 * hill]).astype(np.float32)


def test_a_field_and_its_inverse_lead_back() -> None:
    field = bump(0.5)
    back = invert(field)
    row, column = 32, 34  # a place, and where it comes from
    x, y = column - back[row, column, 0] / STEP_CM, row - back[row, column, 1] / STEP_CM
    grid = FieldGrid((0.0, 0.0), 1.0, field.shape[:2])
    assert np.hypot(*back[row, column]) > 0.3
    for axis, away in enumerate((column - x, row - y)):
        import cv2

        there = cv2.remap(field[..., axis], np.float32([[x]]), np.float32([[y]]), cv2.INTER_LINEAR)[0, 0]
        assert abs(there / STEP_CM - away) < 0.02
    assert grid.points[row, column].tolist() == [column, row]


def test_folds_are_scaled_away_and_told() -> None:
    whole, share = unfold(bump(0.5))
    assert share == 1.0
    less, share = unfold(bump(3.0))
    assert 0 < share < 0.9
    assert least_jacobian(less) >= LEAST_JACOBIAN > least_jacobian(bump(3.0))
    assert np.array_equal(whole, bump(0.5))


def test_features_lie_where_the_face_has_them(portrait: Portrait) -> None:
    grid = grid_of(portrait.pose)
    fields = head_fields(portrait.landmarks, portrait.pose, portrait.canonical, grid)
    where = {"chin": portrait.landmarks.xy[152], "nose": portrait.landmarks.xy[98], "lips": portrait.landmarks.xy[17]}
    for name, place in where.items():
        length = np.hypot(fields[name][..., 0], fields[name][..., 1])
        near = np.linalg.norm(grid.points - place, axis=2) < 2.5 * portrait.pose.px_per_cm
        assert length[near].max() == pytest.approx(length.max(), rel=1e-3)
    for field in fields.values():
        assert least_jacobian(field) > LEAST_JACOBIAN
