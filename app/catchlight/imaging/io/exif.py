"""Exif blocks: what the program needs of them, and what it carries on (CIPA DC-008; DCF 2.0 for the name of the colour space).

A field that is damaged is left out, whatever else the block holds stays; location and thumbnail are never carried on.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from catchlight.core.messages import Message
from catchlight.imaging.io.ifd import Damaged, Directory, Ifds

PREFIX = b"Exif\0\0"
MOST_IN_JPEG = 65_527
"""Bytes that one JPEG segment holds of a block, its prefix counted."""
NOTE = Message("Damaged camera data (Exif) were left out.")

_ORIENTATION, _X_RESOLUTION, _Y_RESOLUTION, _RESOLUTION_UNIT = 0x0112, 0x011A, 0x011B, 0x0128
_EXIF, _GPS, INTEROP, _COLOR_SPACE, _INTEROP_INDEX = 0x8769, 0x8825, 0xA005, 0xA001, 1
_TAKEN, _DIGITIZED, _CHANGED = 0x9003, 0x9004, 0x0132
_ASCII, _SHORT, _LONG, _RATIONAL, _UTF_8 = 2, 3, 4, 5, 129
_CENTIMETRES = 3
_NOT_CARRIED = frozenset(
    {
        *range(254, 260), 262, 266, _ORIENTATION, 273, *range(277, 282), 284, 288, 289, 292, 293, 317, *range(320, 326),
        330, 332, 338, 339, 340, 341, 347, *range(512, 522), *range(529, 533), 700, 33550, 33723, 33922, 34264, 34377, 34675,
        34735, 34736, 34737, _EXIF, _GPS, 37724, 50341,
    }
)  # fmt: skip
"""Fields of the first directory that describe the source file's own pixels, name a place (GeoTIFF), or are written anew."""
_LONGEST_FIELD = 1_000_000
"""Bytes of a field that is carried on; maker's notes have below 100,000."""
_KINDS = frozenset({*range(1, 13), 129})
"""Types of a field that Exif knows; the last is text in UTF-8, since Exif 3.0. A pointer (13) would point elsewhere."""

Fields = dict[int, tuple[int, int, bytes]]
"""Type, number of values and their bytes, by tag."""


@dataclass(frozen=True)
class Exif:
    """What a block says."""

    orientation: int = 1
    dpi: tuple[float, float] | None = None
    adobe_rgb: bool = False
    """Whether the colour space is named Adobe RGB: interoperability index R03, or colour space 2."""
    block: bytes = b""
    """The block without location, thumbnail and orientation, prefix included; empty where nothing is left."""
    damaged: bool = False


def read_exif(block: bytes) -> Exif:
    """What an Exif block says, with or without its prefix; never raises."""
    body = block.removeprefix(PREFIX)
    if not body:
        return Exif()
    try:
        ifds = Ifds(body)
        main = ifds.directory(ifds.first)
    except Damaged:
        return Exif(damaged=True)
    camera, broken = follow(ifds, main, _EXIF)
    interop, broken_too = follow(ifds, camera, INTEROP)
    damaged = bool(broken or broken_too or main.broken or camera.broken)
    orientation = 1
    if _ORIENTATION in main.entries:
        orientation = ifds.whole(main.entries, _ORIENTATION)
        if orientation not in range(1, 9):
            damaged = damaged or orientation != 0 or main.entries[_ORIENTATION].kind not in (_SHORT, _LONG)
            orientation = 1
    kept = keep_fields(ifds, main, _NOT_CARRIED)
    below = keep_fields(ifds, camera, {INTEROP})
    index = ifds.text(interop.entries.get(_INTEROP_INDEX), 8)
    space = ifds.whole(camera.entries, _COLOR_SPACE)
    return Exif(
        orientation,
        _density(ifds, main),
        space == 2 or (index == "R03" and space != 1),
        write_block(ifds.order, kept, below, keep_fields(ifds, interop, ())),
        damaged,
    )


