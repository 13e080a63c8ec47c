"""OKLab (Ottosson 2020, https://bottosson.github.io/posts/oklab/): the space in which colours are moved.

Scaling linear light by a factor scales L, a and b alike by its cube root: shading and colour come apart cleanly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import FloatImage

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    np.float32,
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ],
    np.float32,
)
_FROM_LAB = np.linalg.inv(_TO_LAB.astype(np.float64)).astype(np.float32)
_FROM_LMS = np.linalg.inv(_TO_LMS.astype(np.float64)).astype(np.float32)


def from_srgb(rgb: FloatImage) -> FloatImage:
    """HxWx3 sRGB in 0..1 to OKLab: L in 0..1, a and b about -0.4..0.4."""
    return from_linear(linear(rgb))


def from_linear(light: FloatImage) -> FloatImage:
    """HxWx3 linear light to OKLab."""
    import cv2

    lms = cv2.transform(light, _TO_LMS)
    return np.asarray(cv2.transform(np.cbrt(lms, out=lms), _TO_LAB), np.float32)


def to_linear(lab: FloatImage) -> FloatImage:
    """OKLab to linear light within 0..1; colours outside sRGB lose chroma, not lightness or hue."""
    import cv2

    lms = cv2.transform(lab, _FROM_LAB)
    light: FloatImage = np.asarray(cv2.transform(lms * lms * lms, _FROM_LMS), np.float32)
    outside = (light.max(axis=2) > 1) | (light.min(axis=2) < 0)
    if outside.any():
        light[outside] = _within(light[outside], lab[outside][:, :1])
    return light


def to_srgb(lab: FloatImage) -> FloatImage:
    """OKLab to sRGB within 0..1."""
    return srgb(to_linear(lab))


def of_colour(rgb: tuple[int, int, int]) -> npt.NDArray[np.float32]:
    """OKLab of one sRGB colour given in 0..255."""
    return from_srgb(np.array([[rgb]], np.float32) / np.float32(255))[0, 0]


def linear(rgb: FloatImage) -> FloatImage:
    """``colour.to_linear`` for large arrays: sRGB in 0..1 to linear light."""
    import cv2

    high = cv2.pow(np.maximum(rgb + np.float32(0.055), 0) / np.float32(1.055), 2.4)
    return np.asarray(np.where(rgb <= 0.04045, rgb / np.float32(12.92), high), np.float32)


def srgb(light: FloatImage) -> FloatImage:
    """``colour.to_srgb`` for large arrays: linear light in 0..1 to sRGB."""
    import cv2

    light = np.clip(light, 0, 1)
    high = cv2.pow(light, 1 / 2.4) * np.float32(1.055) - np.float32(0.055)
    return np.asarray(np.where(light <= 0.0031308, light * np.float32(12.92), high), np.float32)


def chroma(lab: FloatImage) -> FloatImage:
    """HxW: distance from grey."""
    return np.asarray(np.hypot(lab[..., 1], lab[..., 2]), np.float32)


def _within(light: npt.NDArray[np.float32], lightness: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Nx3 linear light drawn towards the grey of the same lightness until it fits into 0..1."""
    grey = np.clip(lightness, 0, 1) ** 3
    away = light - grey
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(away > 0, (1 - grey) / away, np.where(away < 0, -grey / away, np.inf))
    share = np.clip(room.min(axis=1, keepdims=True), 0, 1)
    return np.asarray(np.clip(grey + away * share, 0, 1), np.float32)
