"""A printer by the system's driver (QPrinter), for Windows: the sheet at its exact size, and no word of what became of it.

Qt knows whether a printer is set up and whether its queue reports an error. It does not know whether it is on, whether it has
paper or ribbon, or whether a page came out (a printer that is gone is still called active): this adapter says so, and claims
nothing.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QRectF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter

from catchlight.core.messages import Message
from catchlight.gui.canvas.qt_images import wrap
from catchlight.gui.kiosk.printing.pdf_raster import rasterize
from catchlight.kiosk.printing.pdf_page import page_size_mm
from catchlight.kiosk.printing.port import JobStatus, PrinterFault, PrinterState, PrintJob
from catchlight.kiosk.printing.sent_jobs import SentJobs, key_digest

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

MM_PER_INCH = 25.4
TOLERANCE_MM = 0.6
"""Drivers give pages in whole points (0.35 mm)."""
NOT_TOLD = Message(
    "This system does not tell whether the printer is on, has paper, or has printed. Look at the printer."
)


class SystemPrinter:
    """See ``KioskPrinter``. A job is ``done`` as soon as the system took it, and ``followed`` is False."""

    def __init__(self, name: str, dpi: int, sent: SentJobs) -> None:
        self._name, self._dpi, self._sent = name, dpi, sent
        self._sending = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    def state(self) -> PrinterState:
        from PySide6.QtPrintSupport import QPrinter

        info = self._info()
        if info.isNull():
            return PrinterState("offline", ("offline",), detail=str(self._absent()))
        state = info.state()
        if state in (QPrinter.PrinterState.Error, QPrinter.PrinterState.Aborted):
            return PrinterState("stopped", ("other",), detail=str(NOT_TOLD))
        busy = state == QPrinter.PrinterState.Active
        return PrinterState("printing" if busy else "ready", detail=str(NOT_TOLD))

    def submit(self, pdf: bytes, copies: int, key: str) -> str:
        job = key_digest(key)
        with self._sending:
            record = self._sent.read(key)
            if record is not None and record.job:
                return job
            if record is not None:
                raise PrinterFault(
                    Message(
                        "The program ended while it sent this sheet to {name}, and the system does not tell whether it was "
                        "printed. Look at the printer.",
                        name=self._name,
                    )
                )
            info = self._info()
            if info.isNull():
                raise PrinterFault(self._absent())
            width, height = page_size_mm(pdf)
            image = wrap(rasterize(pdf, self._dpi))
            printer = self._prepared(info, width, height, job)
            self._sent.begin(key, self._name)
            self._print(printer, image, width, height, copies)
            self._sent.finish(key, self._name, job)
        return job

    def find(self, key: str) -> str | None:
        return None if self._sent.read(key) is None else key_digest(key)

    def job(self, job: str) -> PrintJob:
        record = self._sent.read_digest(job)
        if record is None:
            raise PrinterFault(Message("{name} knows no job {job!r}.", name=self._name, job=job))
        status: JobStatus = "done" if record.job else "failed"
        return PrintJob(job, status, detail=str(NOT_TOLD), followed=False)

    def cancel(self, job: str) -> None:
        """Nothing: what the system took is its own."""

    def forget(self, job: str) -> None:
        """Nothing: the system removes what it printed by itself."""

    def forget_leftovers(self) -> int:
        """Nothing is kept where it could be removed."""
        return 0

    def resume(self) -> None:
        raise PrinterFault(
            Message("The queue of {name} can only be resumed in the system's settings of printers.", name=self._name)
        )

    def _info(self) -> QPrinterInfo:
        from PySide6.QtPrintSupport import QPrinterInfo

        return QPrinterInfo.printerInfo(self._name)

    def _absent(self) -> Message:
        return Message(
            "There is no printer {name!r} on this computer. Install it, or choose another one.", name=self._name
        )

    def _prepared(self, info: QPrinterInfo, width: float, height: float, name: str) -> QPrinter:
        """Set to the page, without margins. Raises PrinterFault where the driver takes another one: the size would be wrong."""
        from PySide6.QtPrintSupport import QPrinter

        printer = QPrinter(info, QPrinter.PrinterMode.HighResolution)
        printer.setDocName(name)
        printer.setCreator("Catchlight")
        printer.setColorMode(QPrinter.ColorMode.Color)
        printer.setResolution(self._dpi)
        printer.setPageSize(_page_size(info, width, height))
        printer.setPageOrientation(QPageLayout.Orientation.Portrait)
        printer.setFullPage(True)
        printer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
        page = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
        if abs(page.width() - width) > TOLERANCE_MM or abs(page.height() - height) > TOLERANCE_MM:
            raise PrinterFault(
                Message(
                    "{name} prints on a page of {given} mm, not on one of {wanted} mm. Choose the paper in the driver's "
                    "settings.",
                    name=self._name,
                    given=f"{page.width():.1f} x {page.height():.1f}",
                    wanted=f"{width:.1f} x {height:.1f}",
                )
            )
        return printer

    def _print(self, printer: QPrinter, image: QImage, width: float, height: float, copies: int) -> None:
        pages = 1
        if printer.supportsMultipleCopies():
            printer.setCopyCount(copies)
        else:
            pages = copies
        dots = printer.resolution() / MM_PER_INCH
        painter = QPainter()
        if not painter.begin(printer):
            raise PrinterFault(Message("{name} did not take the sheet. Check that it is switched on.", name=self._name))
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.LosslessImageRendering)
        for number in range(pages):
            if number:
                printer.newPage()
            painter.drawImage(QRectF(0, 0, width * dots, height * dots), image)
        if not painter.end():
            raise PrinterFault(Message("{name} did not take the whole sheet. Look at the printer.", name=self._name))


def _page_size(info: QPrinterInfo, width: float, height: float) -> QPageSize:
    """The driver's own page of this size, without borders where it offers one so; else one of exactly this size."""

    def distance(size: QPageSize) -> float:
        mm = size.size(QPageSize.Unit.Millimeter)
        return max(abs(mm.width() - width), abs(mm.height() - height))

    fitting = [size for size in info.supportedPageSizes() if distance(size) <= TOLERANCE_MM]
    if fitting:
        return min(
            fitting, key=lambda size: ("borderless" not in f"{size.key()} {size.name()}".lower(), distance(size))
        )
    from PySide6.QtCore import QSizeF

    return QPageSize(QSizeF(width, height), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch)
