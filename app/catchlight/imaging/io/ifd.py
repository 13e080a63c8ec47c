"""Image file directories: the structure that TIFF files and Exif blocks share (TIFF 6.0, section 2; BigTIFF).

Everything is checked against the length of the data, values are read when they are asked for, and chains are followed
once and only so far: the cost of a directory does not depend on what it claims.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field

MOST_ENTRIES = 4096
"""A directory that claims more entries is damaged; cameras write below 200."""
MOST_IN_ALL = 100_000
"""Entries of all directories of a file together: those of 1000 pages, and what overlaps in a file that was made to cost time."""
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8, 129: 1}
"""Bytes of one value by type; 129 is UTF-8 of Exif 3.0."""
_CODES = {1: "B", 3: "H", 4: "I", 6: "b", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I", 16: "Q", 17: "q", 18: "Q"}
_ASCII, _RATIONAL, _SIGNED_RATIONAL = 2, 5, 10


class Damaged(ValueError):
    """Bytes that are no directory."""


@dataclass(frozen=True)
class IfdEntry:
    """One field: its type, number of values, and where its bytes lie."""

    kind: int
    count: int
    begin: int
    size: int


@dataclass(frozen=True)
class Directory:
    """Fields by tag, where the next directory begins (0: none), and how many fields had to be left out."""

    offset: int
    entries: dict[int, IfdEntry] = field(default_factory=dict)
    next: int = 0
    broken: int = 0
    ordered: bool = True
    """Whether the fields stand in the order of their tags, as TIFF demands; where not, a tag may be damaged."""


class Ifds:
    """The directories in ``data``; raises Damaged where it does not begin like a TIFF."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.order = {b"II": "<", b"MM": ">"}.get(bytes(data[:2]), "")
        if not self.order or len(data) < 8:
            raise Damaged("no TIFF header")
        magic = struct.unpack_from(self.order + "H", data, 2)[0]
        self.big = magic == 43
        if magic not in (42, 43) or (self.big and len(data) < 16):
            raise Damaged("no TIFF header")
        self._left = MOST_IN_ALL
        self.first: int = struct.unpack_from(self.order + ("Q" if self.big else "I"), data, 8 if self.big else 4)[0]

    def directory(self, offset: int) -> Directory:
        """The directory at ``offset``; raises Damaged where none can be there."""
        number, pointer = ("Q", "Q") if self.big else ("H", "I")
        first = offset + struct.calcsize(self.order + number)
        count = self._count(offset, first, number)
        entries, broken, place = self._entries(first, count)
        following = 0
        if place + struct.calcsize(self.order + pointer) <= len(self.data):
            following = struct.unpack_from(self.order + pointer, self.data, place)[0]
        tags = list(entries)
        return Directory(offset, entries, following, broken, tags == sorted(tags))

    def _count(self, offset: int, first: int, number: str) -> int:
        """The number of fields that a directory claims; raises Damaged where it cannot have so many."""
        if offset <= 0 or first > len(self.data):
            raise Damaged("a directory lies outside the file")
        count: int = struct.unpack_from(self.order + number, self.data, offset)[0]
        if count == 0 or count > MOST_ENTRIES:
            raise Damaged("a directory has no fields" if count == 0 else "a directory claims too many fields")
        self._left -= count
        if self._left < 0:
            raise Damaged("its directories have too many fields")
        return count

    def _entries(self, first: int, count: int) -> tuple[dict[int, IfdEntry], int, int]:
        """Up to ``count`` fields from ``first`` on, how many had to be left out, and where they end."""
        layout, step, value_at = ("HHQ", 20, 12) if self.big else ("HHI", 12, 8)
        entries: dict[int, IfdEntry] = {}
        broken, place, left = 0, first, len(self.data)
        for _ in range(count):
            if place + step > len(self.data):
                broken += 1
                break
            tag, kind, values = struct.unpack_from(self.order + layout, self.data, place)
            found = self._entry(kind, values, place + value_at)
            if found is None or tag in entries or found.size > left:
                broken += 1  # all values together have no more bytes than the file: what overlaps is no sound field
            else:
                entries[tag] = found
                left -= found.size
            place += step
        return entries, broken, place

    def _entry(self, kind: int, count: int, field_at: int) -> IfdEntry | None:
        size = _SIZES.get(kind, 0) * count
        inline = 8 if self.big else 4
        if not size:
            return None
        begin = field_at
        if size > inline:
            begin = struct.unpack_from(self.order + ("Q" if self.big else "I"), self.data, field_at)[0]
        return IfdEntry(kind, count, begin, size) if begin + size <= len(self.data) else None

    def chain(self, most: int) -> list[Directory]:
        """The directories that follow each other from the first, at most ``most`` + 1; a loop or damage ends the chain.

        Raises Damaged when not even the first can be read.
        """
        found = [self.directory(self.first)]
        seen = {self.first}
        while (after := found[-1].next) and after not in seen and len(found) <= most:
            seen.add(after)
            try:
                found.append(self.directory(after))
            except Damaged:
                break
        return found

    def raw(self, entry: IfdEntry) -> bytes:
        """The bytes of an entry's values."""
        return bytes(self.data[entry.begin : entry.begin + entry.size])

    def numbers(self, entry: IfdEntry | None, most: int = 16) -> tuple[float, ...]:
        """Up to ``most`` numbers; rationals that divide by nothing become NaN; empty for text and for None."""
        if entry is None:
            return ()
        count = min(entry.count, most)
        if entry.kind in (_RATIONAL, _SIGNED_RATIONAL):
            code = "I" if entry.kind == _RATIONAL else "i"
            parts = struct.unpack_from(f"{self.order}{2 * count}{code}", self.data, entry.begin)
            return tuple(a / b if b else math.nan for a, b in zip(parts[::2], parts[1::2], strict=True))
        code = _CODES.get(entry.kind, "")
        return struct.unpack_from(f"{self.order}{count}{code}", self.data, entry.begin) if code else ()

    def whole(self, entries: dict[int, IfdEntry], tag: int, default: int = 0) -> int:
        """The first whole number of a field; ``default`` where it is absent or of another kind."""
        found = self.numbers(entries.get(tag), 1)
        return int(found[0]) if found and isinstance(found[0], int) else default

    def text(self, entry: IfdEntry | None, most: int = 200) -> str:
        """Text of a field up to its end mark; empty where it is none."""
        if entry is None or entry.kind != _ASCII:
            return ""
        raw = bytes(self.data[entry.begin : entry.begin + min(entry.size, most)])
        return raw.split(b"\0", 1)[0].decode("ascii", "replace")
