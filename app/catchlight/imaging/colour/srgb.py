"""sRGB: its profile, and the transfer curve between it and linear light (IEC 61966-2-1:1999)."""

from __future__ import annotations

import struct
from functools import lru_cache

import numpy as np

from catchlight.imaging.picture import FloatImage


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
