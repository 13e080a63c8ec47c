"""From linear ProPhoto light to the numbers of a picture: exposure, a shoulder for what is beyond white, the sRGB curve."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.io import cicp, icc
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import FloatPlane, Pixels

TO_PROPHOTO: Doubles = np.array(
    [[0.529317, 0.330092, 0.140588], [0.098368, 0.873465, 0.028169], [0.016879, 0.117663, 0.865457]]
)
"""Linear sRGB to LibRaw's ProPhoto (LibRaw, src/tables/colorconst.cpp, ``prophoto_rgb``)."""
_KNEE = 0.9
"""Light from which highlights are compressed, where there is any beyond white."""
_TOP = 65_535
_FINE = (1 << 20) - 1
"""Steps of light, so fine that the dark tones of 16 bit are told apart."""
_BAND = 250_000
"""Pixels that are converted at once: looking up tables holds all of Python up meanwhile."""


def tone_table(gain: float, exposure: float, *, shoulder: bool) -> Pixels:
    """65,536 entries uint16: linear light of LibRaw to linear light of the picture.

    gain: what LibRaw's full scale is of white (at least 1). exposure: stops. shoulder: what is beyond white is brought below it
    (Reinhard et al. 2002, equation 4, above the knee), else cut off.
    """
    scale = gain * 2.0**exposure
    light = np.arange(_TOP + 1, dtype=np.float64) / _TOP * scale
    if shoulder and scale > 1:
        over, most = np.maximum(light - _KNEE, 0) / (1 - _KNEE), (scale - _KNEE) / (1 - _KNEE)
        bent = _KNEE + (1 - _KNEE) * over * (1 + over / most**2) / (1 + over)
        light = np.where(light > _KNEE, bent, light)
    table: Pixels = np.round(np.clip(light, 0, 1) * _TOP).astype(np.uint16)
    return table


@lru_cache(maxsize=1)
def srgb_table() -> Pixels:
    """65,536 entries uint16: linear light to the numbers of sRGB's curve (gamma 2.4, slope 12.92; IEC 61966-2-1)."""
    light = np.arange(_TOP + 1, dtype=np.float64) / _TOP
    curve = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(curve * _TOP).astype(np.uint16)


@lru_cache(maxsize=1)
def prophoto_profile() -> bytes:
    """ICC profile of LibRaw's ProPhoto primaries with sRGB's curve."""
    curve = cicp.light(cicp.SRGB, np.linspace(0, 1, 4096))
    assert curve is not None
    return icc.build_profile(
        cicp.SRGB_TO_XYZ @ np.linalg.inv(TO_PROPHOTO), np.asarray(curve), "ProPhoto RGB (sRGB curve)"
    )


def render(light: Pixels, table: Pixels, *, own: bool = True) -> tuple[Pixels, Pixels | None]:
    """HxWx3 uint16 linear ProPhoto as sRGB and as ProPhoto, both with sRGB's curve. own: whether the second is wanted."""
    import cv2

    to_srgb = np.linalg.inv(TO_PROPHOTO).astype(np.float32)
    curve = srgb_table()
    shown = np.empty(light.shape, np.uint16)
    wide = np.empty(light.shape, np.uint16) if own else None
    rows = max(1, _BAND // max(1, light.shape[1]))

    def band(top: int) -> None:
        part = np.s_[top : top + rows]
        toned = table[light[part]]
        if wide is not None:
            wide[part] = curve[toned]
        shown[part] = curve[cv2.transform(toned, to_srgb)]

    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(max(1, cv2.getNumThreads()), "tones") as pool:
        list(pool.map(band, range(0, light.shape[0], rows)))
    return plane(shown), None if wide is None else plane(wide)


_LANES = 64
"""OpenCV works on several pixels at a time and rounds those left over otherwise: with none left over, a picture that is converted
in parts comes out as the whole does."""


@lru_cache(maxsize=1)
def _light_table() -> FloatPlane:
    """65,536 entries: numbers of sRGB's curve to light in 0..``_FINE``."""
    value = np.arange(_TOP + 1, dtype=np.float64) / _TOP
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return np.asarray(light * _FINE, np.float32)


@lru_cache(maxsize=1)
def _fine_table() -> Pixels:
    """Light in 0..``_FINE`` to numbers of sRGB's curve."""
    light = np.arange(_FINE + 1, dtype=np.float64) / _FINE
    curve = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(curve * _TOP).astype(np.uint16)


def to_prophoto(pixels: Pixels) -> Pixels:
    """HxWx3 uint16 sRGB in ProPhoto with the same curve: what ``prophoto_profile`` says, within 16 of 65,535."""
    return _mixed(pixels, TO_PROPHOTO)


def from_prophoto(pixels: Pixels) -> Pixels:
    """The other way: what a raw file's result, read again, is in sRGB, in a fifth of the time that the profile takes."""
    return _mixed(pixels, np.asarray(np.linalg.inv(TO_PROPHOTO), np.float64))


def _mixed(pixels: Pixels, matrix: Doubles) -> Pixels:
    """HxWx3 uint16 in sRGB's curve, its light mixed by a 3x3, and in that curve again."""
    import cv2

    made: Pixels = np.empty(pixels.shape, np.uint16)
    weights = matrix.astype(np.float32)
    rows = max(1, _BAND // max(1, pixels.shape[1]))
    for top in range(0, pixels.shape[0], rows):
        part = pixels[top : top + rows]
        count = part.shape[0] * part.shape[1]
        light: Any = np.zeros((1, -(-count // _LANES) * _LANES, 3), np.float32)
        np.take(_light_table(), part.reshape(-1, 3), out=light[0, :count], mode="clip")
        cv2.transform(light, weights, dst=light)
        made[top : top + rows] = _fine_table()[np.clip(light[0, :count] + 0.5, 0, _FINE).astype(np.int32)].reshape(
            part.shape
        )
    return made
