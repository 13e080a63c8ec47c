"""Sheets as pixels and as PDF: photos pixel for pixel, sizes in mm, lines where they belong."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from catchlight.print import cut_marks, pdf, render_sheet, sheet
from catchlight.print.cut_marks import CutLines
from catchlight.print.render_sheet import PrintPhoto
from catchlight.print.sheet import Layout, Sheet
from pypdf import PdfReader

POINTS = 72 / 25.4


def photo(width_mm: float, height_mm: float, dpi: float = 300, seed: int = 0) -> PrintPhoto:
    size = (render_sheet.pixels(height_mm, dpi), render_sheet.pixels(width_mm, dpi), 3)
    return PrintPhoto(np.random.default_rng(seed).integers(0, 250, size, np.uint8), width_mm, height_mm)


def laid(size: tuple[float, float] = (35, 45), copies: int | None = None, **rules: Any) -> Layout:
    layout = sheet.arrange_copies(Sheet(101.6, 152.4, **rules), size, copies)
    assert layout is not None
    return layout


@pytest.mark.parametrize("copies", [4, 8])
def test_photos_are_copied_pixel_for_pixel(copies: int) -> None:
    source = photo(35, 45)
    layout = laid(copies=copies)
    drawn = render_sheet.raster(layout, [source], 300)
    assert drawn.shape == (1800, 1200, 3)
    for place in layout.placements:
        x, y = round(place.x * 300 / 25.4), round(place.y * 300 / 25.4)
        wanted = np.rot90(source.pixels, -1) if place.rotated else source.pixels
        assert np.array_equal(drawn[y : y + wanted.shape[0], x : x + wanted.shape[1]], wanted)


def test_photos_without_gap_touch_without_sliver_or_overlap() -> None:
    source = PrintPhoto(np.full((531, 413, 3), 40, np.uint8), 35, 45)
    layout = laid(margin=0, gap=0)
    drawn = render_sheet.raster(layout, [source], 300, "none")
    rows, columns = np.where((drawn == 40).all(axis=2))
    block = drawn[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    assert block.shape == (4 * 413, 2 * 531, 3)
    assert (block == 40).all()


def test_lines_leave_the_photos_alone() -> None:
    source = photo(35, 45)
    for style in ("corners", "full"):
        for gap in (0.0, 2.0):
            layout = laid(gap=gap)
            bare = render_sheet.raster(layout, [source], 300, "none")
            lined = render_sheet.raster(layout, [source], 300, style)
            changed = (bare != lined).any(axis=2)
            assert changed.any()
            assert (bare[changed] == 255).all()


@pytest.mark.parametrize(("dpi", "width"), [(150, 600), (600, 2400)])
def test_other_resolutions_are_resampled(dpi: int, width: int) -> None:
    drawn = render_sheet.raster(laid(copies=1), [PrintPhoto(np.full((531, 413, 3), 90, np.uint8), 35, 45)], dpi, "none")
    assert drawn.shape == (width * 3 // 2, width, 3)
    rows, columns = np.where((drawn == 90).all(axis=2))
    assert columns.max() - columns.min() + 1 == render_sheet.pixels(35, dpi)
    assert rows.max() - rows.min() + 1 == render_sheet.pixels(45, dpi)


@pytest.mark.parametrize("dpi", [300, 600])
def test_ruler_is_50_mm_in_pixels(dpi: int) -> None:
    layout = laid(copies=1, ruler=True)
    assert layout.ruler is not None
    drawn = render_sheet.raster(layout, [PrintPhoto(np.full((531, 413, 3), 255, np.uint8), 35, 45)], dpi, "none")
    line = render_sheet.pixels(layout.ruler.bottom, dpi) - 1
    columns = np.where((drawn[line] == cut_marks.INK).all(axis=1))[0]
    assert abs(columns.max() - columns.min() + 1 - 50 * dpi / 25.4) <= 1
    assert np.array_equal(columns, np.arange(columns.min(), columns.max() + 1))


class Page:
    """What a PDF draws: placed pictures and filled boxes, in mm from the upper left corner."""

    def __init__(self, data: bytes) -> None:
        self.reader = PdfReader(io.BytesIO(data))
        self.page = self.reader.pages[0]
        self.height = float(self.page.mediabox.height) / POINTS
        self.pictures: list[tuple[str, Any]] = []
        self.boxes: list[tuple[float, float, float, float]] = []
        rectangle: list[float] = []

        def visit(operator: bytes, operands: Any, matrix: list[float], _: list[float]) -> None:
            nonlocal rectangle
            if operator == b"Do":
                corners = [self._mm(matrix, u, v) for u, v in ((0, 0), (1, 1), (0, 1))]
                self.pictures.append((str(operands[0]), corners))
            elif operator == b"re":
                rectangle = [float(value) for value in operands]
            elif operator in (b"f", b"f*"):
                x, y, w, h = rectangle
                left, bottom = self._mm(matrix, x, y)
                right, top = self._mm(matrix, x + w, y + h)
                self.boxes.append((left, top, right - left, bottom - top))

        self.page.extract_text(visitor_operand_before=visit)

    def _mm(self, matrix: list[float], x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = matrix
        return (a * x + c * y + e) / POINTS, self.height - (b * x + d * y + f) / POINTS


@pytest.mark.parametrize("style", ["none", "corners", "full"])
@pytest.mark.parametrize("copies", [4, 8])
def test_pdf_places_pictures_and_vectors_in_exact_millimetres(copies: int, style: CutLines) -> None:
    source = photo(35, 45)
    layout = laid(copies=copies)
    page = Page(pdf.document(layout, [source], style))
    assert len(page.pictures) == copies
    for (_, corners), place in zip(page.pictures, layout.placements, strict=True):
        (x0, y0), (x1, y1), head = corners
        assert (min(x0, x1), min(y0, y1)) == pytest.approx((place.x, place.y), abs=0.01)
        assert (abs(x1 - x0), abs(y1 - y0)) == pytest.approx((place.width, place.height), abs=0.01)
        # A quarter turn clockwise brings the picture's upper left corner to the upper right.
        assert head == pytest.approx((place.right if place.rotated else place.x, place.y), abs=0.01)
    wanted = cut_marks.cut_lines(layout.placements, (101.6, 152.4), style)
    assert len(page.boxes) == len(wanted)
    for box, line in zip(page.boxes, wanted, strict=True):
        assert box == pytest.approx((line.x, line.y, line.width, line.height), abs=0.01)


def test_pdf_page_is_the_paper_and_is_not_scaled_in_print() -> None:
    page = Page(pdf.document(laid(), [photo(35, 45)], "full", "a title"))
    for box in (page.page.mediabox, page.page.cropbox):
        assert (float(box.width) / POINTS, float(box.height) / POINTS) == pytest.approx((101.6, 152.4), abs=0.01)
    preferences = page.reader.trailer["/Root"]["/ViewerPreferences"]  # type: ignore[index]
    assert preferences["/PrintScaling"] == "/None"
    assert page.reader.metadata is not None
    assert page.reader.metadata.title == "a title"


def test_pdf_embeds_each_photo_once_without_loss() -> None:
    layout = sheet.arrange_photos(Sheet(101.6, 152.4), [(35, 45), (25, 35)], [2, 3])
    assert layout is not None
    sources = [photo(35, 45, dpi=600), photo(25, 35, seed=1)]
    page = Page(pdf.document(layout, sources))
    assert len(page.pictures) == 5
    assert len({name for name, _ in page.pictures}) == 2
    embedded = {image.image.size: np.asarray(image.image) for image in page.page.images if image.image is not None}
    for source in sources:
        assert np.array_equal(embedded[source.pixels.shape[1::-1]], source.pixels)


def test_pdf_ruler_is_50_mm() -> None:
    layout = laid(copies=1, ruler=True)
    assert layout.ruler is not None
    page = Page(pdf.document(layout, [photo(35, 45)], "none"))
    assert max(x + w for x, _, w, _ in page.boxes) - min(x for x, *_ in page.boxes) == pytest.approx(50, abs=0.01)
    assert "50 mm" in page.page.extract_text()


def test_same_sheet_gives_the_same_bytes() -> None:
    source = photo(35, 45)
    assert pdf.document(laid(), [source]) == pdf.document(laid(), [source])
