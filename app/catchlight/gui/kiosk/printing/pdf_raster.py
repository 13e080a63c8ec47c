"""A sheet's PDF as pixels, for systems that print pictures and no PDF."""

from __future__ import annotations

import threading

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import ByteImage
from catchlight.kiosk.printing.port import PrinterFault

POINTS_PER_INCH = 72
FINEST_DPI = 900
"""PDFium lets pictures grow to whole pixels: they are drawn this fine and averaged, which is 0.06 mm at most."""
_PDFIUM = threading.Lock()
"""PDFium works for one thread at a time."""


def rasterize(pdf: bytes, dpi: int) -> ByteImage:
    """The first page at ``dpi``, HxWx3 uint8 on white; it fills the whole picture, whose sides are whole pixels.

    Raises PrinterFault for what is no PDF.
    """
    import cv2

    times = max(1, FINEST_DPI // dpi)
    fine = _rendered(pdf, dpi * times)
    height, width = (round(side / times) for side in fine.shape[:2])
    return cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _rendered(pdf: bytes, dpi: int) -> ByteImage:
    import pypdfium2

    with _PDFIUM:
        try:
            document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as fault:
            raise PrinterFault(Message("The sheet is no PDF ({why}). Make it anew.", why=str(fault))) from fault
        try:
            bitmap = document[0].render(scale=dpi / POINTS_PER_INCH, rev_byteorder=True)
            pixels: ByteImage = np.array(bitmap.to_numpy()[..., :3])
        finally:
            document.close()
    return pixels
