"""Cut lines lie beside the photos and never on them; the ruler is 50 mm long."""

from __future__ import annotations

import itertools

import pytest
from catchlight.print import cut_marks, sheet
from catchlight.print.cut_marks import CutLines
from catchlight.print.sheet import Rect, Sheet

PAPER = (101.6, 152.4)


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right - 1e-6 and b.x < a.right - 1e-6 and a.y < b.bottom - 1e-6 and b.y < a.bottom - 1e-6


@pytest.mark.parametrize("style", ["corners", "full"])
@pytest.mark.parametrize(("margin", "gap"), [(3, 2), (0, 0), (3, 0), (10, 0.5)])
@pytest.mark.parametrize("size", [(35, 45), (25, 35)])
def test_no_line_touches_a_photo_or_the_ruler(style: CutLines, margin: float, gap: float, size: sheet.SizeMm) -> None:
    layout = sheet.arrange_copies(Sheet(*PAPER, margin=margin, gap=gap, ruler=True), size)
    assert layout is not None
    assert layout.ruler is not None
    lines = cut_marks.cut_lines(layout.placements, PAPER, style, [layout.ruler])
    assert lines
    for line, box in itertools.product(lines, (*layout.placements, layout.ruler)):
        assert not overlap(line, box)
    for line in lines:
        assert line.x >= 0
        assert line.y >= 0
        assert line.right <= PAPER[0] + 1e-9
        assert line.bottom <= PAPER[1] + 1e-9


def test_corner_marks_point_at_every_corner() -> None:
    photo = Rect(20, 30, 35, 45)
    lines = cut_marks.cut_lines([photo], PAPER, "corners")
    assert len(lines) == 8
    upright = sorted((line.x, line.y) for line in lines if line.width == cut_marks.LINE_MM)
    left, right = photo.x - cut_marks.LINE_MM, photo.right
    top, bottom = photo.y - cut_marks.MARK_OFFSET_MM - cut_marks.MARK_MM, photo.bottom + cut_marks.MARK_OFFSET_MM
    assert upright == [(left, top), (left, bottom), (right, top), (right, bottom)]


def test_full_lines_cross_the_sheet() -> None:
    photo = Rect(20, 30, 35, 45)
    lines = cut_marks.cut_lines([photo], PAPER, "full")
    assert sorted((line.x, line.width, line.height) for line in lines if line.height > line.width) == [
        (pytest.approx(19.9), 0.1, 152.4),
        (55, 0.1, 152.4),
    ]
    assert sum(line.width == pytest.approx(101.6) for line in lines) == 2


def test_none_draws_nothing() -> None:
    assert cut_marks.cut_lines([Rect(20, 30, 35, 45)], PAPER, "none") == []


def test_photos_side_by_side_are_marked_in_the_margin_only() -> None:
    lines = cut_marks.cut_lines([Rect(10, 10, 30, 40), Rect(40, 10, 30, 40)], PAPER, "corners")
    between = [line for line in lines if 39 < line.x < 41 and line.height > line.width]
    assert between
    assert all(line.bottom <= 10 or line.y >= 50 for line in between)


@pytest.mark.parametrize("width", [101.6, 55])
def test_ruler_measures_50_mm_from_outer_edge_to_outer_edge(width: float) -> None:
    layout = sheet.arrange_copies(Sheet(width, 152.4, ruler=True), (35, 45))
    assert layout is not None
    assert layout.ruler is not None
    ruler = layout.ruler
    ticks = cut_marks.ruler_marks(ruler)
    assert len(ticks) == 1 + 51
    if ruler.upright:
        assert min(t.y for t in ticks) == pytest.approx(ruler.y)
        assert max(t.bottom for t in ticks) - min(t.y for t in ticks) == pytest.approx(50)
    else:
        assert max(t.right for t in ticks) - min(t.x for t in ticks) == pytest.approx(50)
    for tick in ticks:
        assert tick.x >= ruler.x - 1e-9
        assert tick.right <= ruler.right + 1e-9
        assert tick.y >= ruler.y - 1e-9
        assert tick.bottom <= ruler.bottom + 1e-9
