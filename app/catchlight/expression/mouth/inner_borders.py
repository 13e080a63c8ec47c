"""Where the lips of an open mouth end inside: landmarks are off by millimetres there, and teeth or lip would go astray."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.covers import FaceMasks
from catchlight.expression.basis.topology import LIP_IN_LOWER, LIP_IN_UPPER
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatImage, FloatPlane

_LEAST_CM2 = 0.35
"""Parsed inside of the mouth below which the landmarks are left alone."""
_REACH_CM, _STEP_CM = 0.45, 0.01
_MOST_CM, _TRUST = 0.4, 0.9
"""How far the parsed border may draw a point, and what share of its way: parsing is coarse."""
_TEETH_CM, _BESIDE_CM = 0.25, 0.15
"""How far below the parsed border, and how far to each side of a point, teeth are looked for."""
_APART = 0.12
"""Distance of teeth from lips in log ratios of colour below which they cannot be told apart."""


def refine_lip_borders(points: Doubles, covers: FaceMasks, pixels: FloatImage, cm: float, ey: Doubles) -> Doubles:
    """Points (468x3, pixels) with the inner lips on the border that parsing sees, the lower one below the tips of all teeth."""
    moved = points.copy()
    if float(covers.mouth.sum()) / cm**2 < _LEAST_CM2:
        return moved
    told = _teeth(covers, pixels)
    reach = np.arange(-_REACH_CM, _REACH_CM, _STEP_CM) * cm
    for contour, sign in ((LIP_IN_UPPER, -1.0), (LIP_IN_LOWER, 1.0)):
        outwards = ey * sign
        shifts = []
        for vertex in contour[1:-1]:
            seen = _sampled(covers.mouth, moved[vertex, :2] + reach[:, None] * outwards)
            ends = np.nonzero((seen[:-1] >= 0.5) & (seen[1:] < 0.5))[0]
            shift = float(reach[ends[np.argmin(np.abs(reach[ends]))]]) if len(ends) else 0.0
            if sign > 0 and shift < 0 and told is not None:
                shift += min(-shift, _beyond(told, moved[vertex, :2] + shift * ey, ey, cm))
            shifts.append(shift)
        near = np.clip(shifts, -_MOST_CM * cm, _MOST_CM * cm)
        smooth = np.convolve(np.pad(near, 2, mode="edge"), [0.1, 0.2, 0.4, 0.2, 0.1], "valid") * _TRUST
        for vertex, shift in zip(contour[1:-1], smooth, strict=True):
            moved[vertex, :2] += shift * outwards
    return moved


def _teeth(covers: FaceMasks, pixels: FloatImage) -> FloatPlane | None:
    """1 where the colour is nearer to that of the teeth than to that of the lips; None where the two are alike."""
    inside, lips = covers.mouth > 0.9, covers.lips > 0.8
    if inside.sum() < 50 or lips.sum() < 50:
        return None
    tones = np.log(np.maximum(pixels, 4))
    colour = np.stack([tones[..., 0] - tones[..., 1], tones[..., 0] - tones[..., 2]], axis=-1)
    bright = tones[..., 1]
    teeth = np.median(colour[inside & (bright > np.median(bright[inside]))], axis=0)
    lip = np.median(colour[lips], axis=0)
    way = teeth - lip
    size = float(np.linalg.norm(way))
    if size < _APART:
        return None
    return np.asarray((colour - lip) @ (way / size**2) > 0.5, np.float32)


def _beyond(told: FloatPlane, start: Doubles, ey: Doubles, cm: float) -> float:
    """Pixels that the longest tooth goes on below ``start``."""
    ex = np.array([ey[1], -ey[0]])
    down = np.arange(0, _TEETH_CM, _STEP_CM) * cm
    beside = np.linspace(-_BESIDE_CM, _BESIDE_CM, 9) * cm
    places = start + down[None, :, None] * ey + beside[:, None, None] * ex
    runs = np.cumprod(_sampled(told, places.reshape(-1, 2)).reshape(len(beside), -1) > 0.5, axis=1).sum(axis=1)
    return float(runs.max()) * _STEP_CM * cm


def _sampled(plane: FloatPlane, places: Doubles) -> FloatPlane:
    import cv2

    at = places.astype(np.float32)
    return np.asarray(cv2.remap(plane, at[:, 0][None], at[:, 1][None], cv2.INTER_LINEAR)[0], np.float32)
