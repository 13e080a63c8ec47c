"""The ellipsoid made no larger than the head that is seen: on a turned head with little hair it may stand out beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from catchlight.hair.head.ellipsoid import CENTRE, FACE, RADII, HeadPlacement
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.picture import FloatPlane

_HOLE_CM = 0.6
"""Half the width of a hole that a matte may have in a person's head."""
_STEPS_CM = 8
"""Cells for a centimetre in which the person's outline is told."""
_POINTS, _ROUNDS = 96, 6
"""On the outline, and rounds of the fit, after which it changes no more."""
_STANDS_OUT_CM, _MOST_CM = (0.45, 0.15), 3.0
"""How far the ellipsoid must stand out to be fitted, how far it may in the end, and beyond what it is the matte that is wrong."""
_STEADY, _SIZE_CM, _STAYS = 0.04, 8.0, 6.0
"""How much the rest of its outline holds it, the length by which a change of scale counts as a shift, and what a shift costs."""
_SMALLEST, _SHIFT_CM = 0.88, 1.2
"""The smallest scale, and the longest shift in x and in y: beyond them the matte is rather wrong than the head small."""


def solid_silhouette(alpha: FloatPlane, cm: float) -> tuple[npt.NDArray[np.uint8], int]:
    """The person without holes, 0 or 1, in cells of so many pixels."""
    import cv2

    step = max(1, int(cm / _STEPS_CM))
    size = (max(1, alpha.shape[1] // step), max(1, alpha.shape[0] // step))
    seen = (cv2.resize(alpha, size, interpolation=cv2.INTER_AREA) > 0.3).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(seen, cv2.MORPH_CLOSE, disc(_HOLE_CM * cm / step)), np.uint8), step


def fit_head(head: HeadPlacement, alpha: FloatPlane, lowest: float) -> HeadPlacement:
    """``head`` shifted and made smaller until its outline above the row ``lowest`` hardly stands out from the person; as it is
    where it does not. Gauss-Newton steps on the part that stands out.

    alpha: HxW, the person's matte."""
    import cv2

    seen, step = solid_silhouette(alpha, head.cm)
    outside, inside = (cv2.distanceTransform(mask, cv2.DIST_L2, 5) for mask in (1 - seen, seen))
    beyond = np.asarray((outside - inside) * np.float32(step / head.cm), np.float32)
    rim, normal = _rim(head)

    def standing_out(trial: HeadPlacement) -> tuple[Floats, npt.NDArray[np.bool_], Floats]:
        """Cm by which points of the outline stand out, which they are, and where all of them are seen (view cm)."""
        viewed = trial.viewed(rim)
        place = trial.placed(viewed)
        cell = np.floor(place / step).astype(np.intp)
        within = (cell >= 0).all(axis=1) & (cell < beyond.shape[::-1]).all(axis=1) & (place[:, 1] < lowest)
        return beyond[cell[within, 1], cell[within, 0]], within, viewed

    out = standing_out(head)[0]
    if not out.size or not _STANDS_OUT_CM[0] < out.max() < _MOST_CM:
        return head
    trial = head
    for _ in range(_ROUNDS):
        out, within, viewed = standing_out(trial)
        along, fixed = normal[within], trial.viewed(FACE)[:2]
        change = np.column_stack([along, (along * (viewed[within, :2] - fixed)).sum(axis=1) / _SIZE_CM])
        excess = np.maximum(out - _STANDS_OUT_CM[1], 0)
        weight = np.where(excess > 0, 1.0, _STEADY)
        square = (change * weight[:, None]).T @ change + np.diag([_STAYS, _STAYS, 1e-3])
        by = -np.linalg.solve(square, change.T @ (weight * excess))
        shift = np.clip(trial.shift + by[:2], -_SHIFT_CM, _SHIFT_CM)
        scale = float(np.clip(trial.scale + by[2] / _SIZE_CM, _SMALLEST, 1))
        trial = replace(head, scale=scale, shift=(float(shift[0]), float(shift[1])))
    return trial


def _rim(head: HeadPlacement) -> tuple[Floats, Floats]:
    """Canonical points (Nx3) on the ellipsoid's outline as the picture sees it, and its outward normals (Nx2, view axes)."""
    towards = head.turn[2] / RADII
    _, _, axes = np.linalg.svd(towards[None])
    angle = np.linspace(0, 2 * np.pi, _POINTS, endpoint=False)[:, None]
    unit = np.cos(angle) * axes[1] + np.sin(angle) * axes[2]
    normal = (unit / RADII) @ head.turn.T
    flat = normal[:, :2] / np.linalg.norm(normal[:, :2], axis=1, keepdims=True)
    return np.asarray(CENTRE + unit * RADII, np.float32), np.asarray(flat, np.float64)
