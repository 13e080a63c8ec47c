"""HEIC and AVIF: what their boxes say of the primary picture (ISO/IEC 14496-12, 23008-12 and 23000-22)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from catchlight.core.messages import Message
from catchlight.imaging.io.source import PICTURE, Cicp, NotSupported, Unreadable

MOST_BOXES = 10_000
MOST_LINKS = 100_000
"""Extents of items, or properties of items, in all."""
MOST_TILES = 4096
"""Tiles of a grid; phones write below 100."""
_TOO_MANY = Message(
    "{name} consists of more than {count} parts; save it again with another program.", name=PICTURE, count=MOST_LINKS
)
_SEQUENCE_BRANDS = (b"avis", b"msf1", b"hevc", b"hevx")


@dataclass
class HeifBoxes:
    """What the boxes say; a size of 0 where they say none."""

    width: int = 0
    height: int = 0
    icc: bytes = b""
    cicp: Cicp | None = None
    turn: int = 0
    """Quarters to turn anticlockwise (irot)."""
    mirror: int | None = None
    """0: top and bottom change places, 1: left and right (imir)."""
    exif: bytes = b""
    xmp: bytes = b""
    exif_at: int = 0
    """Where the type of the Exif item stands."""
    length: int = 0
    """Bytes that the file needs for all items."""
    sequence: bool = False
    """Whether it may be a film, with frames beside the picture."""
    notes: list[str] = field(default_factory=list)

    def without_exif(self, data: bytes) -> bytes:
        """The file with its Exif item under a name that no decoder looks for, lest a damaged one refuses the pixels."""
        return data if not self.exif_at else data[: self.exif_at] + b"skip" + data[self.exif_at + 4 :]


@dataclass
class _Meta:
    primary: int = 0
    types: dict[int, bytes] = field(default_factory=dict)
    mimes: dict[int, bytes] = field(default_factory=dict)
    places: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    """Construction method, offset and length of an item's extents."""
    properties: list[tuple[bytes, int, int]] = field(default_factory=list)
    owned: dict[int, list[int]] = field(default_factory=dict)
    exif_at: int = 0
    inside: int = 0
    """Where the idat box's bytes begin."""


def read_boxes(data: bytes) -> HeifBoxes:
    """Raises Unreadable where the boxes make no sense, NotSupported for more boxes or tiles than any encoder writes."""
    try:
        return _read(data)
    except (struct.error, IndexError) as fault:
        raise Unreadable(Message("its structure is damaged")) from fault


def walk(data: bytes, begin: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Type, first byte and end of each box's contents between two places."""
    place = begin
    for _ in range(MOST_BOXES):
        if place + 8 > end:
            return
        size, kind = struct.unpack_from(">I4s", data, place)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, place + 8)[0], 16
        stop = end if size == 0 else place + size
        if size and size < head:
            raise Unreadable(Message("its structure is damaged"))
        yield kind, place + head, min(stop, end)
        place = stop
    raise NotSupported(
        Message(
            "{name} consists of more than {count} boxes; save it again with another program.",
            name=PICTURE,
            count=MOST_BOXES,
        )
    )


def _read(data: bytes) -> HeifBoxes:
    found, meta, moves = HeifBoxes(), None, data[8:12] in _SEQUENCE_BRANDS
    for kind, begin, end in walk(data, 0, len(data)):
        moves = moves or kind == b"moov"
        if kind == b"meta" and meta is None:
            meta = _read_meta(data, begin + 4, end)
    if meta is None:
        if moves:
            raise NotSupported(
                Message("{name} is a film without a still picture; save a frame of it as JPEG or PNG.", name=PICTURE)
            )
        raise Unreadable(Message("its structure is damaged"))
    _take_properties(data, meta, found)
    found.exif_at, found.sequence = meta.exif_at, moves
    extents = (extent for places in meta.places.values() for extent in places)
    found.length = max((offset + length for method, offset, length in extents if method == 0), default=0)
    tiles = len(meta.types)
    if tiles > MOST_TILES:
        raise NotSupported(
            Message("{name} consists of {count} tiles; save it again with another program.", name=PICTURE, count=tiles)
        )
    _take_metadata(data, meta, found)
    return found


def _take_metadata(data: bytes, meta: _Meta, found: HeifBoxes) -> None:
    """The first Exif block and the first XMP packet among the items."""
    for item, kind in meta.types.items():
        if kind == b"Exif" and not found.exif:
            block = _item(data, meta, item)
            skip = int.from_bytes(block[:4], "big") if len(block) > 8 else 0
            found.exif = block[4 + skip :] if skip < len(block) else block[:1]
        elif kind == b"mime" and meta.mimes.get(item) == b"application/rdf+xml" and not found.xmp:
            found.xmp = _item(data, meta, item)


