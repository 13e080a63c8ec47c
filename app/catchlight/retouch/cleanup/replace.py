"""Laying what belongs there over what is to go, with the grain of the photo."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.picture import FloatImage, Pixels
from catchlight.retouch.area import Area

_LEAST = 0.02
"""Coverage below which a pixel is left alone."""


def lay_over(pixels: Pixels, area: Area, instead: FloatImage, grain: float = 0.0, seed: int = 0) -> Pixels:
    """A copy with ``instead`` in place of an area; every pixel outside, and alpha, is identical.

    instead: sRGB in 0..1, hxwx3 over the area's box at any size. grain: deviation of the noise that is laid on it, in full scale.
    """
    import cv2

    x0, y0, x1, y1 = area.box
    touched = area.mask > _LEAST
    result: Any = pixels.copy()
    if not touched.any():
        return pixels
    top = np.float32(np.iinfo(pixels.dtype).max)
    full = np.asarray(cv2.resize(instead, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), np.float32)
    new = full[touched]
    if grain > 0:
        noise = inpaint.grain_noise(np.random.default_rng(seed), touched.shape)[touched]
        new += noise[:, None] * np.float32(grain)
    part = result[y0:y1, x0:x1, :3]
    old = part[touched].astype(np.float32) / top
    mixed = old + area.mask[touched][:, None] * (new - old)
    part[touched] = np.round(np.clip(mixed, 0, 1) * top).astype(pixels.dtype)
    changed: Pixels = result
    return changed
