"""Glasses stay rigid: where they lie, a field is replaced by the similarity transform that fits it best.

A similarity is the most that a thing of glass and wire may do in a picture: moved, turned, nearer or farther.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.imaging.arrays import Doubles, Mask, Singles
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.shape.field import STEP_CM, FieldGrid
from catchlight.shape.movements import smooth_step

_LEAST_CM2 = 3.0
"""Area from which glasses are believed: a shadow under a brow is smaller."""
_FALL_CM, _HELD_CM = 1.1, 0.2
"""Width over which the field comes back to its own, beyond the rim that is held."""
_RIM_CM = 0.5
"""Width of the rim inside the outline of the glasses; within it the lens shows the eye, which may change."""


@dataclass(frozen=True, eq=False)
class Glasses:
    """Over the grid. worn: where they lie. whole, rim: 0..1, how much the field is held there, with and without the lenses."""

    worn: Mask
    whole: FloatPlane
    rim: FloatPlane

    def hold(self, field: Singles, grid: FieldGrid, *, lenses: bool) -> Singles:
        """The field with the glasses rigid in it. lenses: what is behind them is held as well."""
        share = (self.whole if lenses else self.rim)[..., None]
        points = grid.points / grid.step * STEP_CM
        held = self.worn & (self.rim > 0.99)
        rigid = fit_similarity(points[held], field[held].astype(float))
        fitted = _similar(points.reshape(-1, 2), rigid).reshape(field.shape)
        return np.asarray(field + share * (fitted - field), np.float32)


def find_glasses(portrait: Portrait, grid: FieldGrid) -> Glasses | None:
    """The glasses that are worn; None where there are none."""
    import cv2

    plane = grid.sample(portrait.face_parsing.plane([head_parsing.GLASSES]))
    worn = plane > 0.4
    if float(worn.sum()) * STEP_CM**2 < _LEAST_CM2:
        return None
    outside = np.asarray(cv2.distanceTransform((~worn).astype(np.uint8), cv2.DIST_L2, 5), float) * STEP_CM
    inside = np.asarray(cv2.distanceTransform(worn.astype(np.uint8), cv2.DIST_L2, 5), float) * STEP_CM
    near = smooth_step(outside, _HELD_CM + _FALL_CM, _HELD_CM)
    ring = np.where(worn, smooth_step(inside, _RIM_CM + 0.6, _RIM_CM), near)
    return Glasses(worn, np.asarray(near, np.float32), np.asarray(ring, np.float32))


def fit_similarity(points: Doubles, ways: Doubles) -> Doubles:
    """Growth, turn and shift (x, y) of the similarity nearest to ``ways`` (Nx2) at ``points`` (Nx2), least squares."""
    x, y = points.T
    one, none = np.ones_like(x), np.zeros_like(x)
    system = np.vstack([np.column_stack([x, -y, one, none]), np.column_stack([y, x, none, one])])
    found, *_ = np.linalg.lstsq(system, np.concatenate([ways[:, 0], ways[:, 1]]), rcond=None)
    return np.asarray(found)


def _similar(points: Doubles, rigid: Doubles) -> Doubles:
    """The ways of a similarity at points (Nx2)."""
    growth, turn, across, down = rigid
    x, y = points.T
    return np.column_stack([growth * x - turn * y + across, turn * x + growth * y + down])
