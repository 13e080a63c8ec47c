"""How a lens draws what is out of focus: a disc with a faintly brighter rim, in linear light."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from catchlight.imaging.picture import FloatImage, FloatPlane

_REACH = 9.0
"""Radius in pixels at which discs are drawn; wider ones at a reduced size."""
_RIM = 0.22
"""By how much the rim outshines the middle: spherical aberration of common portrait lenses."""
_SMALLEST = 0.35


def out_of_focus(light: FloatImage, radius: float) -> FloatImage:
    """HxWxC linear light (premultiplied where a channel is coverage) seen through a disc of ``radius`` pixels."""
    import cv2

    if radius < _SMALLEST:
        return light
    height, width = light.shape[:2]
    step = max(1.0, radius / _REACH)
    small = light
    if step > 1:
        size = (max(2, round(width / step)), max(2, round(height / step)))
        small = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    drawn = cv2.filter2D(small, -1, _disc(round(radius / step, 3)), borderType=cv2.BORDER_REFLECT)
    if step > 1:
        drawn = cv2.resize(cv2.GaussianBlur(drawn, (0, 0), 0.6), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.maximum(drawn, 0), np.float32)


@lru_cache(maxsize=32)
def _disc(radius: float) -> FloatPlane:
    line = np.arange(-int(radius) - 1, int(radius) + 2, dtype=np.float32)
    away = np.hypot(line[:, None], line[None])
    disc = np.clip(radius + 0.5 - away, 0, 1) * (1 + _RIM * np.clip((away / radius - 0.65) / 0.35, 0, 1))
    return np.asarray(disc / disc.sum(), np.float32)
