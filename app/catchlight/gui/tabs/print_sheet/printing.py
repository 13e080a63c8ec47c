"""Printing a sheet at its real size, and saying so where the driver does otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter

from catchlight.core.files.originals import refuse_original
from catchlight.gui.wording.i18n import tr

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

TOLERANCE_MM = 0.6
"""Drivers give pages in whole points (0.35 mm)."""
MM_PER_INCH = 25.4


@dataclass(frozen=True)
class PageReport:
    """What the printer will really do. page: size in mm; unprintable: widest margin in mm that stays white."""

    page: tuple[float, float]
    unprintable: float
    warnings: tuple[str, ...]


def new_printer(width_mm: float, height_mm: float, dpi: int, name: str) -> QPrinter:
    """A printer set to the sheet: exact page in mm, no margins added, nothing scaled."""
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    printer.setCreator("Catchlight")
    printer.setResolution(dpi)
    set_page(printer, width_mm, height_mm)
    return printer


def refuse_output_file(printer: QPrinter, originals: Iterable[Path]) -> None:
    """Raises InvalidRequest where the dialog of the system was told to print into a file that is one of these."""
    if printer.outputFileName():
        refuse_original(Path(printer.outputFileName()).absolute(), originals)


def set_page(printer: QPrinter, width_mm: float, height_mm: float) -> None:
    """Ask for the sheet's page; the driver may refuse, which ``compare_page`` sees."""
    size = QPageSize(QSizeF(width_mm, height_mm), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    printer.setPageSize(size)
    printer.setPageOrientation(QPageLayout.Orientation.Portrait)
    printer.setFullPage(True)
    printer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)


def compare_page(printer: QPrinter, width_mm: float, height_mm: float, margin_mm: float) -> PageReport:
    """Compare the driver's page with the sheet. margin_mm: what the sheet leaves white anyway."""
    from PySide6.QtPrintSupport import QPrinter

    layout = printer.pageLayout()
    page = layout.fullRect(QPageLayout.Unit.Millimeter).size()
    least = printer.pageLayout().minimumMargins()
    unit = {
        QPageLayout.Unit.Millimeter: 1.0,
        QPageLayout.Unit.Point: MM_PER_INCH / 72,
        QPageLayout.Unit.Inch: MM_PER_INCH,
    }
    factor = unit.get(layout.units(), MM_PER_INCH / 72)
    unprintable = max(least.left(), least.top(), least.right(), least.bottom()) * factor
    warnings = []
    if abs(page.width() - width_mm) > TOLERANCE_MM or abs(page.height() - height_mm) > TOLERANCE_MM:
        warnings.append(
            tr(
                "The printer is set to a page of {page} mm, the sheet has {sheet} mm. It is printed at its real size "
                "in the middle of that page.",
                page=f"{page.width():.1f} × {page.height():.1f}",
                sheet=f"{width_mm:.1f} × {height_mm:.1f}",
            )
        )
        if page.width() < width_mm - TOLERANCE_MM or page.height() < height_mm - TOLERANCE_MM:
            warnings.append(tr("That page is smaller: a part of the sheet will be cut off."))
    elif unprintable > margin_mm + TOLERANCE_MM and printer.outputFormat() != QPrinter.OutputFormat.PdfFormat:
        warnings.append(
            tr(
                "This printer leaves {mm} mm at the edge unprinted, more than the sheet's margin. Choose borderless "
                "printing, or a larger margin.",
                mm=f"{unprintable:.1f}",
            )
        )
    if printer.copyCount() > 0 and not printer.fullPage():
        warnings.append(tr("The printer adds margins of its own; the size may differ. Measure the ruler."))
    return PageReport((page.width(), page.height()), unprintable, tuple(warnings))


def target(printer: QPrinter, width_mm: float, height_mm: float) -> QRectF:
    """Where the sheet lies on the page, in the printer's dots: real size, in the middle."""
    page = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter).size()
    dots = printer.resolution() / MM_PER_INCH
    left, top = max(0.0, (page.width() - width_mm) / 2), max(0.0, (page.height() - height_mm) / 2)
    return QRectF(left * dots, top * dots, width_mm * dots, height_mm * dots)


def print_image(printer: QPrinter, image: QImage, width_mm: float, height_mm: float) -> bool:
    """Print a sheet's pixels at exactly its millimetres; False where the printer does not start."""
    painter = QPainter()
    if not painter.begin(printer):
        return False
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(target(printer, width_mm, height_mm), image)
    return bool(painter.end())
