"""Pixels to linear light by table."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import FloatImage, Pixels


def linear(pixels: Pixels) -> FloatImage:
    """HxWx3 linear light of HxWx3 or x4 sRGB pixels of 8 or 16 bit (IEC 61966-2-1)."""
    import cv2

    table = _table(256 if pixels.dtype == np.uint8 else 65536)
    return np.asarray(cv2.LUT(np.ascontiguousarray(pixels[..., :3]), table), np.float32)


@lru_cache(maxsize=2)
def _table(entries: int) -> npt.NDArray[np.float32]:
    srgb = np.arange(entries, dtype=np.float64) / (entries - 1)
    made = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(made, np.float32)
