"""OKLab, in which equal steps look equal (Ottosson 2020, https://bottosson.github.io/posts/oklab/, public domain).

Scaling linear light by a factor scales L, a and b alike by its cube root: shading and colour come apart cleanly. Arrays of any
shape whose last axis holds the three channels; float32 in and out, fast enough for whole photos.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Singles
from catchlight.imaging.colour import srgb as colour

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_LMS, _FROM_LAB = np.linalg.inv(_TO_LMS), np.linalg.inv(_TO_LAB)
_MANY = 30_000
"""Values from which a table pays."""
_AT_ONCE = 30_000
"""Pixels whose lightness is found in one go: all that is made on the way stays in the processor's cache."""


def from_srgb(srgb: npt.ArrayLike) -> Singles:
    """sRGB in 0..1, colours in the last axis, to L (0..1), a, b (about -0.4..0.4)."""
    return from_linear(linear(srgb))


def from_linear(light: npt.ArrayLike) -> Singles:
    """Linear light to OKLab."""
    lms = _mixed(np.asarray(light, np.float32), _TO_LMS)
    return _mixed(np.cbrt(lms, out=lms), _TO_LAB)


def lightness(light: npt.ArrayLike) -> Singles:
    """L alone of linear light."""
    import cv2

    light = np.asarray(light, np.float32)
    flat = np.ascontiguousarray(light).reshape(-1, 1, 3)
    found = np.empty((len(flat), 1), np.float32)
    for start in range(0, len(flat), _AT_ONCE):
        part = np.s_[start : start + _AT_ONCE]
        lms = _mixed(flat[part], _TO_LMS)
        found[part] = cv2.transform(np.cbrt(lms, out=lms), _TO_LAB[:1].astype(np.float32))
    return found.reshape(light.shape[:-1])


def to_linear(lab: npt.ArrayLike) -> Singles:
    """OKLab to linear light within 0..1; colours outside sRGB lose chroma, not lightness or hue."""
    lab = np.asarray(lab, np.float32)
    roots = _mixed(lab, _FROM_LAB)
    light = _mixed(roots * roots * roots, _FROM_LMS)
    low, high = _range(light)
    if low >= 0 and high <= 1:
        return light
    import cv2

    flat = light.reshape(-1, 3)
    red, green, blue = cv2.split(flat.reshape(-1, 1, 3))
    brightest = np.asarray(cv2.max(cv2.max(red, green), blue), np.float32).reshape(-1)
    darkest = np.asarray(cv2.min(cv2.min(red, green), blue), np.float32).reshape(-1)
    outside = np.flatnonzero((brightest > 1) | (darkest < 0))
    lightness = lab.reshape(-1, 3)[outside, 0]
    flat[outside] = _within(flat.take(outside, axis=0), lightness, brightest[outside], darkest[outside])
    return light


def to_srgb(lab: npt.ArrayLike) -> Singles:
    """OKLab to sRGB within 0..1; colours outside sRGB lose chroma, not lightness or hue."""
    return srgb(to_linear(lab))


def from_hex(text: str) -> Singles:
    """OKLab of ``#rrggbb``. Raises ValueError."""
    rgb = colour.parse_hex(text)
    if rgb is None:
        raise ValueError(f"{text!r} is no #rrggbb colour")
    return of_colour(rgb)


def to_hex(lab: npt.ArrayLike) -> str:
    red, green, blue = (int(value) for value in np.round(to_srgb(lab) * 255))
    return f"#{red:02X}{green:02X}{blue:02X}"


def of_colour(rgb: tuple[int, int, int]) -> Singles:
    """OKLab of one sRGB colour given in 0..255."""
    return from_srgb(np.array(rgb, np.float32) / np.float32(255))


def chroma(lab: Singles) -> Singles:
    """Distance from grey."""
    return np.asarray(np.hypot(lab[..., 1], lab[..., 2]), np.float32)


def linear(srgb: npt.ArrayLike) -> Singles:
    """``colour.to_linear`` for large arrays: sRGB in 0..1 (a little more or less too) to linear light."""
    import cv2

    rgb = np.ascontiguousarray(srgb, np.float32)
    low, high = _range(rgb)
    if rgb.size >= _MANY and low >= 0 and high <= 1:
        return _looked_up(_linear_table(), rgb)
    flat = rgb.reshape(-1, 1)
    curved = cv2.pow(np.maximum(flat + np.float32(0.055), 0) / np.float32(1.055), 2.4)
    return np.asarray(np.where(flat <= 0.04045, flat / np.float32(12.92), curved), np.float32).reshape(rgb.shape)


def srgb(light: npt.ArrayLike) -> Singles:
    """``colour.to_srgb`` for large arrays: linear light, cut to 0..1, to sRGB."""
    light = np.clip(np.asarray(light, np.float32), 0, 1)
    # Over the root, so that the dark end has steps enough.
    return _looked_up(_srgb_table(), np.sqrt(light, out=light))


def _looked_up(table: Singles, values: Singles) -> Singles:
    """The table's entries for values in 0..1; its steps are finer than those of 16-bit pixels."""
    if not values.size:
        return values
    import cv2

    flat = np.ascontiguousarray(values).reshape(-1, 1)
    places: Any = cv2.addWeighted(flat, len(table) - 1, flat, 0, 0, dtype=cv2.CV_16U)
    return np.asarray(cv2.LUT(places, table), np.float32).reshape(values.shape)


@lru_cache(maxsize=1)
def _linear_table() -> Singles:
    return np.asarray(colour.to_linear(np.linspace(0, 1, 65536, dtype=np.float32)), np.float32)


@lru_cache(maxsize=1)
def _srgb_table() -> Singles:
    return np.asarray(colour.to_srgb(np.linspace(0, 1, 65536, dtype=np.float32) ** 2), np.float32)


def _range(array: Singles) -> tuple[float, float]:
    """Smallest and largest value; 0, 0 of nothing."""
    return (float(array.min()), float(array.max())) if array.size else (0.0, 0.0)


def _mixed(array: Singles, matrix: npt.NDArray[np.float64]) -> Singles:
    import cv2

    flat = np.ascontiguousarray(array).reshape(-1, 1, 3)
    return np.asarray(cv2.transform(flat, matrix.astype(np.float32)), np.float32).reshape(array.shape)


def _within(light: Singles, lightness: Singles, brightest: Singles, darkest: Singles) -> Singles:
    """Nx3 linear light drawn towards the grey of the same lightness (N) until it fits into 0..1. brightest, darkest: N, of its
    channels."""
    grey = np.clip(lightness, 0, 1) ** 3
    least = np.float32(1e-30)
    share = np.minimum((1 - grey) / np.maximum(brightest - grey, least), grey / np.maximum(grey - darkest, least))
    share = np.clip(share, 0, 1)[:, None]
    grey = grey[:, None]
    return np.asarray(np.clip(grey + (light - grey) * share, 0, 1), np.float32)
