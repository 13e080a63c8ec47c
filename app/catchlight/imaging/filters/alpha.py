"""Straight alpha where pixels are mixed: colours count by their opacity, and what lies under alpha 0 is never seen.

References:
    T. Porter, T. Duff, "Compositing digital images", SIGGRAPH 1984, doi:10.1145/800031.808606.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from catchlight.imaging.inpaint import fill_smoothly
from catchlight.imaging.picture import Pixels


def premultiply(pixels: Any) -> Any:
    """HxWx4 of straight alpha as float32: colours times opacity, and alpha, both in the range of the pixels' type."""
    alpha = pixels[..., 3:].astype(np.float32)
    return np.dstack([pixels[..., :3] * (alpha / np.float32(np.iinfo(pixels.dtype).max)), alpha]).astype(np.float32)


def unpremultiply(parts: Any, dtype: Any) -> Pixels:
    """The same back: straight alpha, rounded to the nearest level of ``dtype``; colours without opacity are black."""
    top = np.float32(np.iinfo(dtype).max)
    colours = parts[..., :3] * (top / np.maximum(parts[..., 3:], 1e-3))
    made: Any = np.round(np.clip(np.dstack([colours, parts[..., 3:]]), 0, top)).astype(dtype)
    return cast(Pixels, made)


def reduce_by_area(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """HxWx3 or HxWx4 at a smaller ``size`` (width, height), of the same type: means over areas, where colours count by their
    opacity."""
    import cv2

    source: Any = pixels
    if pixels.shape[2] == 3:
        return cast(Pixels, np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_AREA)))
    if pixels.dtype != np.uint8:
        return unpremultiply(cv2.resize(premultiply(source), size, interpolation=cv2.INTER_AREA), pixels.dtype)
    # Products of two bytes fit into 16 bits: half the memory of floats.
    parts = np.empty(pixels.shape, np.uint16)
    np.multiply(source[..., :3], source[..., 3:], out=parts[..., :3], dtype=np.uint16)
    np.multiply(source[..., 3], np.uint16(255), out=parts[..., 3], dtype=np.uint16)
    mean = np.asarray(cv2.resize(parts, size, interpolation=cv2.INTER_AREA), np.float32)
    made: Any = unpremultiply(mean / np.float32(255), np.uint8)
    made[..., 3] = cv2.resize(source[..., 3], size, interpolation=cv2.INTER_AREA)  # rounded once
    return cast(Pixels, made)


def visible_colours(pixels: Pixels) -> Pixels:
    """HxWx3: the colours, and in the place of those that alpha 0 hides the visible ones around them: for filters that look at
    each pixel's surroundings. The very colours where nothing is hidden, or everything."""
    colours: Any = pixels[..., :3]
    if pixels.shape[2] == 3:
        return cast(Pixels, colours)
    shown = pixels[..., 3] > 0
    if shown.all() or not shown.any():
        return cast(Pixels, colours)
    filled = fill_smoothly(colours.astype(np.float32), shown.astype(np.float32))
    top = np.float32(np.iinfo(pixels.dtype).max)
    made: Any = np.where(shown[..., None], colours, np.round(np.clip(filled, 0, top)).astype(pixels.dtype))
    return cast(Pixels, made)
