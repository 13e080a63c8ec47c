"""WebPs to pixels."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.io.formats.missing_end import fill_end
from catchlight.imaging.io.formats.png.decode import split_alpha
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import PICTURE, ColourEncoding, DecodedImage, NotSupported, Unreadable, contiguous

MOST_CHUNKS = 20_000
_SPARE = 65_536
"""Bytes that are put behind pixels whose end is missing."""


def read_webp(data: bytes, limits: DecodeLimits, called: str) -> DecodedImage:
    """Raises ImageTooLarge, InvalidRequest, Unreadable, NotSupported."""
    import imagecodecs

    chunks, frames, size = _read_chunks(data)
    if size is not None:
        limits.check_size(*size, called)
    notes: list[str] = []
    data = _fill(data, notes)
    try:
        read: Any = imagecodecs.webp_decode(data, index=0)
    except Exception as fault:
        raise Unreadable(Message("its pixels are damaged or incomplete")) from fault
    if read.dtype != np.uint8 or read.ndim != 3:
        raise Unreadable(Message("its pixels are damaged"))
    limits.check_size(read.shape[1], read.shape[0], called)
    colour, alpha = split_alpha(contiguous(read))
    if frames > 1:
        notes.append(Message("Only the first of {count} frames or pages was opened.", count=frames))
    exif, packet = chunks.get(b"EXIF", b""), chunks.get(b"XMP ", b"")
    return DecodedImage(
        colour, "rgb", alpha, ColourEncoding(icc=chunks.get(b"ICCP", b"")), None, exif, packet, None, notes
    )


def _fill(data: bytes, notes: list[str]) -> bytes:
    """The file whole again where its end is missing; the pixels' chunk longer than it was, for zeros may say less than they took.

    Raises Unreadable where more than a quarter is missing.
    """
    filled = fill_end(data, 8 + int.from_bytes(data[4:8], "little"), notes)
    place = 12
    while len(filled) > len(data) and place + 8 <= len(data):
        kind, length = struct.unpack_from("<4sI", data, place)
        if place + 8 + length > len(data) and kind in (b"VP8 ", b"VP8L"):
            longer = length + length % 2 + _SPARE
            head: bytes = b"RIFF" + struct.pack("<I", place + longer) + data[8:place] + kind + struct.pack("<I", longer)
            return (head + data[place + 8 :]).ljust(place + 8 + longer, b"\0")
        place += 8 + length + length % 2
    return filled


def _read_chunks(data: bytes) -> tuple[dict[bytes, bytes], int, tuple[int, int] | None]:
    """Chunks beside the pixels, number of frames, and the size (WebP container specification; RFC 6386 and 9649)."""
    found: dict[bytes, bytes] = {}
    frames, size, place = 0, None, 12
    for _ in range(MOST_CHUNKS):
        if place + 8 > len(data):
            break
        kind, length = struct.unpack_from("<4sI", data, place)
        body = place + 8
        if kind in (b"ICCP", b"EXIF", b"XMP ") and kind not in found:
            found[kind] = data[body : body + length]
        elif kind == b"ANMF":
            frames += 1
        elif kind == b"VP8X" and length >= 10:
            wide, high = data[body + 4 : body + 7], data[body + 7 : body + 10]
            size = (int.from_bytes(wide, "little") + 1, int.from_bytes(high, "little") + 1)
        elif kind == b"VP8 " and size is None and length >= 10:
            wide, high = struct.unpack("<HH", data[body + 6 : body + 10].ljust(4, b"\0"))
            size = (wide & 0x3FFF, high & 0x3FFF)
        elif kind == b"VP8L" and size is None and length >= 5:
            packed = int.from_bytes(data[body + 1 : body + 5], "little")
            size = ((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
        place = body + length + length % 2
    else:
        raise NotSupported(
            Message(
                "{name} consists of more than {count} chunks; save it again with another program.",
                name=PICTURE,
                count=MOST_CHUNKS,
            )
        )
    return found, frames, size
