"""PNG files of 8 or 16 bit with profile, density, Exif and XMP (PNG specification, third edition)."""

from __future__ import annotations

import struct
import zlib

from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.picture import Pixels


def encode(pixels: Pixels, dpi: float | None, icc: bytes, exif: bytes, xmp: bytes) -> bytes:
    """The file of HxWx3 or x4 pixels, uint8 or uint16.

    Adaptive filters with run lengths only: for photographs as small as the usual settings, in a quarter of their time.
    """
    import cv2

    order = cv2.COLOR_RGBA2BGRA if pixels.shape[2] == 4 else cv2.COLOR_RGB2BGR
    how = [cv2.IMWRITE_PNG_COMPRESSION, 1, cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_RLE]
    done, raw = cv2.imencode(".png", cv2.cvtColor(pixels, order), how)
    if not done:
        raise ValueError("the picture could not be written as PNG")
    name = b"sRGB" if icc == srgb_profile() else b"ICC profile"
    chunks = [_chunk(b"iCCP", name + b"\0\0" + zlib.compress(icc))]
    if dpi is not None:
        per_metre = round(dpi / 0.0254)
        chunks.append(_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
    if exif:
        chunks.append(_chunk(b"eXIf", exif.removeprefix(b"Exif\0\0")))
    if xmp:
        chunks.append(_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp))
    body = [raw[place : place + _PIECE].tobytes() for place in range(_AFTER_HEADER, raw.size, _PIECE)]
    return b"".join([raw[:_AFTER_HEADER].tobytes(), *chunks, *body])


_AFTER_HEADER = 33
"""Signature and IHDR, which every PNG begins with."""
_PIECE = 1 << 20
"""So many bytes are copied at once: each copy holds up all of Python; to join pieces of bytes does not."""


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