def shot_time(block: bytes) -> str:
    """When a picture was taken: ``2026:11:27 18:30:05``; empty where the block does not say it. Never raises."""
    try:
        ifds = Ifds(block.removeprefix(PREFIX))
        main = ifds.directory(ifds.first)
    except Damaged:
        return ""
    camera, _ = follow(ifds, main, _EXIF)
    fields = camera.entries.get(_TAKEN), camera.entries.get(_DIGITIZED), main.entries.get(_CHANGED)
    told = (ifds.text(field, 20).strip() for field in fields)
    return next((text for text in told if text.strip(": ")), "")


def shorten_exif(block: bytes, most: int) -> bytes:
    """The block with its longest fields left out until it has at most ``most`` bytes."""
    if len(block) <= most:
        return block
    ifds = Ifds(block.removeprefix(PREFIX))
    main = ifds.directory(ifds.first)
    camera, _ = follow(ifds, main, _EXIF)
    interop, _ = follow(ifds, camera, INTEROP)
    parts = [keep_fields(ifds, main, {_EXIF}), keep_fields(ifds, camera, {INTEROP}), keep_fields(ifds, interop, ())]
    longest = sorted(
        ((len(value[2]), place, tag) for place, part in enumerate(parts) for tag, value in part.items()), reverse=True
    )
    excess = len(block) - most
    ends = accumulate(size for size, _, _ in longest)
    for (_, place, tag), dropped in zip(longest, ends, strict=True):
        del parts[place][tag]
        if dropped >= excess:
            break
    return write_block(ifds.order, *parts)


def with_density(block: bytes, dpi: float | None) -> bytes:
    """The block with its resolution set, for types that have no place of their own for it."""
    if dpi is None:
        return block
    order, main, camera, interop = ">", Fields(), Fields(), Fields()
    if block:
        ifds = Ifds(block.removeprefix(PREFIX))
        order, first = ifds.order, ifds.directory(ifds.first)
        second, _ = follow(ifds, first, _EXIF)
        third, _ = follow(ifds, second, INTEROP)
        main, camera, interop = keep_fields(ifds, first, {_EXIF}), keep_fields(ifds, second, {INTEROP}), {}
        interop = keep_fields(ifds, third, ())
    value = struct.pack(order + "II", round(dpi * 1000), 1000)
    main |= {_X_RESOLUTION: (_RATIONAL, 1, value), _Y_RESOLUTION: (_RATIONAL, 1, value)}
    main[_RESOLUTION_UNIT] = (_SHORT, 1, struct.pack(order + "H", 2))
    return write_block(order, main, camera, interop)


def with_orientation(block: bytes, orientation: int) -> bytes:
    """The block with another orientation (1..8): patched in its place where it states one, else written anew with it.

    An empty block, and one that is damaged beyond reading, gives one with nothing else in it.
    """
    try:
        ifds = Ifds(block.removeprefix(PREFIX))
        first = ifds.directory(ifds.first)
    except Damaged:
        return write_block(">", {_ORIENTATION: (_SHORT, 1, struct.pack(">H", orientation))}, Fields(), Fields())
    value = struct.pack(ifds.order + "H", orientation)
    entry = first.entries.get(_ORIENTATION)
    if entry is not None and entry.kind == _SHORT:
        at = len(PREFIX) * block.startswith(PREFIX) + entry.begin
        return block[:at] + value + block[at + 2 :]
    second, _ = follow(ifds, first, _EXIF)
    third, _ = follow(ifds, second, INTEROP)
    main = keep_fields(ifds, first, {_EXIF}) | {_ORIENTATION: (_SHORT, 1, value)}
    return write_block(ifds.order, main, keep_fields(ifds, second, {INTEROP}), keep_fields(ifds, third, ()))


def byte_order(block: bytes) -> Literal["<", ">"]:
    """``<`` or ``>``, in which a block is written."""
    return ">" if block.removeprefix(PREFIX)[:2] == b"MM" else "<"


