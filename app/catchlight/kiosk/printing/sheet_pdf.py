"""A sheet as the PDF that a kiosk's printer is handed: its photos come out at their exact millimetres."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.kiosk.printing.printed_page import PrintedPage
from catchlight.print import pdf
from catchlight.print.cut_marks import CutLines
from catchlight.print.render_sheet import PrintPhoto
from catchlight.print.sheet import Layout


def sheet_pdf(layout: Layout, photos: Sequence[PrintPhoto], page: PrintedPage, style: CutLines = "corners") -> bytes:
    """layout: on the paper. The PDF is on the printer's page, and for this printer alone. It has no title: services log them."""
    return pdf.document(layout, photos, style, place=page.placement())
