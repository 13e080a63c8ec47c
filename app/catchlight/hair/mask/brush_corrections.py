"""Correcting by hand what counts as hair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.portrait import Portrait

_SOFT = 0.15
"""Softness of a brush's rim, by its radius."""


@dataclass(frozen=True)
class BrushStroke:
    """A stroke of a brush: points and radius in pixels of the picture; it adds hair, or erases it."""

    points: tuple[tuple[float, float], ...]
    radius: float
    erase: bool = False


def apply_strokes(portrait: Portrait, hair: Hair, touches: Sequence[BrushStroke]) -> Hair:
    """``hair`` with touches of a brush, later ones over earlier; the same object where there are none. What
    is hair has then been told."""
    if not touches:
        return hair
    found = analysis.coarse_hair_of(portrait)
    x0, y0, x1, y1 = found.box
    width, height = portrait.picture.width, portrait.picture.height
    low = np.min([np.min(touch.points, axis=0) - 1.6 * touch.radius - 2 for touch in touches], axis=0)
    high = np.max([np.max(touch.points, axis=0) + 1.6 * touch.radius + 3 for touch in touches], axis=0)
    left, top = min(x0, max(0, int(low[0]))), min(y0, max(0, int(low[1])))
    right, bottom = max(x1, min(width, int(high[0]))), max(y1, min(height, int(high[1])))
    matte = np.zeros((bottom - top, right - left), np.float32)
    matte[y0 - top : y1 - top, x0 - left : x1 - left] = hair.mask / np.float32(65535)
    for touch in touches:
        _draw(matte, touch, left, top)
    corrected = analysis.build_hair(portrait, analysis.crop_to_box(portrait, found, (left, top, right, bottom)), matte)
    return replace(corrected, certainty=1.0)


def _draw(matte: FloatPlane, touch: BrushStroke, left: int, top: int) -> None:
    import cv2

    points = np.asarray(touch.points, float) - [left, top]
    margin = 1.6 * touch.radius + 2
    x0, y0 = (int(max(0, value)) for value in points.min(axis=0) - margin)
    x1, y1 = (int(max(0, value)) for value in points.max(axis=0) + margin + 1)
    part = matte[y0:y1, x0:x1]
    if not part.size:
        return
    drawn = np.zeros(part.shape, np.uint8)
    line = np.round((points - [x0, y0]) * 8).astype(np.int32)
    for point in (line[0], line[-1]):
        cv2.circle(drawn, (int(point[0]), int(point[1])), round(touch.radius * 8), 255, cv2.FILLED, shift=3)
    if len(line) > 1:
        cv2.polylines(drawn, [line], False, 255, max(1, round(2 * touch.radius)), cv2.LINE_8, shift=3)
    soft = cv2.GaussianBlur(drawn, (0, 0), max(0.6, _SOFT * touch.radius)).astype(np.float32) / np.float32(255)
    part[...] = np.minimum(part, 1 - soft) if touch.erase else np.maximum(part, soft)