def append_exif(out: io.BytesIO, block: bytes) -> None:
    """Add a block's fields to those of a classic TIFF of one page and the block's byte order, whose own go before."""
    camera_data = Ifds(block.removeprefix(PREFIX))
    first = camera_data.directory(camera_data.first)
    camera, _ = follow(camera_data, first, _EXIF)
    interop, _ = follow(camera_data, camera, INTEROP)
    order, page = _own_fields(out)
    main = keep_fields(camera_data, first, {*_NOT_CARRIED, *page})
    main = {tag: (_ASCII if kind == _UTF_8 else kind, count, value) for tag, (kind, count, value) in main.items()}
    below = keep_fields(camera_data, camera, {INTEROP}), keep_fields(camera_data, interop, ())
    length = out.seek(0, io.SEEK_END)
    begin = _even(length)
    out.write(b"\0" * (begin - length))
    out.write(_write_directories(order, begin, main | page, *below))
    out.seek(4)
    out.write(struct.pack(order + "I", begin))


def _own_fields(out: io.BytesIO) -> tuple[str, Fields]:
    """Byte order and fields of the first page, copied: nothing holds the file's bytes, which could not grow in place else."""
    own = Ifds(out.getvalue())
    page = own.directory(own.first)
    return own.order, {tag: (entry.kind, entry.count, bytes(own.raw(entry))) for tag, entry in page.entries.items()}


def follow(ifds: Ifds, parent: Directory, tag: int) -> tuple[Directory, bool]:
    """The directory that a field points to, empty where there is none; and whether there should be one."""
    offset = ifds.whole(parent.entries, tag)
    if not offset:
        return Directory(0), tag in parent.entries
    try:
        return ifds.directory(offset), False
    except Damaged:
        return Directory(0), True


def keep_fields(ifds: Ifds, directory: Directory, without: frozenset[int] | set[int] | tuple[int, ...]) -> Fields:
    return {
        tag: (entry.kind, entry.count, ifds.raw(entry))
        for tag, entry in directory.entries.items()
        if tag not in without and entry.kind in _KINDS and entry.size <= _LONGEST_FIELD
    }


def _density(ifds: Ifds, main: Directory) -> tuple[float, float] | None:
    stated = [ifds.numbers(main.entries.get(tag), 1) for tag in (_X_RESOLUTION, _Y_RESOLUTION)]
    if not all(stated):
        return None
    scale = 2.54 if ifds.whole(main.entries, _RESOLUTION_UNIT) == _CENTIMETRES else 1.0
    return stated[0][0] * scale, stated[1][0] * scale


def write_block(order: str, main: Fields, camera: Fields, interop: Fields) -> bytes:
    """A block of up to three directories; empty where there is no field."""
    if not main and not camera and not interop:
        return b""
    begin = 8
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, begin)
    return PREFIX + head + _write_directories(order, begin, main, camera, interop)


def _write_directories(order: str, begin: int, main: Fields, camera: Fields, interop: Fields) -> bytes:
    """The directories one behind the other, the first at ``begin``."""
    main, camera = dict(main), dict(camera)
    if camera or interop:
        main[_EXIF] = (_LONG, 1, b"\0" * 4)
    if interop:
        camera[INTEROP] = (_LONG, 1, b"\0" * 4)
    camera_at = begin + _size(main)
    interop_at = camera_at + (_size(camera) if camera else 0)
    if _EXIF in main:
        main[_EXIF] = (_LONG, 1, struct.pack(order + "I", camera_at))
    if INTEROP in camera:
        camera[INTEROP] = (_LONG, 1, struct.pack(order + "I", interop_at))
    written = _directory(order, main, begin)
    if camera:
        written += _directory(order, camera, camera_at)
    if interop:
        written += _directory(order, interop, interop_at)
    return written


def _size(fields: Fields) -> int:
    return 6 + 12 * len(fields) + sum(_even(len(value)) for _, _, value in fields.values() if len(value) > 4)


def _even(size: int) -> int:
    return size + size % 2


def _directory(order: str, fields: Fields, begin: int) -> bytes:
    table, body = [struct.pack(order + "H", len(fields))], []
    after = begin + 6 + 12 * len(fields)
    for tag, (kind, count, value) in sorted(fields.items()):
        if len(value) <= 4:
            table.append(struct.pack(order + "HHI", tag, kind, count) + value.ljust(4, b"\0"))
            continue
        table.append(struct.pack(order + "HHII", tag, kind, count, after))
        body.append(value.ljust(_even(len(value)), b"\0"))
        after += _even(len(value))
    return b"".join([*table, b"\0" * 4, *body])
