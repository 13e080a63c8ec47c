"""Photos on paper: the reference counts, exact places, the ruler's strip, mixed sheets."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

import pytest
from catchlight.print import sheet
from catchlight.print.sheet import Layout, Rect, Sheet

CASES = Path(__file__).parents[1] / "data" / "copies_per_sheet.csv"
ROWS = list(csv.DictReader(CASES.read_text(encoding="utf-8").splitlines()))
R4 = (101.6, 152.4)


def assert_tidy(layout: Layout, margin: float, gap: float) -> None:
    slack = 1e-3
    for place in layout.placements:
        assert place.x >= margin - slack
        assert place.y >= margin - slack
        assert place.right <= layout.width_mm - margin + slack
        assert place.bottom <= layout.height_mm - margin + slack
    for a, b in itertools.combinations(layout.placements, 2):
        apart = max(b.x - a.right, a.x - b.right, b.y - a.bottom, a.y - b.bottom)
        assert apart >= gap - slack


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['photo']} on {row['paper']}")
@pytest.mark.parametrize(("margin", "gap", "column"), [(3, 2, "copies_margin3_gap2"), (0, 0, "copies_zero_gap")])
def test_reference_counts_are_matched_or_beaten(row: dict[str, str], margin: float, gap: float, column: str) -> None:
    rules = Sheet(float(row["paper_w_mm"]), float(row["paper_h_mm"]), margin, gap)
    layout = sheet.arrange_copies(rules, (float(row["w_mm"]), float(row["h_mm"])))
    assert layout is not None
    assert len(layout.placements) == layout.capacity >= int(row[column])
    assert_tidy(layout, margin, gap)


def test_there_are_64_reference_cases() -> None:
    assert len(ROWS) == 64


def test_six_two_inch_photos_fit_on_four_by_six_inches_exactly() -> None:
    layout = sheet.arrange_copies(Sheet(*R4, margin=0, gap=0), (50.8, 50.8))
    assert layout is not None
    assert [(p.x, p.y) for p in layout.placements] == [(x, y) for y in (0, 50.8, 101.6) for x in (0, 50.8)]


@pytest.mark.parametrize("copies", [1, 2, 3, 5, 8])
def test_block_is_centred(copies: int) -> None:
    layout = sheet.arrange_copies(Sheet(*R4), (35, 45), copies)
    assert layout is not None
    assert layout.copies == (copies,)
    left, right = min(p.x for p in layout.placements), max(p.right for p in layout.placements)
    top, bottom = min(p.y for p in layout.placements), max(p.bottom for p in layout.placements)
    assert left == pytest.approx(R4[0] - right, abs=2e-3)
    assert top == pytest.approx(R4[1] - bottom, abs=2e-3)


def test_photos_stand_upright_while_there_is_room() -> None:
    few, many = sheet.arrange_copies(Sheet(*R4), (35, 45), 4), sheet.arrange_copies(Sheet(*R4), (35, 45), 8)
    assert few is not None
    assert many is not None
    assert not any(p.rotated for p in few.placements)
    assert (few.columns, few.rows, few.rotated) == (2, 2, False)
    assert all(p.rotated for p in many.placements)
    assert (many.columns, many.rows, many.rotated) == (2, 4, True)


def test_too_many_copies_do_not_fit() -> None:
    assert sheet.arrange_copies(Sheet(*R4), (35, 45), 9) is None
    assert sheet.arrange_copies(Sheet(*R4), (150, 160)) is None
    assert sheet.arrange_copies(Sheet(*R4, margin=50), (35, 45)) is None


@pytest.mark.parametrize("size", [(35, 45), (50.8, 50.8), (25, 35), (50, 70)])
@pytest.mark.parametrize("margin", [0, 3, 10])
def test_ruler_has_a_strip_of_its_own(size: tuple[float, float], margin: float) -> None:
    layout = sheet.arrange_copies(Sheet(*R4, margin=margin, ruler=True), size)
    assert layout is not None
    assert layout.ruler is not None
    ruler = layout.ruler
    assert max(ruler.width, ruler.height) >= sheet.RULER_MM
    assert ruler.x >= sheet.RULER_EDGE_MM
    assert ruler.y >= sheet.RULER_EDGE_MM
    assert ruler.right <= R4[0] - sheet.RULER_EDGE_MM + 1e-9
    assert ruler.bottom <= R4[1] - sheet.RULER_EDGE_MM + 1e-9
    for place in layout.placements:
        apart = max(ruler.x - place.right, place.x - ruler.right, ruler.y - place.bottom, place.y - ruler.bottom)
        assert apart >= sheet.RULER_CLEARANCE_MM - 1e-3


def test_ruler_takes_the_side_that_costs_no_photo() -> None:
    beside = sheet.arrange_copies(Sheet(*R4, ruler=True), (35, 45))
    assert beside is not None
    assert beside.ruler is not None
    assert len(beside.placements) == 8
    assert beside.ruler.upright


def test_paper_too_small_for_the_ruler_holds_nothing() -> None:
    assert sheet.capacity(Sheet(50, 60, ruler=True), (20, 20)) == 0


def test_mixed_sheet_holds_every_wish() -> None:
    layout = sheet.arrange_photos(Sheet(210, 297), [(35, 45), (50.8, 50.8), (25, 35)], [6, 4, 9])
    assert layout is not None
    assert layout.copies == (6, 4, 9)
    assert [sum(p.picture == n for p in layout.placements) for n in range(3)] == [6, 4, 9]
    assert_tidy(layout, 3, 2)


def test_open_copies_share_what_is_left() -> None:
    layout = sheet.arrange_photos(Sheet(*R4), [(35, 45), (25, 35)], [4, None])
    assert layout is not None
    assert layout.copies[0] == 4
    assert layout.copies[1] >= 6
    both = sheet.arrange_photos(Sheet(210, 297), [(35, 45), (35, 45)], [None, None])
    assert both is not None
    assert sum(both.copies) >= 30
    assert abs(both.copies[0] - both.copies[1]) <= 1


def test_mixed_sheet_that_does_not_fit() -> None:
    assert sheet.arrange_photos(Sheet(*R4), [(35, 45), (50.8, 50.8)], [8, 2]) is None
    assert sheet.arrange_photos(Sheet(*R4), [(35, 45), (200, 50)], [None, None]) is None


def test_box_knows_its_edges() -> None:
    assert (Rect(1, 2, 3, 4).right, Rect(1, 2, 3, 4).bottom) == (4, 6)
