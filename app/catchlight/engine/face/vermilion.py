"""The red of lips that a broad smile stretched thin: given back where skin came to lie inside the relaxed lip."""

from __future__ import annotations

import numpy as np

from catchlight.engine.face.drawing import Array, Frame, blurred, brightest, median_colours
from catchlight.engine.face.reading import FaceReading
from catchlight.engine.face.shape import Shape
from catchlight.engine.face.topology import LIP_IN_LOWER, LIP_IN_UPPER, LIP_OUT_LOWER, LIP_OUT_UPPER
from catchlight.engine.picture import FloatImage, FloatPlane

_SHARE = 0.75
_LEAST = 0.06
"""Difference of lips from skin, in log colour, below which there is no red to give."""


def restored(reading: FaceReading, shape: Shape, frame: Frame, pixels: FloatImage) -> tuple[FloatImage, FloatPlane]:
    """The pixels of ``frame`` with lip colour inside the closed lips, and where (0..1) they changed."""
    unchanged = np.zeros(frame.shape, np.float32)
    lips = reading.pixels[reading.covers.lips > 0.6]
    if len(lips) < 20:
        return pixels, unchanged
    around = reading.points[[18, 83, 313, 200, 164], :2]
    skin = np.median(median_colours(reading.pixels, around, 0.12 * reading.cm), axis=0)
    step = np.log(np.maximum(np.median(lips, axis=0), 4)) - np.log(np.maximum(skin, 4))
    size = float(step @ step)
    if size < _LEAST**2:
        return pixels, unchanged
    after = reading.points[:, :2] + shape.moved[:, :2]
    area = np.maximum(
        frame.polygon(_ring(after, LIP_OUT_UPPER, LIP_IN_UPPER)),
        frame.polygon(_ring(after, LIP_IN_LOWER, LIP_OUT_LOWER)),
    )
    area = blurred(area, 0.09 * reading.cm)
    tones = np.log(np.maximum(blurred(pixels, 0.06 * reading.cm), 4)) - np.log(np.maximum(skin, 4))
    along = tones @ step / size
    bright = np.clip((0.75 - brightest(tones)) / 0.4, 0, 1)
    lacking = np.clip(1 - np.clip(along, 0, 1), 0, 1) * area * bright * np.float32(_SHARE * shape.sealed)
    lacking = np.asarray(blurred(np.asarray(lacking, np.float32), 0.05 * reading.cm), np.float32)
    gain = np.exp(lacking[..., None] * step.astype(np.float32))
    return np.asarray(pixels * gain, np.float32), np.clip(lacking * 8, 0, 1)


def _ring(points: Array, upper: tuple[int, ...], lower: tuple[int, ...]) -> Array:
    ring: Array = points[[*upper, *lower[::-1]]]
    return ring
