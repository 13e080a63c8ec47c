"""The finest detail: noise out, sharpness in or out, grain on top. Planes are I, P or T of a part with a margin."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import FloatPlane

_LEVELS = (0.8, 1.6, 3.2)
_GAUSS_NOISE = (0.86, 0.36, 0.17)
"""Standard deviation of unit white noise in each level of the ladder of blurs."""
_TILE = 1024


def margin(sharpness: float, size: float, noise_reduction: float) -> int:
    """Pixels around a part of the picture that these filters look at."""
    widest = _width(sharpness, size) if sharpness else 0.0
    if noise_reduction:
        widest = max(widest, sum(_LEVELS))
    return math.ceil(4 * widest) + 1 if widest else 0


def denoise(plane: FloatPlane, noise: float, strength: float) -> FloatPlane:
    """A plane without its noise: a ladder of blurs, each level's small values shrunk (wavelet shrinkage, Donoho 1995).

    noise: its standard deviation. Values well above the noise, edges and lashes, pass unchanged.
    """
    import cv2

    rest: Any = plane
    kept: Any = None
    for sigma, share in zip(_LEVELS, _GAUSS_NOISE, strict=True):
        blurred = cv2.GaussianBlur(rest, (0, 0), sigma, borderType=cv2.BORDER_REFLECT)
        level = cv2.subtract(rest, blurred)
        threshold = np.float32((strength * share * noise) ** 2)
        power = cv2.multiply(level, level)
        level *= power / (power + threshold)
        kept = level if kept is None else cv2.add(kept, level, dst=kept)
        rest = blurred
    return np.asarray(cv2.add(rest, kept), np.float32)


def sharpen(lightness: FloatPlane, amount: float, size: float, noise: float) -> FloatPlane:
    """I with its finest detail made stronger (amount 0..1) or weaker (-1..0).

    size: the picture's pixels by those of a 12-megapixel one, in length; noise: what is below it is not sharpened.
    """
    import cv2

    blurred = cv2.GaussianBlur(lightness, (0, 0), _width(amount, size), borderType=cv2.BORDER_REFLECT)
    detail: Any = cv2.subtract(lightness, blurred)
    if amount < 0:
        return np.asarray(cv2.scaleAdd(detail, amount, lightness), np.float32)
    floor = np.float32((0.6 * noise + 0.0015) ** 2)
    power = cv2.multiply(detail, detail)
    detail *= power / (power + floor)
    # Overshoot of strong edges is what shows as a bright or dark seam.
    detail /= 1 + np.abs(detail) * np.float32(7.0)
    return np.asarray(np.maximum(cv2.scaleAdd(detail, 1.9 * amount, lightness), 0), np.float32)


def _width(amount: float, size: float) -> float:
    return (0.75 if amount > 0 else 1.6) * max(0.6, min(2.2, size))


def with_grain(lightness: FloatPlane, amount: float, size: float, top: int, left: int) -> FloatPlane:
    """I with grain as of silver: clumps of some pixels, most visible in the middle tones, none in white."""
    # The pattern is one large tile that repeats; each part of the picture takes its own place of it.
    tile = _grain_tile(round(max(0.55, 1.05 * size), 2))
    y, x = top % _TILE, left % _TILE
    height, width = lightness.shape
    if y + height <= _TILE and x + width <= tile.shape[1]:
        grain = tile[y : y + height, x : x + width]
    else:
        grain = tile[np.ix_((top + np.arange(height)) % _TILE, (left + np.arange(width)) % _TILE)]
    inside = np.clip(lightness, 0, 1)
    weight = np.sqrt(inside * (np.float32(1.02) - inside))
    weight *= grain
    weight *= np.float32(0.115 * amount)
    weight += lightness
    return np.asarray(np.maximum(weight, 0, out=weight), np.float32)


@lru_cache(maxsize=4)
def _grain_tile(sigma: float) -> npt.NDArray[np.float32]:
    """Unit noise without the finest and without coarse structure, seamless."""
    import cv2

    random = np.random.default_rng(20251).standard_normal((_TILE, _TILE)).astype(np.float32)
    reach = math.ceil(8 * sigma)
    padded = np.pad(random, reach, mode="wrap")
    fine = cv2.GaussianBlur(padded, (0, 0), sigma)
    coarse = cv2.GaussianBlur(padded, (0, 0), 2.6 * sigma)
    tile = (fine - 0.6 * coarse)[reach:-reach, reach:-reach]
    # np.tile would hold up all of Python.
    return np.concatenate([tile / tile.std()] * 6, axis=1, dtype=np.float32)
