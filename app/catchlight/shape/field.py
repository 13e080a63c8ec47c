"""The displacement field of each feature over a grid in the picture, and their sum.

Canonical places with known pixels (the person's own landmarks, and a net around them for ears, hair and throat that turns
with the head) are control points; radial basis functions of compact support carry their ways to the grid.

References:
    H. Wendland, "Piecewise polynomial, positive definite and compactly supported radial functions of minimal degree",
    Advances in Computational Mathematics 4, 1995, doi:10.1007/BF02123482.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Doubles, Mask, Singles
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face.landmarks import OVAL, Landmarks
from catchlight.portrait.face.pose import CanonicalFace, Pose
from catchlight.shape.movements import MOVEMENTS

STEP_CM = 0.25
"""Distance of the grid's points."""
_ABOVE_CM, _BESIDE_CM, _BELOW_CM = 26.0, 21.0, 34.0
"""How far from the canonical origin the field may reach."""
_SUPPORT_CM = 4.0
_RIDGE, _BROAD_RIDGE, _BROAD_BLUR_CM = 2e-3, 0.1, 0.9
"""Landmarks tremble by some hundredths of a cm, and places nearly coincide on a turned head: how much a field may miss its
controls, by itself and where its forms are broad, and the width to which those are smoothed: an outline must never get waves."""
_BROAD = frozenset({"face_width", "jaw", "chin", "forehead"})
_NET_CM, _BESIDE_OVAL = 1.6, 1.12
"""Distance of the net's places, and their least distance from the middle of the face in those of its own oval."""
LEAST_JACOBIAN = 0.3
"""Least determinant of a field's Jacobian: below it detail is crushed, at 0 the picture folds."""
_TURNS = 6


