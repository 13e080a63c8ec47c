"""A sheet as a PDF: page box of the paper, photos embedded once at full quality, lines as vectors."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from catchlight.print import cut_marks
from catchlight.print.cut_marks import CutLines
from catchlight.print.page_placement import PagePlacement
from catchlight.print.render_sheet import PrintPhoto
from catchlight.print.sheet import Layout, Placement, Rect, Ruler

if TYPE_CHECKING:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

POINTS_PER_MM = 72 / 25.4


def document(
    layout: Layout,
    photos: Sequence[PrintPhoto],
    style: CutLines = "corners",
    title: str = "",
    place: PagePlacement | None = None,
) -> bytes:
    """The bytes of a PDF of one page; asks the viewer not to scale it when printing.

    place: where the sheet lies on the printer's page; without it the page is the sheet.
    """
    from PIL import Image
    from reportlab import rl_config
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0  # binary streams: four fifths of the size, and several times as fast
    height = layout.height_mm
    page = place or PagePlacement(layout.width_mm, height)
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(page.width_mm * POINTS_PER_MM, page.height_mm * POINTS_PER_MM), invariant=1)
    canvas.setTitle(title)
    canvas.setSubject("Print at 100 %, without fitting to the page")
    canvas.setAuthor("")
    canvas.setCreator("Catchlight")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.scale(POINTS_PER_MM, POINTS_PER_MM)
    if place is not None:
        canvas.translate(place.left_mm, place.height_mm - place.top_mm - height * place.scale_y)
        canvas.scale(place.scale_x, place.scale_y)
    embedded = [ImageReader(Image.fromarray(photo.pixels)) for photo in photos]
    for placement in layout.placements:
        _draw_photo(canvas, embedded[placement.picture], placement, height)
    canvas.setFillColorRGB(*(part / 255 for part in cut_marks.INK))
    others = [] if layout.ruler is None else [layout.ruler]
    lines = cut_marks.cut_lines(layout.placements, (layout.width_mm, height), style, others)
    if layout.ruler is not None:
        lines.extend(cut_marks.ruler_marks(layout.ruler))
        _draw_label(canvas, layout.ruler, height)
    for line in lines:
        _draw_line(canvas, line, height)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw_photo(canvas: Canvas, photo: ImageReader, at: Placement, height: float) -> None:
    if not at.rotated:
        canvas.drawImage(photo, at.x, height - at.bottom, at.width, at.height)
        return
    canvas.saveState()
    canvas.translate(at.x, height - at.y)
    canvas.rotate(-90)
    canvas.drawImage(photo, 0, 0, at.height, at.width)
    canvas.restoreState()


def _draw_line(canvas: Canvas, line: Rect, height: float) -> None:
    canvas.rect(line.x, height - line.bottom, line.width, line.height, stroke=0, fill=1)


def _draw_label(canvas: Canvas, ruler: Ruler, height: float) -> None:
    canvas.saveState()
    canvas.setFont("Helvetica", cut_marks.LABEL_MM)
    drop = cut_marks.LABEL_MM * 0.36  # half the height of Helvetica's figures
    if ruler.upright:
        canvas.translate(ruler.x + ruler.width / 2, height - ruler.y - cut_marks.LABEL_FROM_MM)
        canvas.rotate(-90)
    else:
        canvas.translate(ruler.x + cut_marks.LABEL_FROM_MM, height - ruler.y - ruler.height / 2)
    canvas.drawString(0, -drop, cut_marks.LABEL)
    canvas.restoreState()
