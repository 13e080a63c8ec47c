"""Eye shadow: densest at the lashes and the outer corner, gone below the brow; a little of it under the outer lower lashes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame
from catchlight.retouch.makeup.geometry.face_window import FaceWindow, eyes_window

TAUPE = (112, 78, 62)
"""A brown that suits every skin, where the sentence names no colour."""
SMOKE = (46, 38, 36)
"""Of smoky eyes."""
_LEAST, _USUAL, _MOST = 0.15, 0.72, 0.95
"""Cover at no, at the usual and at full strength."""
_FULL, _GONE = 0.26, 0.76
"""Shares of the way from the lashes to the brow up to which the shadow is full, and at which it is gone."""
_SMOKY_FULL = 0.4
"""The first of them for smoky eyes, whose lid is dark up to the crease."""


def eye_shadow(person: Portrait, eyes: Sequence[EyeFrame], amount: float, smoky: bool = False) -> Area:
    """Where shadow lies and how much of it; amount 0..1, 0.5 is a usual one. smoky: also all along the lower lashes."""
    canvas = eyes_window(person, eyes)
    plane = np.zeros(canvas.shape, np.float32)
    for eye in eyes:
        plane = np.maximum(plane, _one(canvas, eye, smoky))
    cover = np.float32(np.interp(amount, (0.0, 0.5, 1.0), (_LEAST, _USUAL, _MOST)))
    kept = canvas.outside_openings(eyes) * canvas.uncovered()
    return Area(canvas.box, np.asarray(plane * cover * kept, np.float32))


def _one(canvas: FaceWindow, eye: EyeFrame, smoky: bool) -> FloatPlane:
    x, y = np.moveaxis(eye.place(canvas.pixels()), -1, 0)
    lid, low, brow = (eye.place(points) for points in (eye.upper, eye.lower, eye.brow))
    lash = _height(lid, x, ends=True)
    top = np.maximum(_height(brow, x), lash + 0.22)
    rise = (y - lash) / (top - lash)
    outer = ramp(x, -0.05, 0.75)
    gone = _GONE * (0.72 + 0.28 * outer)
    above = (1 - ramp(rise, (_SMOKY_FULL if smoky else _FULL) * (0.6 + 0.4 * outer), gone)) * (rise > -0.02)
    # From the inner corner it comes in softly; past the outer one it fades along the lifted line to the brow's end.
    beyond = x - 1.0 + 0.35 * np.clip(lash - y, 0, None)
    above *= ramp(x, -0.06, 0.2) * (1 - ramp(beyond, 0.02, 0.3)) * (0.62 + 0.38 * outer)
    bottom = _height(low, x, ends=True)
    drop = (bottom - y) / 0.1
    below = (1 - ramp(drop, 0.15, 1.0)) * (drop > -0.3) * ramp(x, *((0.05, 0.4) if smoky else (0.45, 0.85)))
    below *= (1 - ramp(x, 0.95, 1.12)) * (0.75 if smoky else 0.5)
    return np.asarray(gaussian_blur(np.maximum(above, below).astype(np.float32), 0.02 * eye.width), np.float32)


def _height(curve: Doubles, x: Doubles, ends: bool = False) -> FloatPlane:
    """Height of a curve (Nx2, along and above the eye) over positions along the eye; beyond it that of its ends, where
    ``ends`` tells that lash lines go on level, or along its last piece."""
    order = np.argsort(curve[:, 0])
    along, above = curve[order, 0], curve[order, 1]
    found = np.interp(x, along, above)
    if not ends:
        slope = (above[-1] - above[-2]) / max(along[-1] - along[-2], 1e-3)
        found = found + np.clip(x - along[-1], 0, 0.4) * min(slope, 0.0)
    return np.asarray(found, np.float32)
