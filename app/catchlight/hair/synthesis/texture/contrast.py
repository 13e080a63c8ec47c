"""Contrast of hair at each width, from single strands to locks: measured on the photo's own hair, given to the new one."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from catchlight.core.threads import both, each
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

_WIDTHS_CM = (0.07, 0.25, 0.9)
"""Blurs between which a band lies: strands, bundles, locks; what is broader is the light's and stays."""
_LEAST, _MOST = (0.8, 0.6, 0.45), 1.7
"""How far a band is lessened or raised: another cut has other locks, and little contrast cannot be made much."""
DARK_OFFSET = 6.0
"""Added to brightness (0..255) before contrast is compared, so that black's noise counts little."""
_BLURS = (0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.6)
"""Pixels of blur among which the one is taken that makes drawn hair no finer than the photo's own."""
_RAISED = 0.45
"""Brightness changes at most by this factor less one from pixel to pixel."""
_ROWS = 128
_SIDE = (8, 640)
"""Pixels that are too few to be measured, and as many as tell enough."""
_BRAIDED = 0.2
"""Contrast of bundles from which hair is braided."""

Contrast = tuple[float, ...]
"""Deviation of each band's logarithm of brightness."""


def measure_contrast(rgb: FloatImage, where: Mask, cm: float) -> Contrast | None:
    """Contrast of the hair in ``where`` (HxW) of an HxWx3 picture, 0..255; None where there is too little of it."""
    if where.sum() < 2 * cm * cm:
        return None
    inside = where.astype(np.float32)
    return tuple(float(band[where].std()) for band in _bands(_light(rgb), inside, cm))


def is_braided(contrast: Contrast) -> bool:
    """Whether hair of that contrast lies in braids or twists, each bundle with its own light and shade."""
    return contrast[1] >= _BRAIDED


def match_contrast(colours: FloatImage, cover: FloatPlane, wanted: Contrast, cm: float) -> FloatImage:
    """``colours`` of new hair (HxWx3, 0..255) with the contrast ``wanted`` in each band; changes and returns them. cover: HxW,
    where hair is."""
    solid = cover > 0.6
    rows, columns = np.nonzero(solid.any(axis=1))[0], np.nonzero(solid.any(axis=0))[0]
    if solid.sum() < 2 * cm * cm:
        return colours
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    image, here = colours[part], solid[part]
    bands = _bands(_light(image), (cover[part] > 0.3).astype(np.float32), cm)
    owns = each(lambda band: float(band[here].std()), bands)
    gains = [
        np.float32(np.clip(goal / max(own, 1e-4), least, _MOST) - 1)
        for own, goal, least in zip(owns, wanted, _LEAST, strict=True)
    ]

    def raised(top: int) -> None:
        some = slice(top, top + _ROWS)
        change = sum((gain * band[some] for gain, band in zip(gains, bands, strict=True)), start=np.float32(0))
        pixels = image[some]
        pixels += np.float32(DARK_OFFSET)
        vec3.scale(pixels, np.exp(np.clip(change, -_RAISED * 2, _RAISED)))
        pixels -= np.float32(DARK_OFFSET)
        np.maximum(pixels, 0, out=pixels)

    each(raised, range(0, len(image), _ROWS))
    return colours


def sample_window(where: Mask) -> tuple[slice, slice] | None:
    """Rows and columns of a picture that tell what all of it is like ``where`` (HxW) it is wanted; None where that is too
    little."""
    found = []
    for axis in (1, 0):
        line = np.cumsum(where.sum(axis=axis))
        if line.size < _SIDE[0] or line[-1] < _SIDE[0] ** 2:
            return None
        side = min(_SIDE[1], line.size)
        most = int(np.argmax(line[side - 1 :] - np.concatenate([[0], line[: line.size - side]])))
        part = slice(most, most + side)
        where = where[part] if axis else where
        found.append(part)
    return found[0], found[1]


def fine_contrast(rgb: FloatImage, where: Mask) -> tuple[float, float]:
    """Contrast within one pixel, and its share of that within some: less, the softer the lens and the smoother the hair."""
    import cv2

    light = _light(rgb)
    own = fine_deviation(light, where)
    return own, own / (float((light - cv2.GaussianBlur(light, (0, 0), 3.0))[where].std()) + 1e-6)


def fine_deviation(light: FloatPlane, where: Mask) -> float:
    """Deviation within one pixel of a plane, where told."""
    import cv2

    return float((light - cv2.GaussianBlur(light, (0, 0), 1.0))[where].std())


def blur_to_match(rgb: FloatImage, cover: FloatPlane, wanted: float, grain: FloatPlane) -> float:
    """Blur (pixels) with which drawn hair (HxWx3, 0..255) with the grain (HxW) is as fine as ``wanted``. cover: HxW, where
    it is."""
    import cv2

    solid = cover > 0.95
    part = sample_window(solid)
    if part is not None:
        softened = np.empty_like(rgb[part])
        for blur in _BLURS[:-1]:
            cv2.GaussianBlur(rgb[part], (0, 0), blur, dst=softened)
            vec3.shift(softened, grain[part])
            if fine_contrast(softened, solid[part])[1] <= wanted:
                return blur
    return _BLURS[-1]


def _light(rgb: FloatImage) -> FloatPlane:
    import cv2

    grey: Any = cv2.cvtColor(np.asarray(rgb, np.float32), cv2.COLOR_RGB2GRAY)
    return np.asarray(np.log(np.maximum(grey, 0) + np.float32(DARK_OFFSET)), np.float32)


def _bands(light: FloatPlane, weight: FloatPlane, cm: float) -> list[FloatPlane]:
    """Differences between a plane and its ever wider means within ``weight``."""
    bands, last = [], light
    for width in _WIDTHS_CM:
        sigma = max(0.7, width * cm)
        total, count = both(partial(blur_plane, light * weight, sigma), partial(blur_plane, weight, sigma))
        mean = total / (count + np.float32(1e-3))
        bands.append(np.asarray((last - mean) * weight, np.float32))
        last = mean
    return bands
