"""Handing a picture to a printer in strips, so that the window goes on: Qt holds up all of Python while it draws one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QObject, QRectF, QSizeF, QTimer, Signal
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter

from catchlight.gui.canvas.qt_images import wrap
from catchlight.imaging.picture import ByteImage
from catchlight.print.one_picture import resampled
from catchlight.print.render_sheet import MM_PER_INCH, PrintPhoto
from catchlight.print.sheet import Layout

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

MOST_DPI = 360
"""Finer than this no eye sees a photo; the printer's own dots make it up."""
STRIP = 60_000
"""Pixels that are handed over at once: about 20 ms."""


def new_printer(layout: Layout, name: str) -> QPrinter:
    """A printer set to the page: nothing added, nothing scaled."""
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    printer.setCreator("Catchlight")
    printer.setColorMode(QPrinter.ColorMode.Color)
    set_page(printer, layout)
    return printer


def set_page(printer: QPrinter, layout: Layout) -> None:
    """Ask for the page of a layout, which may lie on its side; the driver may refuse, which ``page_of`` tells."""
    short, long = sorted((layout.width_mm, layout.height_mm))
    size = QPageSize(QSizeF(short, long), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    wide = layout.width_mm > layout.height_mm
    printer.setPageSize(size)
    printer.setPageOrientation(QPageLayout.Orientation.Landscape if wide else QPageLayout.Orientation.Portrait)
    printer.setFullPage(True)
    printer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)


def page_of(printer: QPrinter) -> tuple[float, float]:
    """Width and height in mm of the page that it will really print on."""
    page = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter).size()
    return page.width(), page.height()


class PreparedPrint:
    """A photo in the printer's dots, and where it lies. step: dots of the printer for each pixel."""

    def __init__(self, photo: PrintPhoto, layout: Layout, page: tuple[float, float], resolution: int) -> None:
        """page: that of the printer, in mm; where it is another than the layout's the photo keeps its size, in the middle.

        Takes time: for workers.
        """
        place = layout.placements[0]
        dots = resolution / MM_PER_INCH
        self.step = -(-resolution // MOST_DPI)
        wanted = (max(1, round(side * dots / self.step)) for side in (place.width, place.height))
        width, height = wanted
        self.pixels: ByteImage = resampled(photo, (width, height))
        self.x = round(place.x * dots + (page[0] - layout.width_mm) / 2 * dots)
        self.y = round(place.y * dots + (page[1] - layout.height_mm) / 2 * dots)


class PrinterRun(QObject):
    """Prints; a strip in each turn of the event loop."""

    finished = Signal(bool)
    """False where the printer did not start, or did not take all of it."""

    def __init__(self, printer: QPrinter, work: PreparedPrint, parent: QObject) -> None:
        super().__init__(parent)
        self._printer, self._work = printer, work
        self._image: QImage = wrap(work.pixels)
        self._rows = max(1, STRIP // work.pixels.shape[1])
        self._top = 0
        self._painter = QPainter()
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._strip)

    @property
    def active(self) -> bool:
        """Whether strips are still to come."""
        return self._turn.isActive()

    def stop(self) -> None:
        """Hand over no more; of a print into a file nothing stays. Nobody is told."""
        self._turn.stop()
        self._printer.abort()  # before the end: a printer then ejects nothing
        self._painter.end()
        if self._printer.outputFileName():
            Path(self._printer.outputFileName()).unlink(missing_ok=True)
        self.deleteLater()

    def start(self) -> None:
        if not self._painter.begin(self._printer):
            self._end(False)
            return
        self._painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        self._turn.start()

    def _strip(self) -> None:
        """The next rows, and one more that the strip after it covers: no reader of the page sees a gap."""
        work, height = self._work, self._image.height()
        rows = min(self._rows + 1, height - self._top)
        part = self._image.copy(0, self._top, self._image.width(), rows)
        y = work.y + self._top * work.step
        area = QRectF(work.x, y, part.width() * work.step, rows * work.step)
        self._painter.drawImage(area, part)
        self._top += self._rows
        if self._top >= height:
            self._turn.stop()
            self._end(bool(self._painter.end()))

    def _end(self, done: bool) -> None:
        self.finished.emit(done)
        self.deleteLater()
