"""Items of HEIC and AVIF by their boxes, written here byte by byte (ISO/IEC 14496-12, 8.11.6)."""

from __future__ import annotations

import struct

from catchlight.imaging.io.formats.heif import boxes


def _box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", 8 + len(body)) + kind + body


def _entry(item: int, kind: bytes, rest: bytes = b"\0", version: int = 2) -> bytes:
    numbered = struct.pack(">I" if version == 3 else ">H", item) + b"\0\0"
    return _box(b"infe", bytes([version, 0, 0, 0]) + numbered + kind + rest)


def test_items_have_a_type_and_those_of_type_mime_the_name_of_their_content() -> None:
    entries = (
        _entry(1, b"hvc1"),
        _entry(2, b"Exif"),
        _entry(3, b"mime", b"XMP\0application/rdf+xml\0\0"),
        _entry(70_000, b"mime", b"\0text/plain\0", version=3),
        _entry(5, b"mime", b"no end"),
    )
    data = b"before" + bytes(4) + struct.pack(">H", len(entries)) + b"".join(entries)
    meta = boxes._Meta()
    boxes._read_items(data, len(b"before"), len(data), meta)
    assert meta.types == {1: b"hvc1", 2: b"Exif", 3: b"mime", 70_000: b"mime", 5: b"mime"}
    assert meta.mimes == {3: b"application/rdf+xml", 70_000: b"text/plain", 5: b""}
    assert data[meta.exif_at : meta.exif_at + 4] == b"Exif"
