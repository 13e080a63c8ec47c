"""Which page of a TIFF is the picture, found by its tags alone (TIFF 6.0)."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.core.messages import Message
from catchlight.imaging.io.ifd import Damaged, Directory, IfdEntry, Ifds
from catchlight.imaging.io.source import PICTURE, NotSupported, Unreadable

MOST_PAGES = 1000
MOST_SEGMENTS = 300_000
"""Strips or tiles of a page: a tile of 16 x 16 for each of 77 megapixels."""
_MOST_BELOW = 32
_SUBFILE, _OLD_SUBFILE, _WIDTH, _HEIGHT, _BITS, _COMPRESSION = 254, 255, 256, 257, 258, 259
_PHOTOMETRIC, _STRIPS, _TILES, _STRIP_BYTES, _TILE_BYTES, _BELOW = 262, 273, 324, 279, 325, 330
_ROWS, _TILE_WIDTH, _TILE_LENGTH = 278, 322, 323
_REDUCED, _MASK = 1, 4
_OLD_REDUCED = 2
_THUMBNAIL = 0.25
"""A first page of the same shape and at most so many pixels as a later one is its thumbnail, although it does not say so."""
_SAME_SHAPE = 0.04


@dataclass(frozen=True)
class TiffPageInfo:
    """One picture of the file."""

    directory: Directory
    width: int
    height: int
    reduced: bool
    mask: bool
    segments: IfdEntry | None
    sizes: IfdEntry | None

    @property
    def pixels(self) -> int:
        return self.width * self.height


def choose_page(ifds: Ifds) -> tuple[TiffPageInfo, int]:
    """The full-size picture, and how many pages the file has that are neither reduced copies nor masks.

    Raises Unreadable without a page, NotSupported for more than ``MOST_PAGES``.
    """
    every = _all_directories(ifds)
    pages = [page for directory in every if (page := _read_page(ifds, directory)) is not None]
    if not pages:
        raise Unreadable(Message("it has no readable page"))
    pictures = [page for page in pages if not page.mask] or pages
    full = [page for page in pictures if not page.reduced]
    if not full:
        return max(pictures, key=lambda page: page.pixels), 1
    first = full[0]
    larger = [page for page in full if _is_thumbnail(first, page)]
    chosen = max([first, *larger], key=lambda page: page.pixels)
    if chosen.segments is not None and chosen.segments.count > MOST_SEGMENTS:
        raise NotSupported(
            Message(
                "{name} consists of {count} strips or tiles; save it again with another program.",
                name=PICTURE,
                count=chosen.segments.count,
            )
        )
    return chosen, len(full) - (1 if larger else 0)


def _all_directories(ifds: Ifds) -> list[Directory]:
    """Those that follow each other, each with those that it names as its own. Raises Unreadable, NotSupported for too many."""
    try:
        chain = ifds.chain(MOST_PAGES)
    except Damaged as fault:
        raise Unreadable(Message("it has no readable page")) from fault
    if len(chain) > MOST_PAGES:
        raise NotSupported(
            Message(
                "{name} has more than {count} pages; save the page as a file of its own.",
                name=PICTURE,
                count=MOST_PAGES,
            )
        )
    seen = {top.offset for top in chain}
    return [directory for top in chain for directory in (top, *_read_below(ifds, top, seen))]


def _read_below(ifds: Ifds, top: Directory, seen: set[int]) -> list[Directory]:
    """The directories that a page names as its own: reduced copies, or the picture that it is the thumbnail of."""
    found = []
    for offset in ifds.numbers(top.entries.get(_BELOW), _MOST_BELOW):
        if offset in seen:
            continue
        seen.add(int(offset))
        try:
            found.append(ifds.directory(int(offset)))
        except Damaged:
            continue
    return found


def _read_page(ifds: Ifds, directory: Directory) -> TiffPageInfo | None:
    entries = directory.entries
    width, height = ifds.whole(entries, _WIDTH), ifds.whole(entries, _HEIGHT)
    segments = entries.get(_TILES) or entries.get(_STRIPS)
    sides = (_TILE_WIDTH, _TILE_LENGTH) if _TILES in entries else (_ROWS,) if _ROWS in entries else ()
    if width <= 0 or height <= 0 or segments is None or any(ifds.whole(entries, side) <= 0 for side in sides):
        return None
    kind = ifds.whole(entries, _SUBFILE)
    reduced = bool(kind & _REDUCED) or (_SUBFILE not in entries and ifds.whole(entries, _OLD_SUBFILE) == _OLD_REDUCED)
    mask = bool(kind & _MASK) or ifds.whole(entries, _PHOTOMETRIC) == _MASK
    sizes = entries.get(_TILE_BYTES) or entries.get(_STRIP_BYTES)
    return TiffPageInfo(directory, width, height, reduced, mask, segments, sizes)


def _is_thumbnail(first: TiffPageInfo, other: TiffPageInfo) -> bool:
    same = abs(first.width * other.height / (first.height * other.width) - 1) < _SAME_SHAPE
    return same and first.pixels <= _THUMBNAIL * other.pixels
