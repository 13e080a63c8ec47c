"""Where photos and the ruler lie on a sheet, in millimetres. Draws nothing.

Lengths are counted in whole micrometres inside, so that two photos of 2 inches fit on 4 inches exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from catchlight.print import packing

SizeMm = tuple[float, float]

RULER_MM = 50.0
RULER_BAND_MM = 3.5
"""Height of the ruler with its ticks."""
RULER_LABEL_MM = 10.0
"""Room for its label beside it."""
RULER_EDGE_MM = 2.0
"""Least distance of the ruler from the edge of the paper: what printers without margins cut off."""
RULER_CLEARANCE_MM = 1.0


@dataclass(frozen=True)
class Rect:
    """A rectangle from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True)
class Placement(Rect):
    """A photo as it lies on the paper. rotated: a quarter turn clockwise; picture: index of the photo."""

    rotated: bool
    picture: int


@dataclass(frozen=True)
class Ruler(Rect):
    """The band of the ruler: ``RULER_MM`` along its longer side from its upper left corner, then the label."""

    upright: bool
    """True: it runs down the paper."""


@dataclass(frozen=True)
class Layout:
    """A sheet in portrait orientation.

    copies: photos placed, for each picture; capacity: how many of the first picture alone would fit. columns, rows and
    rotated are those of the largest block of equal photos.
    """

    width_mm: float
    height_mm: float
    placements: tuple[Placement, ...]
    copies: tuple[int, ...]
    capacity: int
    columns: int
    rows: int
    rotated: bool
    ruler: Ruler | None = None


@dataclass(frozen=True)
class Sheet:
    """Paper and the rules for laying photos on it, in mm."""

    width: float
    height: float
    margin: float = 3.0
    gap: float = 2.0
    ruler: bool = False

    def areas(self) -> list[tuple[Rect, Ruler | None]]:
        """Areas that photos may take, each with the ruler that lies outside it."""
        whole = Rect(self.margin, self.margin, self.width - 2 * self.margin, self.height - 2 * self.margin)
        if not self.ruler:
            return [(whole, None)]
        taken = max(0.0, RULER_EDGE_MM + RULER_BAND_MM + RULER_CLEARANCE_MM - self.margin)
        long = RULER_MM + RULER_LABEL_MM
        found: list[tuple[Rect, Ruler | None]] = []
        if self.width >= long + 2 * RULER_EDGE_MM:
            at = ((self.width - long) / 2, self.height - RULER_EDGE_MM - RULER_BAND_MM)
            found.append((replace(whole, height=whole.height - taken), Ruler(*at, long, RULER_BAND_MM, False)))
        if self.height >= long + 2 * RULER_EDGE_MM:
            at = (self.width - RULER_EDGE_MM - RULER_BAND_MM, (self.height - long) / 2)
            found.append((replace(whole, width=whole.width - taken), Ruler(*at, RULER_BAND_MM, long, True)))
        return found


def capacity(sheet: Sheet, size: SizeMm) -> int:
    """How many photos of one size fit."""
    return max((_count(area, size, sheet.gap) for area, _ in sheet.areas()), default=0)