def _read_meta(data: bytes, begin: int, end: int) -> _Meta:
    meta = _Meta()
    for kind, first, stop in walk(data, begin, end):
        if kind == b"pitm":
            meta.primary = struct.unpack_from(">I" if data[first] else ">H", data, first + 4)[0]
        elif kind == b"iinf":
            _read_items(data, first, stop, meta)
        elif kind == b"iloc":
            _read_places(data, first, stop, meta)
        elif kind == b"idat":
            meta.inside = first
        elif kind == b"iprp":
            for inner, here, to in walk(data, first, stop):
                if inner == b"ipco":
                    meta.properties = list(walk(data, here, to))
                elif inner == b"ipma":
                    _read_owners(data, here, to, meta)
    return meta


def _read_items(data: bytes, begin: int, end: int, meta: _Meta) -> None:
    head = begin + (8 if data[begin] else 6)
    for kind, first, stop in walk(data, head, end):
        if kind != b"infe" or data[first] < 2:
            continue
        wide = data[first] >= 3
        item = struct.unpack_from(">I" if wide else ">H", data, first + 4)[0]
        place = first + (10 if wide else 8)
        meta.types[item] = data[place : place + 4]
        if meta.types[item] == b"Exif":
            meta.exif_at = place
        if meta.types[item] == b"mime":
            names = data[place + 4 : min(stop, place + 300)].split(b"\0")
            meta.mimes[item] = names[1] if len(names) > 1 else b""


def _read_places(data: bytes, begin: int, end: int, meta: _Meta) -> None:
    version, sizes = data[begin], int.from_bytes(data[begin + 4 : begin + 6], "big")
    offset_size, length_size, base_size, index_size = sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, sizes & 15
    place = begin + 6
    count, place = _number(data, place, 4 if version == 2 else 2)
    left = MOST_LINKS
    for _ in range(min(count, MOST_BOXES)):
        item, place = _number(data, place, 4 if version == 2 else 2)
        method = 0
        if version:
            method, place = _number(data, place, 2)
        base, place = _number(data, place + 2, base_size)
        extents, place = _number(data, place, 2)
        left -= extents
        if left < 0:
            raise NotSupported(_TOO_MANY)
        found: list[tuple[int, int, int]] = []
        for _ in range(extents):
            if place >= end:
                return
            if version and index_size:
                place += index_size
            offset, place = _number(data, place, offset_size)
            length, place = _number(data, place, length_size)
            if len(found) < MOST_TILES:
                found.append((method & 15, base + offset, length))
        meta.places[item] = found


def _number(data: bytes, place: int, size: int) -> tuple[int, int]:
    if place + size > len(data):
        raise IndexError
    return int.from_bytes(data[place : place + size], "big"), place + size


def _read_owners(data: bytes, begin: int, end: int, meta: _Meta) -> None:
    version, wide = data[begin], data[begin + 3] & 1
    count, place = _number(data, begin + 4, 4)
    left = MOST_LINKS
    for _ in range(min(count, MOST_BOXES)):
        item, place = _number(data, place, 4 if version else 2)
        many, place = _number(data, place, 1)
        left -= many
        if left < 0:
            raise NotSupported(_TOO_MANY)
        for _ in range(many):
            index, place = _number(data, place, 2 if wide else 1)
            meta.owned.setdefault(item, []).append(index & (0x7FFF if wide else 0x7F))


def _take_properties(data: bytes, meta: _Meta, found: HeifBoxes) -> None:
    for index in meta.owned.get(meta.primary, ()):
        if not 0 < index <= len(meta.properties):
            continue
        kind, first, end = meta.properties[index - 1]
        if kind == b"ispe":
            found.width, found.height = struct.unpack_from(">II", data, first + 4)
        elif kind == b"irot":
            found.turn = data[first] & 3
        elif kind == b"imir":
            found.mirror = data[first] & 1
        elif kind == b"colr" and data[first : first + 4] in (b"prof", b"rICC"):
            found.icc = bytes(data[first + 4 : end])
        elif kind == b"colr" and data[first : first + 4] == b"nclx":
            primaries, transfer = struct.unpack_from(">HH", data, first + 4)
            found.cicp = (primaries, transfer)


def _item(data: bytes, meta: _Meta, item: int) -> bytes:
    """An item's bytes, no more than the file has."""
    pieces, left = [], len(data)
    for method, offset, length in meta.places.get(item, ()):
        begin = offset + (meta.inside if method == 1 else 0)
        piece = data[begin : begin + (min(length, left) if length else left)]
        pieces.append(piece)
        left -= len(piece)
        if left <= 0:
            break
    return b"".join(pieces)
