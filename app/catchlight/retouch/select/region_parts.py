"""Halves of a region: left and right as one looks at the picture, upper and lower, and the side that lies in shade or light."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np

from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.portrait import Portrait

Side = Literal["left", "right", "upper", "lower", "dark", "light"]
SIDES: tuple[str, ...] = get_args(Side)
_OF_PICTURE = frozenset({"everything", "background"})
"""Regions whose halves are those of the picture."""
_OWN = frozenset({"jacket", "shirt", "clothes", "tie", "person", "hat"})
"""Regions whose upper and lower halves lie about their own middle, as the picture stands."""
_SOFT_CM = 0.3
_EXTENT = (0.02, 0.98)
"""Quantiles of a region's pixels between which it reaches from top to bottom."""
_EVEN = 0.03
"""Difference of lightness (0..1) of both halves below which neither lies in shade."""


def across(portrait: Portrait, points: Any) -> Any:
    """Signed distance in pixels of Nx2 points from the face's middle line, negative on the left as one looks at it."""
    landmarks = portrait.landmarks
    axis = landmarks.left_eye - landmarks.right_eye
    axis = axis if axis[0] >= 0 else -axis
    return (points - landmarks.eyes) @ (axis / max(float(np.linalg.norm(axis)), 1e-6))


def half(portrait: Portrait, name: str, plane: FloatPlane, side: str) -> FloatPlane:
    """The part of a region that lies on one of SIDES. plane: the region, HxW float32; name: which.

    Empty where ``dark`` or ``light`` is asked of a region that is lit evenly, or of a picture without a face.
    """
    if side in ("dark", "light"):
        darker = shaded_side(portrait, plane)
        if darker is None:
            return np.zeros_like(plane)
        side = darker if side == "dark" else {"left": "right", "right": "left"}[darker]
    return np.asarray(plane * _share(portrait, name, plane, side), np.float32)


def shaded_side(portrait: Portrait, plane: FloatPlane) -> Literal["left", "right"] | None:
    """The side on which a region is darker, as one looks at it; None where both are lit alike, and without a face."""
    if not portrait.faces:
        return None
    light = portrait.picture.rgb8.astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32) / 255
    signed = across(portrait, _grid(portrait))
    means = []
    for aside in (signed < 0, signed >= 0):
        inside = aside & (plane > 0.5)
        if not inside.any():
            return None
        means.append(float(light[inside].mean()))
    if abs(means[0] - means[1]) < _EVEN:
        return None
    return "left" if means[0] < means[1] else "right"


def _share(portrait: Portrait, name: str, plane: FloatPlane, side: str) -> FloatPlane:
    height, width = plane.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    if name in _OF_PICTURE or not portrait.faces:
        soft = 1.0
        line = x - (width - 1) / 2 if side in ("left", "right") else y - (height - 1) / 2
    elif side in ("left", "right"):
        soft, line = _SOFT_CM * portrait.pose.px_per_cm, across(portrait, np.stack([x, y], axis=-1))
    else:
        soft, line = _SOFT_CM * portrait.pose.px_per_cm, _below(portrait, name, plane, x, y)
    signed = -line if side in ("left", "upper") else line
    return np.asarray(np.clip(0.5 + signed / max(soft, 1e-6), 0, 1), np.float32)


def _below(portrait: Portrait, name: str, plane: FloatPlane, x: FloatPlane, y: FloatPlane) -> FloatPlane:
    """Pixels below the middle of a region, along the face's axis."""
    roll = 0.0 if name in _OWN else portrait.landmarks.roll
    down = y * np.cos(roll) - x * np.sin(roll)
    inside = plane > 0.5
    if not inside.any():
        return np.asarray(down, np.float32)
    low, high = np.quantile(down[inside], _EXTENT)
    return np.asarray(down - 0.5 * (low + high), np.float32)


def _grid(portrait: Portrait) -> Any:
    y, x = np.mgrid[: portrait.picture.height, : portrait.picture.width].astype(np.float32)
    return np.stack([x, y], axis=-1)