@dataclass(frozen=True, eq=False)
class FieldGrid:
    """Points over a part of the picture. origin: pixel of the first one. step: pixels between two. shape: rows, columns."""

    origin: tuple[float, float]
    step: float
    shape: tuple[int, int]

    @property
    def points(self) -> Doubles:
        """rows x columns x 2, pixels of the picture."""
        y, x = np.indices(self.shape, float)
        return np.asarray(np.dstack([x, y]) * self.step + np.array(self.origin))

    def sample(self, plane: FloatPlane) -> FloatPlane:
        """A plane over the picture (HxW) at the grid's points; beyond the picture its border goes on."""
        import cv2

        x, y = (np.ascontiguousarray(self.points[..., axis], np.float32) for axis in (0, 1))
        return np.asarray(cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def grid_of(pose: Pose) -> FieldGrid:
    """The grid round a head."""
    cm = pose.px_per_cm
    size = round((_ABOVE_CM + _BELOW_CM) / STEP_CM) + 1, round(2 * _BESIDE_CM / STEP_CM) + 1
    x, y = pose.origin
    return FieldGrid((float(x - _BESIDE_CM * cm), float(y - _ABOVE_CM * cm)), STEP_CM * cm, size)


def head_fields(found: Landmarks, pose: Pose, canonical: CanonicalFace, grid: FieldGrid) -> dict[str, Singles]:
    """Field of each feature of the head at the end of its slider: rows x columns x 2, cm of the face along the picture's axes."""
    net = _net()
    known = pose.project(net)
    beyond = _is_beside(known, found.ring(OVAL))
    places = np.vstack([canonical.vertices, net[beyond]])
    controls = np.vstack([found.xy[:468], known[beyond]]) / pose.px_per_cm
    kernel = _wendland(np.linalg.norm(controls[:, None] - controls[None], axis=2) / _SUPPORT_CM)
    fields: dict[str, Singles] = {}
    for broad in (False, True):
        names = [name for name in MOVEMENTS if (name in _BROAD) == broad]
        ways = []
        for name in names:
            flat = MOVEMENTS[name](places[:, :2])
            turned = np.column_stack([flat, np.zeros(len(flat))]) @ pose.rotation.T
            ways.append(turned[:, :2] * [1, -1])
        ridge = (_BROAD_RIDGE if broad else _RIDGE) * np.eye(len(controls))
        weights = np.asarray(np.linalg.solve(kernel + ridge, np.hstack(ways)), np.float32)
        summed = _carry(grid, controls, weights, pose.px_per_cm)
        for at, name in enumerate(names):
            field = np.ascontiguousarray(summed[..., 2 * at : 2 * at + 2])
            fields[name] = blur_plane(field, _BROAD_BLUR_CM / STEP_CM) if broad else field
    return fields


def _is_beside(points: Doubles, oval: Doubles) -> Mask:
    """Which points (Nx2) lie well outside a closed outline."""
    import cv2

    middle = oval.mean(axis=0)
    wide = np.asarray(middle + (oval - middle) * _BESIDE_OVAL, np.float32)
    return np.array([cv2.pointPolygonTest(wide, (float(x), float(y)), measureDist=False) < 0 for x, y in points])


def _carry(grid: FieldGrid, controls: Doubles, weights: Singles, cm: float) -> Singles:
    """Sums of the basis functions at the grid's points, row by row: only controls within their reach count."""
    points = np.asarray(grid.points / cm, np.float32)
    near = np.asarray(controls, np.float32)
    result = np.zeros((*grid.shape, weights.shape[1]), np.float32)
    for row, line in enumerate(points):
        reached = np.abs(near[:, 1] - line[0, 1]) < _SUPPORT_CM
        if not reached.any():
            continue
        away = np.hypot(line[:, None, 0] - near[None, reached, 0], line[0, 1] - near[None, reached, 1])
        result[row] = _wendland(away / np.float32(_SUPPORT_CM)) @ weights[reached]
    return result


def _wendland(radius: Any) -> Any:
    """Wendland's C2 function of radii in shares of the support."""
    left = np.maximum(1 - radius, 0)
    left *= left
    return left * left * (4 * radius + 1)


def _net() -> Doubles:
    """Nx3 canonical cm: places outside the face's oval, on a surface that bends back from it like a head."""
    y, x = (axis.ravel() for axis in np.mgrid[-20.0:23.0:_NET_CM, -18.0:18.1:_NET_CM])
    outside = ((x / 8.4) ** 2 + ((y + 0.6) / 9.6) ** 2) > 1
    x, y = x[outside], y[outside]
    radius = np.hypot(x / 8.4, (y + 0.6) / 9.6)
    return np.column_stack([x, y, np.maximum(3.0 - 6.0 * (radius - 1), -3.0)])


def sum_fields(fields: Mapping[str, Singles], amounts: Mapping[str, float], grid: FieldGrid) -> Singles:
    """The field of all amounts together, in cm."""
    total = np.zeros((*grid.shape, 2), np.float32)
    for name, amount in amounts.items():
        total += np.float32(amount) * fields[name]
    return total


def least_jacobian(field: Singles) -> float:
    """The least determinant of the Jacobian of places moved by a field in cm."""
    across_y, across_x = np.gradient(field[..., 0], STEP_CM)
    down_y, down_x = np.gradient(field[..., 1], STEP_CM)
    return float(((1 + across_x) * (1 + down_y) - across_y * down_x).min())


def unfold(field: Singles) -> tuple[Singles, float]:
    """The field without folds, and the share of it that is left."""
    share = 1.0
    while least_jacobian(field * np.float32(share)) < LEAST_JACOBIAN:
        share *= 0.9
    return np.asarray(field * np.float32(share), np.float32), share


def invert(field: Singles) -> Singles:
    """From how far away each place comes: ``b(q) = d(q - b(q))`` by fixed-point iteration, which converges without folds."""
    import cv2

    rows, columns = (axis.astype(np.float32) for axis in np.indices(field.shape[:2]))
    back = field.copy()
    for _ in range(_TURNS):
        x = columns - back[..., 0] / np.float32(STEP_CM)
        y = rows - back[..., 1] / np.float32(STEP_CM)
        back = np.asarray(cv2.remap(field, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.float32)
    return back
