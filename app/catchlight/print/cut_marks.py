"""The thin lines of a sheet: where to cut, and the ruler. Boxes only; who prints draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from catchlight.print.sheet import RULER_BAND_MM, RULER_MM, Rect, Ruler, SizeMm

CutLines = Literal["none", "corners", "full"]

LINE_MM = 0.1
"""Thickness of cut lines and ticks."""
INK = (64, 64, 64)
"""Their colour, sRGB."""
MARK_MM = 3.0
"""Length of a crop mark at a corner."""
MARK_OFFSET_MM = 0.5
"""Distance of a crop mark from the photos."""
LABEL = "50 mm"
LABEL_MM = 2.6
"""Size of the ruler's label."""
LABEL_FROM_MM = RULER_MM + 1.2
"""Where the label starts along the ruler."""


def cut_lines(
    photos: Sequence[Rect],
    paper: SizeMm,
    style: CutLines,
    others: Sequence[Rect] = (),
    thickness: float = LINE_MM,
    unit: float = 1.0,
) -> list[Rect]:
    """Thin boxes just outside the photos, along their edges; never on a photo.

    ``corners``: crop marks in gaps and margins; ``full``: lines across the whole sheet. others: boxes to keep clear
    of besides the photos. All lengths in mm, or in anything of which ``unit`` make one mm.
    """
    if style == "none":
        return []
    lengths = (thickness, MARK_OFFSET_MM * unit if style == "corners" else 0.0, MARK_MM * unit)
    obstacles = [*photos, *others]
    upright = _edge_lines(photos, obstacles, paper, style, lengths)
    photos, obstacles = [_transposed(box) for box in photos], [_transposed(box) for box in obstacles]
    level = _edge_lines(photos, obstacles, paper[::-1], style, lengths)
    return [*upright, *(_transposed(line) for line in level)]


def ruler_marks(ruler: Ruler, thickness: float = LINE_MM) -> list[Rect]:
    """The ruler's line and its millimetre ticks in mm; the outer edges of the first and last tick are 50 mm apart."""
    marks = [Rect(0, RULER_BAND_MM - thickness, RULER_MM, thickness)]
    for mm in range(int(RULER_MM) + 1):
        length = 2.4 if mm % 10 == 0 else 1.7 if mm % 5 == 0 else 1.0
        x = min(max(mm - thickness / 2, 0.0), RULER_MM - thickness)
        marks.append(Rect(x, RULER_BAND_MM - length, thickness, length))
    if ruler.upright:  # ticks point to the left, the line lies at the edge of the paper
        marks = [_transposed(mark) for mark in marks]
    return [replace(mark, x=mark.x + ruler.x, y=mark.y + ruler.y) for mark in marks]


def _edge_lines(
    photos: Sequence[Rect],
    obstacles: Sequence[Rect],
    paper: SizeMm,
    style: CutLines,
    lengths: tuple[float, float, float],
) -> list[Rect]:
    """Vertical lines at the left and right edges of photos; lengths: thickness, offset and length of a mark."""
    thickness, offset, mark = lengths
    spans: dict[float, list[tuple[float, float]]] = {}
    for photo in photos:
        for x in (photo.x - thickness, photo.right):
            if style == "full":
                spans.setdefault(x, []).append((0.0, paper[1]))
                continue
            spans.setdefault(x, []).append((photo.y - offset - mark, photo.y - offset))
            spans[x].append((photo.bottom + offset, photo.bottom + offset + mark))
    lines = []
    for x, wanted in sorted(spans.items()):
        if x < 0 or x + thickness > paper[0]:
            continue
        blocked = [
            (box.y - offset, box.bottom + offset)
            for box in obstacles
            if box.x < x + thickness - 1e-6 and box.right > x + 1e-6
        ]
        for top, bottom in _without(_merged(wanted), blocked):
            top, bottom = max(0.0, top), min(paper[1], bottom)
            if bottom - top > 1e-6:
                lines.append(Rect(x, top, thickness, bottom - top))
    return lines


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _without(spans: list[tuple[float, float]], blocked: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    for low, high in blocked:
        spans = [
            part
            for start, end in spans
            for part in ((start, min(end, low)), (max(start, high), end))
            if part[1] > part[0]
        ]
    return spans


def _transposed(box: Rect) -> Rect:
    return Rect(box.y, box.x, box.height, box.width)
