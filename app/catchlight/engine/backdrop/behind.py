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
_COMMON, _PERSONAL = 0.025, 0.04
"""Gaussian widths within which colours are the same, sRGB: of a background and of a person, whose colours vary more."""
_RARE = 0.04
"""Share of the person's samples that any colour is thought to have: few samples never show all colours of hair."""
_ODDS = (0.2, 0.9)
"""Likelihood of the background by how common a colour is on both sides: from no trust to full."""
_EVEN, _OTHER = (0.15, 0.35), (0.05, 0.1)
"""Share of the background's samples that are the same, and distance to the person's nearest: from no trust to full."""
_GRAIN, _SAMPLE, _SOFT, _SHARP = 0.7, 1.2, 1.0, 0.6
"""Gaussian widths in pixels: of what is compared, of samples, and of what is told by the nearest colour and by all."""


def behind(image: FloatImage, alpha: FloatPlane, sides: tuple[Mask, Mask], cm: float) -> FloatImage:
    """How surely each pixel is of a background close by and of nothing of the person, HxWx2 in 0..1; 0 where alpha is sure.

    First told by the nearest colours of both sides, where those are far apart; then by how common its colour is on both: a smooth
    wall has few colours, and hair has them only by chance. image: HxWx3 sRGB in 0..1. alpha: HxW. sides: where it is surely
    the person, and surely background. cm: pixels for one cm.
    """
    import cv2

    near, common = np.zeros_like(alpha), np.zeros_like(alpha)
    doubted = (alpha > _DOUBTED[0]) & (alpha < _DOUBTED[1])
    if not doubted.any() or not all(side.any() for side in sides):
        return np.dstack([near, common])
    own = np.asarray(cv2.GaussianBlur(image, (0, 0), _GRAIN)[doubted], np.float32)
    (fore, owned), (back, shared) = both(
        lambda: _away(image, own, doubted, sides[0], _REACH_CM * cm, _PERSONAL),
        lambda: _away(image, own, doubted, sides[1], _REACH_CM * cm, _COMMON),
    )
    nearer = ramp((fore + _VAGUE) / (back + _VAGUE), *_NEARER)
    near[doubted] = ramp(back, *_LIKE) * nearer * ramp(fore, *_OWN)
    odds = shared / (shared + owned * (_COMMON / _PERSONAL) ** 3 + _RARE)
    common[doubted] = odds * ramp(shared, *_EVEN) * ramp(fore, *_OTHER)
    return np.dstack([blurred(near, _SOFT), ramp(blurred(common, _SHARP), *_ODDS)]).astype(np.float32)


def _away(
    image: FloatImage, own: FloatImage, at: Mask, side: Mask, reach: float, width: float
) -> tuple[FloatPlane, FloatPlane]:
    """How far colours (Nx3, of the pixels ``at``) are from the nearest of those that a side has about them, and the share of
    those that are the same within a Gaussian width; N each."""
    colours = within(image, side.astype(np.float32), _SAMPLE).reshape(-1, 3)
    closest = nearest(side)
    least, same = np.full(len(own), np.inf, np.float32), np.zeros(len(own), np.float32)
    for rows, columns in around(at, reach):
        away = own - colours[closest[rows, columns]]
        squared = (away * away).sum(axis=1)
        least = np.minimum(least, squared)
        same += np.exp(squared * np.float32(-0.5 / width**2))
    return np.asarray(np.sqrt(least), np.float32), same / np.float32(1 + 2 * _RAYS)


def nearest(side: Mask) -> npt.NDArray[np.int64]:
    """For each pixel the flat index of the nearest that a mask covers, HxW."""
    import cv2

    outside = (~side).astype(np.uint8)
    _, labels = cv2.distanceTransformWithLabels(outside, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    index = np.zeros(int(labels.max()) + 1, np.int64)
    index[labels[side]] = np.flatnonzero(side)
    found: npt.NDArray[np.int64] = index[labels]
    return found


def around(at: Mask, reach: float) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Rows and columns of a mask's pixels, and of pixels around each."""
    rows, columns = np.nonzero(at)
    yield rows, columns
    for angle in np.arange(_RAYS) * 2 * np.pi / _RAYS:
        for length in (0.5 * reach, reach):
            y, x = round(float(length * np.sin(angle))), round(float(length * np.cos(angle)))
            yield np.clip(rows + y, 0, at.shape[0] - 1), np.clip(columns + x, 0, at.shape[1] - 1)
