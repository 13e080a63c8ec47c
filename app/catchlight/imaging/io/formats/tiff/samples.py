"""TIFF samples of any type and meaning as the 8 or 16 bit that the program works with (TIFF 6.0; Lab: Adobe's supplement 1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.io.source import NotSupported
from catchlight.imaging.picture import Pixels

NOTE_FLOAT = "Floating-point values were read as 0 to {top:g}; what lay outside was cut."
NOTE_NAN = "Values that are no numbers were read as black."
_FLOAT_TOPS = (1.0, 255.0, 65535.0)
_HEADROOM = 16.0
"""Floating-point pictures with highlights above white stay below; above, the numbers are those of 8 or 16 bit."""

Samples = npt.NDArray[Any]


def to_unsigned(samples: Samples, bits: int, notes: list[str]) -> Pixels:
    """Unsigned or floating-point samples, ``bits`` each, over the full range of uint8 or uint16; signed are refused."""
    kind = samples.dtype.kind
    if kind == "b":
        return np.asarray(samples.astype(np.uint8) * np.uint8(255))
    if kind == "f":
        return _scale_float(samples, notes)
    if kind != "u":
        raise NotSupported("has signed whole numbers as pixels; save it with 8 or 16 bit")
    if samples.dtype == np.uint8:
        return samples if bits == 8 else np.asarray(_stretch(samples, bits, 255), np.uint8)
    if samples.dtype == np.uint16:
        return samples if bits == 16 else np.asarray(_stretch(samples, bits, 65535), np.uint16)
    return np.asarray(samples >> max(0, bits - 16), np.uint16)


def _stretch(samples: Samples, bits: int, top: int) -> Samples:
    most = (1 << bits) - 1
    result: Samples = (np.minimum(samples, most).astype(np.uint32) * top + most // 2) // most
    return result


def _scale_float(samples: Samples, notes: list[str]) -> Pixels:
    """0 to 1 as Photoshop, GIMP and darktable write it; 0 to 255 or 65535 where the values say so."""
    real = np.asarray(samples, np.float32)
    finite = np.isfinite(real)
    if not finite.all():
        notes.append(NOTE_NAN)
        real = np.where(finite, real, np.float32(0))
    highest = float(real.max(initial=0.0))
    top = next((top for top in _FLOAT_TOPS if highest <= (_HEADROOM if top == 1 else top)), 0.0)
    if not top:
        raise NotSupported(
            f"has floating-point values up to {highest:g}; save it with values from 0 to 1, or with 16 bit"
        )
    if top != 1 or highest > 1 + 1e-3 or float(real.min(initial=0.0)) < -1e-3:
        notes.append(NOTE_FLOAT.format(top=top))
    scaled = np.clip(real / np.float32(top), 0, 1) * np.float32(65535)
    return np.asarray(scaled + np.float32(0.5), np.uint16)


def cielab_to_icc(samples: Pixels) -> Pixels:
    """Lab as TIFF's photometric 8 has it (a and b signed) in the encoding that Little CMS takes (128 or 0x8080 is neutral).

    16 bit: L 0..65535 is 0..100, a and b are 1/256 (Adobe's supplement 1), Little CMS takes version 4's (65535 is 127).
    """
    out = samples.copy()
    if samples.dtype == np.uint8:
        out[..., 1:] = samples[..., 1:] ^ 0x80
        return out
    signed = samples[..., 1:].astype(np.int16).astype(np.float32) / 256
    out[..., 1:] = np.clip(np.round((signed + 128) * 257), 0, 65535).astype(np.uint16)
    return out


def icclab_to_icc(samples: Pixels) -> Pixels:
    """Lab as photometric 9 has it: 8 bit is taken as it is, 16 bit is version 2's encoding (0xFF00 is 100, 0x8000 neutral)."""
    if samples.dtype == np.uint8:
        return samples
    wide = samples.astype(np.uint32) * 65535 // 65280
    return np.asarray(np.minimum(wide, 65535), np.uint16)


def from_ycbcr(samples: Pixels) -> Pixels:
    """YCbCr of full range to RGB by the default coefficients (TIFF 6.0, section 21: those of BT.601)."""
    if samples.dtype != np.uint8 or samples.shape[2] != 3:
        raise NotSupported("stores YCbCr of a rare kind; save it as RGB")
    import PIL.Image

    return np.asarray(PIL.Image.frombytes("YCbCr", samples.shape[1::-1], samples.tobytes()).convert("RGB"))


def unpremultiply(colour: Pixels, alpha: Pixels) -> Pixels:
    """Straight colours of such that are multiplied by alpha already; black where nothing is seen."""
    top = np.iinfo(colour.dtype).max
    out = np.zeros_like(colour)
    rows = max(1, 4_000_000 // max(1, colour.shape[1]))
    for begin in range(0, colour.shape[0], rows):
        part = slice(begin, begin + rows)
        share = alpha[part, :, None].astype(np.float32)
        straight = colour[part].astype(np.float32) * top / np.maximum(share, 1)
        out[part] = np.minimum(np.round(straight), top).astype(colour.dtype)
        out[part][alpha[part] == 0] = 0
    return out
