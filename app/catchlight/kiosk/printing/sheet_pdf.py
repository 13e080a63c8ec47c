"""The sheet of a session as the PDF that its printer is handed: photos that come out at their exact millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catchlight.catalogue.papers import Paper
from catchlight.catalogue.printers import PrinterPreset
from catchlight.kiosk.printing.printed_page import PrintedPage
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.operations.print_sheet.run import placements
from catchlight.print import pdf
from catchlight.print.cut_marks import CutLines
from catchlight.print.render_sheet import PrintPhoto
from catchlight.print.sheet import Layout

MARGIN_MM = 3.0
"""Without a preset."""


@dataclass(frozen=True, eq=False)
class KioskSheet:
    """layout: where the photos lie on the paper."""

    pdf: bytes
    layout: Layout


def make_sheet(
    photo: PrintPhoto,
    paper: Paper,
    page: PrintedPage,
    preset: PrinterPreset | None = None,
    copies: int | None = None,
    style: CutLines = "corners",
) -> KioskSheet:
    """One photo as often as asked for, or as fits, with a ruler of 50 mm to check it by. Raises Conflict ``does_not_fit``."""
    margin = MARGIN_MM if preset is None else preset.margin_mm
    params = LayoutParams(paper=paper.id, copies=copies, margin_mm=margin, ruler=True)
    layout = placements(params, [(photo.width_mm, photo.height_mm)], paper)
    return KioskSheet(sheet_pdf(layout, [photo], page, style), layout)


def sheet_pdf(layout: Layout, photos: Sequence[PrintPhoto], page: PrintedPage, style: CutLines = "corners") -> bytes:
    """A sheet that is laid out on the paper, as PDF on the printer's page. Without a title: it would be logged."""
    return pdf.document(layout, photos, style, place=page.placement())
