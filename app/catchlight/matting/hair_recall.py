"""Hair that a matte missed: burnt out before a bright sky it looks like the sky, but parsing knows it by its place.

There the person's colour is known, white: how much of it a pixel holds is told by the colours of the background beside it.
This is of the person's matte; the matte of the hair itself is in ``hair/mask/strand_matte.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import blur_within_mask, disc, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_EMPTY = 0.5
_HAIR, _SURE = 0.5, 0.7
"""Parsed shares of hair: of all that was missed, and of what tells that it was."""
_WIDE_CM, _LEAST_CM2 = 0.3, 1.5
"""Half the width and the surely parsed size from which hair was missed: gaps between curls, which parsing takes for hair, are
smaller or less sure."""
_BURNT, _MOST = 240, 0.6
"""Least channel of what is burnt out, and the share of a piece that must be: colours that are seen a matte judges better."""
_SEAM_CM, _NEAR_CM, _FADE_CM = 0.15, 1.6, 0.25
"""Width of a seam between what was missed and what was found, how far around hair is looked for, and its last part."""
_INNER, _TRACE, _LITTLE = 0.6, (0.005, 0.02), 0.06
"""Parsed shares of hair: inside, from which there may be any, and up to which colours are the background's."""
_BACK, _GLARE_CM = 0.02, 0.1
"""Alpha of what is background, and how far from burnt-out places."""
_REACH_CM, _SAMPLE = 1.2, 0.8
"""How far around colours of the background are looked for, and the Gaussian width of a sample in pixels."""
_ASTRAY = 0.02
"""Distance of a colour from the line between white and that of a background, sRGB, at which it is hardly believed."""
_NONE, _ALL = 0.15, 0.85
"""Shares of white below which a pixel is background, and from which it is hair."""
_RAYS = 8
"""Directions in which they are looked for, at half the way and the whole."""
_ALONE_CM, _LONELY = 0.15, (0.1, 0.4)
"""How far around, and from which mean share, single hairs belong to others."""


def recover_hair_alpha(rgb: ByteImage, alpha: FloatPlane, hair: FloatPlane, cm: float) -> FloatPlane | None:
    """Alpha of the hair that ``alpha`` missed and of its single hairs, HxW in 0..1; None where it missed none.

    rgb: HxWx3. alpha, hair: HxW, of a matte and as parsed. cm: pixels for one cm.
    """
    import cv2

    missed = _missed(rgb, alpha, hair, cm)
    if missed is None:
        return None
    burnt = vec3.smallest(rgb) > _BURNT
    inside = (hair > _INNER) & ((alpha > _EMPTY) | ((missed > 0) & burnt))
    solid: Any = cv2.morphologyEx(inside.astype(np.uint8), cv2.MORPH_CLOSE, disc(_SEAM_CM * cm))
    close: Any = cv2.dilate(missed, disc(_NEAR_CM * cm))
    rim = (close > 0) & (solid == 0) & (hair > _TRACE[0])
    glare = cv2.dilate(burnt.astype(np.uint8), disc(_GLARE_CM * cm))
    back = (alpha < _BACK) & (hair < _LITTLE) & (glare == 0)
    result = np.asarray(solid & close, np.float32)
    if rim.any() and back.any():
        fading = ramp(gaussian_blur(close.astype(np.float32), _FADE_CM * cm), 0.5, 1) * ramp(hair, *_TRACE)
        result[rim] = _white(rgb.astype(np.float32) / np.float32(255), rim, back, _REACH_CM * cm) * fading[rim]
        result[rim] *= ramp(gaussian_blur(result, _ALONE_CM * cm), *_LONELY)[rim]
    return result


def _missed(rgb: ByteImage, alpha: FloatPlane, hair: FloatPlane, cm: float) -> Any:
    """Where a matte missed burnt-out hair, HxW uint8, or None."""
    import cv2

    lost: Any = ((hair > _HAIR) & (alpha < _EMPTY)).astype(np.uint8)
    count, pieces = cv2.connectedComponents(cv2.morphologyEx(lost, cv2.MORPH_OPEN, disc(_WIDE_CM * cm)))
    sure = np.bincount(pieces.ravel(), (hair > _SURE).ravel(), count)
    burnt = np.bincount(pieces.ravel(), (vec3.smallest(rgb) > _BURNT).ravel(), count)
    large = (sure > _LEAST_CM2 * cm**2) & (burnt > _MOST * np.bincount(pieces.ravel(), minlength=count))
    large[0] = False
    return large[pieces].astype(np.uint8) if large.any() else None


def _white(image: FloatImage, at: Mask, back: Mask, reach: float) -> FloatPlane:
    """Shares of white in the pixels ``at``, N: of the lines from white to colours of the background about a pixel, those tell
    that it lies on."""
    own = image[at]
    colours = blur_within_mask(image, back.astype(np.float32), _SAMPLE).reshape(-1, 3)
    closest = _nearest(back)
    total, weight = np.zeros(len(own), np.float32), np.full(len(own), 1e-6, np.float32)
    for rows, columns in _around(at, reach):
        sample = colours[closest[rows, columns]]
        line = 1 - sample
        share = ((own - sample) * line).sum(axis=1) / np.maximum((line * line).sum(axis=1), 1e-3)
        share = np.clip(share, 0, 1)
        astray = own - sample - share[:, None] * line
        believed = np.exp(-(astray * astray).sum(axis=1) / (2 * _ASTRAY**2)) + np.float32(1e-6)
        total += believed * share
        weight += believed
    return np.asarray(np.clip((total / weight - _NONE) / (_ALL - _NONE), 0, 1), np.float32)


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
