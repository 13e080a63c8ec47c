"""What a raw file says of the shot: camera, lens, date, exposure, as an Exif block for its results."""

from __future__ import annotations

import struct

from catchlight.imaging.io import exif as exifs
from catchlight.imaging.io.ifd import Damaged, Ifds

_MAIN = (270, 271, 272, 305, 306, 315, 33432)
"""Description, make, model, software, date, artist, copyright: the others describe the preview or the sensor's data."""
_EXIF = 0x8769
_NOT_CARRIED = frozenset({37500, 40962, 40963, 40965, 41486, 41487, 41488})
"""Of the camera's directory: the maker's notes, which hold offsets into the raw file, and sizes of the preview."""
_CR3_HEAD = 4_000_000
"""Bytes within which a CR3 has its boxes CMT1 and CMT2 (moov stands before the pictures)."""


def exif_of(data: bytes, kind: str, preview: bytes) -> bytes:
    """An Exif block, prefix included; empty where nothing can be read. preview: the embedded JPEG, empty for none."""
    if data[:2] in (b"II", b"MM"):
        # ORF and RW2 are TIFFs with a number of their own in the place of 42.
        plain = data[:2] + (b"*\0" if data[:2] == b"II" else b"\0*") + data[4:]
        block = _of_tiff(plain)
        if block:
            return block
    if kind == "Canon CR3":
        return _of_cr3(data)
    found = _of_jpeg(preview)
    return _of_tiff(found.removeprefix(exifs.PREFIX)) if found else b""


def _of_tiff(tiff: bytes) -> bytes:
    try:
        ifds = Ifds(tiff)
        main = ifds.directory(ifds.first)
    except Damaged:
        return b""
    camera, _ = exifs.follow(ifds, main, _EXIF)
    every = exifs.keep_fields(ifds, main, ())
    kept = {tag: every[tag] for tag in _MAIN if tag in every}
    return exifs.write_block(ifds.order, kept, exifs.keep_fields(ifds, camera, {*_NOT_CARRIED, exifs.INTEROP}), {})


def _of_cr3(data: bytes) -> bytes:
    """CR3 keeps each directory in a box of its own, shaped like a TIFF."""
    parts = []
    order = "<"
    for name in (b"CMT1", b"CMT2"):
        place = data.find(name, 0, _CR3_HEAD)
        size = struct.unpack_from(">I", data, place - 4)[0] if place >= 4 else 0
        fields: exifs.Fields = {}
        if 16 < size <= len(data) - place + 4:
            try:
                ifds = Ifds(data[place + 4 : place - 4 + size])
                fields = exifs.keep_fields(ifds, ifds.directory(ifds.first), {*_NOT_CARRIED, exifs.INTEROP})
                order = ifds.order
            except Damaged:
                fields = {}
        parts.append(fields)
    main = {tag: value for tag, value in parts[0].items() if tag in _MAIN}
    return exifs.write_block(order, main, parts[1], {})


def _of_jpeg(preview: bytes) -> bytes:
    """The Exif block of a JPEG; empty where there is none within its first segments."""
    place = 2
    while preview[:2] == b"\xff\xd8" and place + 4 <= len(preview) and preview[place] == 0xFF:
        marker, length = preview[place + 1], struct.unpack_from(">H", preview, place + 2)[0]
        if marker == 0xDA:
            break
        body = preview[place + 4 : place + 2 + length]
        if marker == 0xE1 and body.startswith(exifs.PREFIX):
            return body
        place += 2 + length
    return b""
