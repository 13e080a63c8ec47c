"""The red of lips that a broad smile stretched thin: given back where skin came to lie inside the relaxed lip."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import LIP_IN_LOWER, LIP_IN_UPPER, LIP_OUT_LOWER, LIP_OUT_UPPER
from catchlight.expression.soft_shapes import CropWindow, max_channel, median_colours
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

_SHARE = 0.75
_EDGE_CM = 0.07
"""Softness of the red's outer border."""
_LEAST = 0.06
"""Difference of lips from skin, in log colour, below which there is no red to give."""


def restore_lip_colour(
    reading: FaceReading, shape: Shape, frame: CropWindow, pixels: FloatImage
) -> tuple[FloatImage, FloatPlane]:
    """The pixels of ``frame`` with lip colour inside the closed lips, and where (0..1) they changed."""
    changed = np.zeros(frame.shape, np.float32)
    around = reading.points[[18, 83, 313, 200, 164], :2]
    skin = np.median(median_colours(reading.pixels, around, 0.12 * reading.cm), axis=0).astype(float)
    after = reading.points[:, :2] + shape.moved[:, :2]
    for ring in ((LIP_OUT_UPPER, LIP_IN_UPPER), (LIP_IN_LOWER, LIP_OUT_LOWER)):
        step = _step(reading, ring, skin)
        size = float(step @ step)
        if size < _LEAST**2:
            continue
        area = np.clip(
            gaussian_blur(frame.polygon(_ring(after, *ring)), _EDGE_CM * reading.cm, EXACT) * np.float32(1.2), 0, 1
        )
        tones = np.log(np.maximum(gaussian_blur(pixels, 0.06 * reading.cm, EXACT), 4)) - np.log(np.maximum(skin, 4))
        along = tones @ step / size
        bright = np.clip((0.75 - max_channel(tones)) / 0.4, 0, 1)
        lacking = (1 - np.clip(along, 0, 1)) * area * bright * np.float32(_SHARE * shape.sealed)
        lacking = np.asarray(gaussian_blur(np.asarray(lacking, np.float32), 0.05 * reading.cm, EXACT), np.float32)
        pixels = np.asarray(pixels * np.exp(lacking[..., None] * step.astype(np.float32)), np.float32)
        changed = np.maximum(changed, np.clip(lacking * 8, 0, 1))
    return pixels, changed


def _step(reading: FaceReading, ring: tuple[tuple[int, ...], tuple[int, ...]], skin: Doubles) -> Doubles:
    """From skin to one lip in log colour, as the picture shows that lip, or both where it shows too little of it; 0: none."""
    frame = reading.frame([*ring[0], *ring[1]], 0.1)
    lips = reading.covers.lips > 0.6
    one = reading.pixels[frame.cut][lips[frame.cut] & (frame.polygon(_ring(reading.points[:, :2], *ring)) > 0.9)]
    if len(one) < 20:
        one = reading.pixels[lips]
    if len(one) < 20:
        return np.zeros(3)
    return np.asarray(np.log(np.maximum(np.median(one, axis=0), 4)) - np.log(np.maximum(skin, 4)), float)


def _ring(points: Doubles, upper: tuple[int, ...], lower: tuple[int, ...]) -> Doubles:
    ring: Doubles = points[[*upper, *lower[::-1]]]
    return ring
