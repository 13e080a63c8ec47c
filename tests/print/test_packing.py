"""Packing in whole units: exact, inside the area, without overlap."""

from __future__ import annotations

import itertools

import pytest
from catchlight.print import packing
from catchlight.print.packing import Grid, Piece, Size


def rectangles(pieces: list[Piece], sizes: list[Size]) -> list[tuple[int, int, int, int]]:
    found = []
    for piece in pieces:
        width, height = sizes[piece.kind][::-1] if piece.rotated else sizes[piece.kind]
        found.append((piece.x, piece.y, piece.x + width, piece.y + height))
    return found


def cells(blocks: tuple[Grid, ...], size: Size) -> list[tuple[int, int, int, int]]:
    found = []
    for block in blocks:
        width, height = size[::-1] if block.rotated else size
        for column, row in itertools.product(range(block.columns), range(block.rows)):
            x, y = block.x + column * width, block.y + row * height
            found.append((x, y, x + width, y + height))
    return found


def assert_tidy(found: list[tuple[int, int, int, int]], area: Size) -> None:
    for x0, y0, x1, y1 in found:
        assert 0 <= x0 < x1 <= area[0]
        assert 0 <= y0 < y1 <= area[1]
    for a, b in itertools.combinations(found, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@pytest.mark.parametrize(
    ("area", "piece", "expected"),
    [
        ((101600, 152400), (50800, 50800), 6),
        ((100, 100), (100, 100), 1),
        ((99, 100), (100, 100), 0),
        ((0, 50), (10, 10), 0),
        ((60, 50), (20, 50), 3),
        ((50, 60), (20, 50), 3),
        ((70, 50), (20, 50), 3),
        ((5, 5), (2, 3), 3),  # a pinwheel would hold four, but no straight cut goes through it
    ],
)
def test_fill_counts(area: Size, piece: Size, expected: int) -> None:
    found = cells(packing.fill(area, piece), piece)
    assert len(found) == expected
    assert_tidy(found, area)


def test_mixed_orientations_win_where_they_hold_more() -> None:
    blocks = packing.fill((97600, 148400), (27000, 37000))
    assert sum(block.count for block in blocks) == 13
    assert {block.rotated for block in blocks} == {False, True}
    assert_tidy(cells(blocks, (27000, 37000)), (97600, 148400))


def test_one_grid_stays_one_grid_where_nothing_is_gained() -> None:
    assert packing.fill((100, 100), (25, 50)) == (Grid(0, 0, 4, 2, False),)


def test_thousands_of_small_pieces_are_packed_without_trying_every_cut() -> None:
    blocks = packing.fill((1_000_000, 1_000_000), (5300, 6100))  # every cut would take days
    assert sum(block.count for block in blocks) > 30_700


@pytest.mark.parametrize(
    ("area", "sizes", "counts"),
    [
        ((97600, 148400), [(37000, 47000), (27000, 37000)], [4, 6]),
        ((206000, 293000), [(37000, 47000), (27000, 37000), (52800, 52800)], [6, 9, 4]),
        ((100, 100), [(60, 40), (40, 60)], [1, 1]),
        ((100, 90), [(50, 50), (40, 50)], [2, 2]),
        ((100, 60), [(60, 60), (40, 30)], [1, 2]),
    ],
)
def test_pack_places_every_piece(area: Size, sizes: list[Size], counts: list[int]) -> None:
    pieces = packing.pack(area, sizes, counts)
    assert pieces is not None
    assert [sum(piece.kind == kind for piece in pieces) for kind in range(len(sizes))] == counts
    assert_tidy(rectangles(pieces, sizes), area)


def test_pack_leaves_pieces_upright_where_there_is_room() -> None:
    pieces = packing.pack((1000, 1000), [(50, 80), (60, 60)], [4, 2])
    assert pieces is not None
    assert not any(piece.rotated for piece in pieces)


def test_pack_refuses_what_cannot_fit() -> None:
    assert packing.pack((100, 100), [(60, 60), (60, 60)], [1, 1]) is None
    assert packing.pack((100, 100), [(10, 101)], [1]) is None


def test_nothing_that_fits_in_full_rows_is_refused() -> None:
    """Rows are built first, so that they fit by construction; the packer gets sizes and counts only."""
    width = 2000
    for a, b, c in itertools.product((310, 350, 500), (250, 330), (400, 508)):
        sizes = [(a, a + 100), (b, b + 150), (c, c)]
        counts, height = [0, 0, 0], 0
        for kinds in ((0, 0, 1), (1, 1, 2), (2, 0, 2), (1, 0, 1)):
            counts = [n + kinds.count(kind) for kind, n in enumerate(counts)]
            height += max(sizes[kind][1] for kind in kinds)
            assert sum(sizes[kind][0] for kind in kinds) <= width
        pieces = packing.pack((width, height), sizes, counts)
        assert pieces is not None
        assert_tidy(rectangles(pieces, sizes), (width, height))
