"""Content Credentials in a JPEG or PNG file, found without reading them: the box that holds them, and the words for generated
media that stand in it.

C2PA 2.1, A.3: in JPEG the box lies in APP11 segments (ISO/IEC 19566-5, JUMBF), in PNG in a chunk ``caBX``. Whether it is valid is
the affair of ``catchlight.credentials``; here it is only known that a file says something of itself.
"""

from __future__ import annotations

import re
import struct

from catchlight.imaging.record import GENERATIVE

LARGEST = 64_000_000
"""Bytes of a box that are looked at."""
_WORD = re.compile(rb"digitalsourcetype/([A-Za-z]{1,60})")
_PNG = b"\x89PNG\r\n\x1a\n"
_APP11, _SCAN, _END = 0xEB, 0xDA, 0xD9
_BOX_HEAD = 8
"""Length and type of a box, which every APP11 segment of it repeats."""


def credentials_box(data: bytes) -> bytes:
    """The box of the Content Credentials in a file; empty where it has none, is damaged, or is neither JPEG nor PNG."""
    if data.startswith(b"\xff\xd8"):
        return _jpeg_box(data)
    return _png_box(data) if data.startswith(_PNG) else b""


def generative_word(*told: bytes) -> str:
    """IPTC's word (NewsCodes, Digital Source Type) for media that a generator had a part in, the strongest of those that stand in
    a file's Content Credentials or XMP; empty where none does."""
    found = {word.decode("ascii") for text in told for word in _WORD.findall(text, 0, LARGEST)}
    return next((word for word in GENERATIVE if word in found), "")


def _jpeg_box(data: bytes) -> bytes:
    """Payloads of the APP11 segments, joined in the order they stand in."""
    place, size = 2, 0
    parts: list[bytes] = []
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        if marker in (_SCAN, _END):
            break
        length = struct.unpack_from(">H", data, place + 2)[0]
        payload = data[place + 4 : place + 2 + length]
        if marker == _APP11 and payload[:2] == b"JP" and size < LARGEST:
            # two bytes "JP", two of the box's number, four of the packet's; the box's head is repeated after the first
            parts.append(payload[8:] if not parts else payload[8 + _BOX_HEAD :])
            size += len(parts[-1])
        place += 2 + length
    box = b"".join(parts)
    return box if box[4:8] == b"jumb" and b"c2pa" in box[:64] else b""


def _png_box(data: bytes) -> bytes:
    place = len(_PNG)
    while place + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        if kind == b"caBX":
            return data[place + 8 : place + 8 + min(length, LARGEST)]
        if kind == b"IEND":
            break
        place += 12 + length
    return b""