def arrange_copies(sheet: Sheet, size: SizeMm, copies: int | None = None) -> Layout | None:
    """Equal photos in a block at the middle of the paper; as many as fit without ``copies``. None: they do not fit.

    Of the arrangements that hold enough the simplest is taken: upright photos, then turned ones, then several blocks.
    """
    holds = capacity(sheet, size)
    wanted = holds if copies is None else copies
    if not 0 < wanted <= holds:
        return None
    for area, ruler in sheet.areas():
        if _count(area, size, sheet.gap) >= wanted:
            blocks = _simplest(area, size, sheet.gap, wanted)
            cells = _cells(blocks, _grown(size, sheet.gap))[:wanted]
            main = max(blocks, key=lambda block: block.count)
            columns = min(main.columns, wanted)
            rows = min(main.rows, -(-wanted // columns)) if len(blocks) == 1 else main.rows
            placements = _centred(area, [size], cells)
            return Layout(sheet.width, sheet.height, placements, (wanted,), holds, columns, rows, main.rotated, ruler)
    return None


def arrange_photos(sheet: Sheet, sizes: Sequence[SizeMm], copies: Sequence[int | None]) -> Layout | None:
    """Photos of several pictures on one sheet; those without ``copies`` share what is left. None: they do not fit."""
    if len(sizes) == 1:
        return arrange_copies(sheet, sizes[0], copies[0])
    shared = _share(sheet, sizes, copies)
    if shared is None:
        return None
    counts, ((area, ruler), pieces) = shared
    grown = [_grown(size, sheet.gap) for size in sizes]
    pieces = sorted(pieces, key=lambda piece: (piece.kind, piece.y, piece.x))
    placements = _centred(area, sizes, pieces)
    columns, rows, turned = _largest_block(pieces, grown)
    return Layout(
        sheet.width,
        sheet.height,
        placements,
        tuple(counts),
        capacity(sheet, sizes[0]),
        columns,
        rows,
        turned,
        ruler,
    )


def _micrometres(mm: float) -> int:
    return round(mm * 1000)


def _grown(size: SizeMm, gap: float) -> packing.Size:
    return _micrometres(size[0] + gap), _micrometres(size[1] + gap)


def _space(area: Rect, gap: float) -> packing.Size:
    return max(0, _micrometres(area.width + gap)), max(0, _micrometres(area.height + gap))


def _count(area: Rect, size: SizeMm, gap: float) -> int:
    return sum(block.count for block in packing.fill(_space(area, gap), _grown(size, gap)))


def _simplest(area: Rect, size: SizeMm, gap: float, wanted: int) -> tuple[packing.Grid, ...]:
    space, piece = _space(area, gap), _grown(size, gap)
    for turned in (False, True):
        block = packing.grid(space, piece, turned)
        if block.count >= wanted:
            return (block,)
    return packing.fill(space, piece)


def _cells(blocks: Sequence[packing.Grid], piece: packing.Size) -> list[packing.Piece]:
    """Places in reading order, block after block."""
    cells: list[packing.Piece] = []
    for block in blocks:
        width, height = piece[::-1] if block.rotated else piece
        cells.extend(
            packing.Piece(block.x + column * width, block.y + row * height, 0, block.rotated)
            for row in range(block.rows)
            for column in range(block.columns)
        )
    return cells


def _centred(area: Rect, sizes: Sequence[SizeMm], pieces: Sequence[packing.Piece]) -> tuple[Placement, ...]:
    """Pieces as placements, the block around them at the middle of the area."""
    placements = []
    for piece in pieces:
        width, height = sizes[piece.kind][::-1] if piece.rotated else sizes[piece.kind]
        placements.append(Placement(piece.x / 1000, piece.y / 1000, width, height, piece.rotated, piece.kind))
    left, top = min(p.x for p in placements), min(p.y for p in placements)
    dx = area.x + (area.width - (max(p.right for p in placements) - left)) / 2 - left
    dy = area.y + (area.height - (max(p.bottom for p in placements) - top)) / 2 - top
    return tuple(replace(p, x=round(p.x + dx, 4), y=round(p.y + dy, 4)) for p in placements)


Packed = tuple[tuple[Rect, Ruler | None], list[packing.Piece]]


def _share(sheet: Sheet, sizes: Sequence[SizeMm], copies: Sequence[int | None]) -> tuple[list[int], Packed] | None:
    """Counts with what is open filled in: equally many of each first, then one more of whichever still fits."""

    def counted(each: int) -> list[int]:
        return [each if n is None else n for n in copies]

    if (best := _packed(sheet, sizes, counted(1))) is None:
        return None
    fits, limit = (
        1,
        1 + max((capacity(sheet, size) for size, n in zip(sizes, copies, strict=True) if n is None), default=0),
    )
    while limit - fits > 1:
        each = (fits + limit) // 2
        if (found := _packed(sheet, sizes, counted(each))) is None:
            limit = each
        else:
            fits, best = each, found
    counts = counted(fits)
    growing = [kind for kind, n in enumerate(copies) if n is None]
    while growing:
        kind = min(growing, key=lambda kind: counts[kind])
        more = [n + (k == kind) for k, n in enumerate(counts)]
        if (found := _packed(sheet, sizes, more)) is None:
            growing.remove(kind)
        else:
            counts, best = more, found
    return counts, best


def _packed(sheet: Sheet, sizes: Sequence[SizeMm], counts: Sequence[int]) -> Packed | None:
    grown = [_grown(size, sheet.gap) for size in sizes]
    for place in sheet.areas():
        pieces = packing.pack(_space(place[0], sheet.gap), grown, counts)
        if pieces is not None:
            return place, pieces
    return None


def _largest_block(pieces: Sequence[packing.Piece], sizes: Sequence[packing.Size]) -> tuple[int, int, bool]:
    """Columns and rows of the kind and orientation with most pieces, counted by their different places."""
    groups: dict[tuple[int, bool], list[packing.Piece]] = {}
    for piece in pieces:
        groups.setdefault((piece.kind, piece.rotated), []).append(piece)
    (_, turned), most = max(groups.items(), key=lambda group: len(group[1]))
    return len({piece.x for piece in most}), len({piece.y for piece in most}), turned
