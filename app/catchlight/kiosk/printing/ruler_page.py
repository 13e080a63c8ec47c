"""The page that a printer is calibrated with: millimetre scales from each edge of the page, and a line in each direction.

Words are left out, so that it is the same in every language: figures alone, and what it was printed for.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from catchlight.kiosk.printing.calibration import line_length
from catchlight.print.pdf import POINTS_PER_MM

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

SCALE_MM = 14
"""Marks from each edge, beyond what the driver's page is larger than the paper."""
THIN_MM, BOLD_MM = 0.12, 0.3
SHORTEST_MM, STEP_MM = 2.4, 2.0
"""Length of marks: those of five millimetres that follow each other grow, so that each has room for its figure."""
FIGURE_MM = 1.6
"""Two of them stand clear of the mark of the next millimetre."""
LABEL_MM = 2.8
MARGIN_MM = 4.0


def ruler_page(page: tuple[float, float], paper: tuple[float, float], labels: Sequence[str]) -> bytes:
    """A PDF of one page. page, paper: width and height in mm; labels: printer and paper, for who finds it again."""
    from reportlab.pdfgen.canvas import Canvas

    width, height = page
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(width * POINTS_PER_MM, height * POINTS_PER_MM), invariant=1)
    canvas.setCreator("Catchlight")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.scale(POINTS_PER_MM, POINTS_PER_MM)
    count = [round(max(0.0, (whole - part) / 2)) + SCALE_MM for whole, part in zip(page, paper, strict=True)]
    # Each edge as a canvas of its own, along which the scale runs inwards from the lower left corner.
    for turn, at, marks in (
        (0, (0.0, height * 0.62), count[0]),
        (180, (width, height * 0.38), count[0]),
        (90, (width * 0.38, 0.0), count[1]),
        (-90, (width * 0.62, height), count[1]),
    ):
        canvas.saveState()
        canvas.translate(*at)
        canvas.rotate(turn)
        _scale(canvas, marks)
        canvas.restoreState()
    _line(canvas, (width / 2, height * 0.5), 0, line_length(paper[0]))
    _line(canvas, (width * 0.5, height / 2), 90, line_length(paper[1]))
    room = paper[0] / 2 - SCALE_MM - 1.5 * MARGIN_MM  # to the scale on the right
    for number, label in enumerate(labels, 2):
        _label(canvas, (width / 2 + MARGIN_MM, height / 2 - number * 1.5 * LABEL_MM), label, room)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def _label(canvas: Canvas, at: tuple[float, float], label: str, room: float) -> None:
    """In Latin letters, as small as it must be."""
    shown = label.encode("latin-1", "replace").decode("latin-1")
    size = min(LABEL_MM, LABEL_MM * room / max(1e-3, canvas.stringWidth(shown, "Helvetica", LABEL_MM)))
    canvas.setFont("Helvetica", size)
    canvas.drawString(*at, shown)


def _scale(canvas: Canvas, marks: int) -> None:
    """Marks of every millimetre from the edge, the figure at the end of each."""
    canvas.setFont("Helvetica", FIGURE_MM)
    for mm in range(marks + 1):
        length = SHORTEST_MM + STEP_MM * (mm % 5)
        canvas.setLineWidth(BOLD_MM if mm % 5 == 0 else THIN_MM)
        canvas.line(mm, 0, mm, length)
        canvas.drawCentredString(mm, length + 0.3, str(mm))
        canvas.setLineWidth(THIN_MM)
        canvas.line(mm + 0.5, 0, mm + 0.5, SHORTEST_MM / 2)


def _line(canvas: Canvas, middle: tuple[float, float], turn: float, length: float) -> None:
    """The line between the middles of two crossbars, with its length beside it."""
    canvas.saveState()
    canvas.translate(*middle)
    canvas.rotate(turn)
    canvas.setLineWidth(THIN_MM)
    half = length / 2
    canvas.line(-half, 0, half, 0)
    for end in (-half, half):
        canvas.line(end, -2.5, end, 2.5)
    canvas.setFont("Helvetica", LABEL_MM)
    canvas.drawCentredString(length * 0.25, 1.0, f"{length:g} mm")
    canvas.restoreState()
