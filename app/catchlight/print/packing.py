"""Rectangles into a rectangle, in whole units, so that exact fits stay exact. Knows no paper and no photo.

Every arrangement can be cut with a guillotine: each cut runs straight through what it cuts. A gap between pieces
is had by packing pieces that are larger by the gap into an area that is larger by the gap.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

Size = tuple[int, int]

MOST_STATES = 1500
"""Sub-areas to consider for one kind of piece; beyond it (very many small pieces) one cut has to do."""
MOST_ROW_STEPS = 3_000
"""Rows to try for mixed pieces before the heuristics take over."""


@dataclass(frozen=True)
class Grid:
    """Equal pieces in columns and rows, from the corner (x, y)."""

    x: int
    y: int
    columns: int
    rows: int
    rotated: bool

    @property
    def count(self) -> int:
        return self.columns * self.rows


@dataclass(frozen=True)
class Piece:
    """A piece at (x, y); kind is its index in the list of sizes."""

    x: int
    y: int
    kind: int
    rotated: bool


def grid(area: Size, piece: Size, rotated: bool) -> Grid:
    """As many pieces in one orientation as fit."""
    width, height = piece[::-1] if rotated else piece
    return Grid(0, 0, area[0] // width, area[1] // height, rotated)


def fill(area: Size, piece: Size) -> tuple[Grid, ...]:
    """The largest number of equal pieces that straight cuts allow, as grids; simple ones first where numbers tie.

    One grid, upright or turned, unless several grids hold more. Cuts are tried where multiples of the sides end
    (normal patterns), three deep.
    """
    across, down = _patterns(area[0], piece), _patterns(area[1], piece)
    depth = 3 if len(across) * len(down) <= MOST_STATES else 1
    one_piece = piece[0] * piece[1]

    @cache
    def best(width: int, height: int, cuts: int) -> tuple[Grid, ...]:
        found = max((grid((width, height), piece, turned) for turned in (False, True)), key=lambda g: g.count)
        most = found.count
        kept: tuple[Grid, ...] = (found,)
        bound = width * height // one_piece
        if not cuts or bound == most:
            return kept
        for vertical, at in _cuts(width, height):
            if vertical:
                parts = best(at, height, cuts - 1), best(_under(across, width - at), height, cuts - 1)
            else:
                parts = best(width, at, cuts - 1), best(width, _under(down, height - at), cuts - 1)
            total = sum(g.count for part in parts for g in part)
            if total > most:
                shift = (at, 0) if vertical else (0, at)
                most, kept = total, (*parts[0], *(_moved(g, shift) for g in parts[1]))
                if most == bound:
                    break
        return tuple(g for g in kept if g.count)

    def _cuts(width: int, height: int) -> Iterator[tuple[bool, int]]:
        yield from ((True, at) for at in across if 0 < at <= width // 2)
        yield from ((False, at) for at in down if 0 < at <= height // 2)

    return tuple(g for g in best(_under(across, area[0]), _under(down, area[1]), depth) if g.count)


def _patterns(length: int, piece: Size) -> list[int]:
    """All sums of the sides of a piece up to ``length``."""
    a, b = piece
    return sorted({i * a + j * b for i in range(length // a + 1) for j in range((length - i * a) // b + 1)})


def _under(patterns: list[int], length: int) -> int:
    return patterns[bisect_right(patterns, length) - 1]


def _moved(block: Grid, shift: Size) -> Grid:
    return Grid(block.x + shift[0], block.y + shift[1], block.columns, block.rows, block.rotated)


def pack(area: Size, sizes: Sequence[Size], counts: Sequence[int]) -> list[Piece] | None:
    """All pieces, or None when no way was found to fit them.

    Finds every arrangement in rows (each row as high as its highest piece, each piece upright or turned) as long as
    the number of different rows stays moderate; what rows cannot hold is tried with guillotine splits.
    """
    if sum(w * h * n for (w, h), n in zip(sizes, counts, strict=True)) > area[0] * area[1]:
        return None
    for turning, turned in ((False, False), (True, False), (True, True)):  # upright in rows, in rows, in columns
        space = area[::-1] if turned else area
        pieces = _in_rows(space, [size[::-1] for size in sizes] if turned else list(sizes), tuple(counts), turning)
        if pieces is not None:
            return [Piece(p.y, p.x, p.kind, p.rotated) for p in pieces] if turned else pieces
    return _split(area, sizes, counts)


class _TooManyRowsError(Exception):
    pass


def _in_rows(area: Size, sizes: list[Size], counts: tuple[int, ...], turning: bool) -> list[Piece] | None:
    """Pieces in rows of the least total height, or None when that is more than the area's, or too long to find."""
    width, height = area
    surfaces = [w * h for w, h in sizes]
    levels = sorted({side for size in sizes for side in (size if turning else size[1:])})
    steps = itertools.count()

    @cache
    def lowest(left: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        """Least height for what is left, with the height of its first row and what that row holds."""
        first = next((kind for kind, n in enumerate(left) if n), None)
        if first is None:
            return 0, 0, left
        found = (height + 1, 0, left)
        for level in levels:
            extents = [_extent(size, level, turning) for size in sizes]
            if extents[first] is None:
                continue
            for row in _rows(first, left, extents, width):
                if next(steps) > MOST_ROW_STEPS:
                    raise _TooManyRowsError
                after = tuple(n - taken for n, taken in zip(left, row, strict=True))
                least = -(-sum(surface * n for surface, n in zip(surfaces, after, strict=True)) // width)
                if level + least >= found[0]:
                    continue
                total = level + lowest(after)[0]
                if total < found[0]:
                    found = (total, level, row)
        return found

    try:
        if lowest(counts)[0] > height:
            return None
    except _TooManyRowsError:
        return None
    pieces: list[Piece] = []
    y, left = 0, counts
    while any(left):
        _, level, row = lowest(left)
        x = 0
        for kind, taken in enumerate(row):
            for _ in range(taken):
                extent = _extent(sizes[kind], level, turning)
                assert extent is not None
                pieces.append(Piece(x, y, kind, extent[1]))
                x += extent[0]
        y += level
        left = tuple(n - taken for n, taken in zip(left, row, strict=True))
    return pieces


def _extent(size: Size, level: int, turning: bool) -> tuple[int, bool] | None:
    """Least width of a piece in a row of height ``level``, and whether it is turned for it, where it may be."""
    ways = [(size[0], False)] if size[1] <= level else []
    if turning and size[0] <= level:
        ways.append((size[1], True))
    return min(ways, default=None)


def _rows(
    first: int, left: tuple[int, ...], extents: Sequence[tuple[int, bool] | None], width: int
) -> Iterator[tuple[int, ...]]:
    """Full rows with at least one piece of the kind ``first``: nothing that is left fits beside them."""

    def extend(kind: int, taken: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
        if kind == len(left):
            free = (e for e, n, t in zip(extents, left, taken, strict=True) if e is not None and t < n)
            if all(e[0] > room for e in free):
                yield taken
            return
        extent = extents[kind]
        most = 0 if extent is None else min(left[kind], room // extent[0])
        least = most if kind == len(left) - 1 else 0
        for n in range(most, max(least, int(kind == first)) - 1, -1):
            yield from extend(kind + 1, (*taken, n), room - n * (extent[0] if extent else 0))

    yield from extend(0, (), width)


def _split(area: Size, sizes: Sequence[Size], counts: Sequence[int]) -> list[Piece] | None:
    """Guillotine packing: piece after piece into the free rectangle it fits tightest, which is then split in two."""
    kinds = [kind for kind, n in enumerate(counts) for _ in range(n)]
    orders = (
        lambda kind: max(sizes[kind]),
        lambda kind: sizes[kind][0] * sizes[kind][1],
        lambda kind: min(sizes[kind]),
    )
    for order, wide in itertools.product(orders, (True, False)):
        pieces = _splitting(area, sizes, sorted(kinds, key=order, reverse=True), wide)
        if pieces is not None:
            return pieces
    return None


def _splitting(area: Size, sizes: Sequence[Size], kinds: Sequence[int], wide: bool) -> list[Piece] | None:
    """One run of ``_split``. wide: the part right of a piece is as high as the piece only, the part below it wide."""
    free = [(0, 0, *area)]
    pieces: list[Piece] = []
    for kind in kinds:
        ways = [
            (min(w - pw, h - ph), turned, (x, y, w, h))
            for x, y, w, h in free
            for turned, (pw, ph) in ((False, sizes[kind]), (True, sizes[kind][::-1]))
            if pw <= w and ph <= h
        ]
        if not ways:
            return None
        _, turned, rectangle = min(ways)
        x, y, w, h = rectangle
        pw, ph = sizes[kind][::-1] if turned else sizes[kind]
        free.remove(rectangle)
        right = (x + pw, y, w - pw, ph if wide else h)
        below = (x, y + ph, w if wide else pw, h - ph)
        free.extend(part for part in (right, below) if part[2] > 0 and part[3] > 0)
        pieces.append(Piece(x, y, kind, turned))
    return pieces
