"""The page of a PDF that this program wrote."""

from __future__ import annotations

import re

from catchlight.core.messages import Message
from catchlight.kiosk.printing.port import PrinterFault

MM_PER_POINT = 25.4 / 72
_BOX = re.compile(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]")


def page_size_mm(pdf: bytes) -> tuple[float, float]:
    """Width and height of the first page in mm. Raises PrinterFault where it does not tell, as PDFs of others may not."""
    box = _BOX.search(pdf)
    if box is None or not pdf.startswith(b"%PDF-"):
        raise PrinterFault(Message("The sheet is no PDF with a plain page. Make it anew."))
    return float(box.group(1)) * MM_PER_POINT, float(box.group(2)) * MM_PER_POINT
