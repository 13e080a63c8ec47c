"""Colour: the sRGB profile, the transfer curve between sRGB and linear light, and how far two colours are apart."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from catchlight.imaging.picture import FloatImage

if TYPE_CHECKING:
    pass


def to_linear(srgb: FloatImage) -> FloatImage:
    """sRGB in 0..1 to linear light in 0..1 (IEC 61966-2-1)."""
    srgb = np.asarray(srgb, np.float32)
    return np.asarray(np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4), np.float32)


def to_srgb(linear: FloatImage) -> FloatImage:
    """Linear light in 0..1 to sRGB in 0..1 (IEC 61966-2-1)."""
    linear = np.clip(linear, 0, None).astype(np.float32)
    return np.asarray(np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055), np.float32)


def parse_hex(text: str) -> tuple[int, int, int] | None:
    """``#rrggbb`` as three numbers 0..255; None when it is no such text."""
    if len(text) == 7 and text[0] == "#":
        try:
            return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
        except ValueError:
            return None
    return None


_PROFILE_DATE = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)


@lru_cache(maxsize=1)
def srgb_profile() -> bytes:
    """The sRGB profile that every written file carries: the same bytes on every day and in every process.

    Little CMS writes the moment into the header (ICC.1:2022, 7.2: bytes 24 to 35); here that is the first of January 2000.
    """
    from PIL import ImageCms

    made = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return made[:24] + _PROFILE_DATE + made[36:]


def delta_e2000(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    """CIEDE2000 between two sRGB colours given in 0..255 (Sharma, Wu and Dalal 2005)."""
    import cv2

    pair = np.array([[first, second]], np.float32) / 255
    (l1, a1, b1), (l2, a2, b2) = cv2.cvtColor(pair, cv2.COLOR_RGB2LAB)[0].astype(float)
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(chroma**7 / (chroma**7 + 25.0**7)))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1 = np.degrees(np.arctan2(b1, a1 * stretch)) % 360 if c1 else 0.0
    h2 = np.degrees(np.arctan2(b2, a2 * stretch)) % 360 if c2 else 0.0
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    light, mean = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.20 * np.cos(np.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * mean, 1 + 0.015 * mean * t
    turning = -2 * np.sqrt(mean**7 / (mean**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    return float(np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + turning * (dc / sc) * (dh / sh)))
