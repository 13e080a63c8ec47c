"""Background that a veil of hair is taken for: told by the very colours that stand close by, not by their mean.

Before stones, shelves or a window no mean says what lies behind a pixel, but one of the colours beside it does (as samples do
in robust matting, Wang and Cohen 2007).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import FloatImage, FloatPlane
from catchlight.engine.retouch.bands import blurred, ramp, within
from catchlight.engine.side_by_side import both

Mask = npt.NDArray[np.bool_]

_DOUBTED = (0.01, 0.99)
_REACH_CM, _RAYS = 0.6, 8
"""How far around a pixel colours of both sides are looked for: at half the way and the whole, in so many directions."""
_LIKE = (0.04, 0.014)
"""Distance to a colour of the background, sRGB: from no likeness to all."""
_NEARER = (2.0, 5.0)
_OWN = (0.15, 0.3)
"""How many times further the person's colours must be, and how far, sRGB: from no trust to full."""
_VAGUE = 0.01
_GRAIN, _SAMPLE, _SOFT = 0.7, 1.2, 1.0
"""Gaussian widths in pixels: of what is compared, of samples, and of what is told."""


def behind(image: FloatImage, alpha: FloatPlane, sides: tuple[Mask, Mask], cm: float) -> FloatPlane:
    """How surely each pixel is of a background close by and of nothing of the person, HxW in 0..1; 0 where alpha is sure.

    image: HxWx3 sRGB in 0..1. alpha: HxW. sides: where it is surely the person, and surely background. cm: pixels for one cm.
    """
    import cv2

    result = np.zeros_like(alpha)
    doubted = (alpha > _DOUBTED[0]) & (alpha < _DOUBTED[1])
    if not doubted.any() or not all(side.any() for side in sides):
        return result
    own = np.asarray(cv2.GaussianBlur(image, (0, 0), _GRAIN)[doubted], np.float32)
    fore, back = both(*(lambda side=side: _away(image, own, doubted, side, _REACH_CM * cm) for side in sides))
    nearer = ramp((fore + _VAGUE) / (back + _VAGUE), *_NEARER)
    result[doubted] = ramp(back, *_LIKE) * nearer * ramp(fore, *_OWN)
    return np.asarray(blurred(result, _SOFT), np.float32)


def _away(image: FloatImage, own: FloatImage, at: Mask, side: Mask, reach: float) -> FloatPlane:
    """How far colours (Nx3, of the pixels ``at``) are from the nearest of those that a side has about them, N."""
    colours = within(image, side.astype(np.float32), _SAMPLE).reshape(-1, 3)
    nearest = _nearest(side)
    least = np.full(len(own), np.inf, np.float32)
    for rows, columns in _around(at, reach):
        away = own - colours[nearest[rows, columns]]
        least = np.minimum(least, (away * away).sum(axis=1))
    return np.asarray(np.sqrt(least), np.float32)


def _nearest(side: Mask) -> npt.NDArray[np.int64]:
    """For each pixel the flat index of the nearest that a mask covers, HxW."""
    import cv2

    outside = (~side).astype(np.uint8)
    _, labels = cv2.distanceTransformWithLabels(outside, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    index = np.zeros(int(labels.max()) + 1, np.int64)
    index[labels[side]] = np.flatnonzero(side)
    found: npt.NDArray[np.int64] = index[labels]
    return found


def _around(at: Mask, reach: float) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Rows and columns of a mask's pixels, and of pixels around each."""
    rows, columns = np.nonzero(at)
    yield rows, columns
    for angle in np.arange(_RAYS) * 2 * np.pi / _RAYS:
        for length in (0.5 * reach, reach):
            y, x = round(float(length * np.sin(angle))), round(float(length * np.cos(angle)))
            yield np.clip(rows + y, 0, at.shape[0] - 1), np.clip(columns + x, 0, at.shape[1] - 1)
