"""What a kiosk prints with: printer, paper and how the page comes out on it; sheets and ruler pages are made for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.papers import Paper, PrinterPreset
from catchlight.core.errors import UnknownEntry
from catchlight.kiosk.config.model import Printer
from catchlight.kiosk.printing.calibration import Calibration, Calibrations, line_length
from catchlight.kiosk.printing.printed_page import PrintedPage, printed_page
from catchlight.kiosk.printing.ruler_page import ruler_page
from catchlight.kiosk.printing.sheet_pdf import sheet_pdf
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.operations.print_sheet.run import placements
from catchlight.print.cut_marks import CutLines
from catchlight.print.render_sheet import PrintPhoto
from catchlight.print.sheet import Layout

PLAIN = "plain"
"""The preset where the configuration names none."""


@dataclass(frozen=True, eq=False)
class KioskSheet:
    """pdf: on the printer's page, for this printer alone; layout: where the photos lie on the paper."""

    pdf: bytes
    layout: Layout


@dataclass(frozen=True)
class Readings:
    """What was read from a ruler page, in mm; see ``Calibration``."""

    left: float
    right: float
    top: float
    bottom: float
    across_mm: float
    down_mm: float


@dataclass(frozen=True)
class PrintSetup:
    """printer: name of its queue."""

    printer: str
    preset: PrinterPreset
    paper: Paper
    page: PrintedPage

    def sheet(self, photo: PrintPhoto, copies: int | None = None, style: CutLines = "corners") -> KioskSheet:
        """One photo as often as asked for, or as fits, with a ruler of 50 mm to check it by. Raises Conflict ``does_not_fit``."""
        params = LayoutParams(paper=self.paper.id, copies=copies, margin_mm=self.preset.margin_mm, ruler=True)
        layout = placements(params, [(photo.width_mm, photo.height_mm)], self.paper)
        return KioskSheet(sheet_pdf(layout, [photo], self.page, style), layout)

    def ruler(self) -> bytes:
        """The PDF that is printed to calibrate it."""
        label = self.paper.label.replace("×", "x")
        return ruler_page(self.page.page, self.page.paper, (self.printer, f"{self.preset.label}, {label}"))

    @property
    def lines(self) -> tuple[float, float]:
        """Lengths of the ruler page's lines across and down, as they should come out."""
        return line_length(self.page.paper[0]), line_length(self.page.paper[1])

    def calibrated(self, readings: Readings, calibrations: Calibrations) -> PrintSetup:
        """Keep what was read, and go on with it. Raises CalibrationFault, StorageFault."""
        across, down = self.lines
        measured = Calibration(
            printer=self.printer,
            paper=self.paper.id,
            page_width=self.page.page[0],
            page_height=self.page.page[1],
            left=readings.left,
            right=readings.right,
            top=readings.top,
            bottom=readings.bottom,
            across_line_mm=across,
            down_line_mm=down,
            across_mm=readings.across_mm,
            down_mm=readings.down_mm,
            made=date.today(),
        )
        calibrations.save(measured, self.page.paper)
        return replace(self, page=printed_page(self.preset, self.paper, measured))


def print_setup(catalogue: Catalogue, printer: Printer, paper: str, calibrations: Calibrations) -> PrintSetup:
    """As configured, by what was measured before. paper: its id. Raises UnknownEntry, StorageFault."""
    sheet = catalogue.papers.get(paper)
    if sheet is None:
        raise UnknownEntry("paper", paper, catalogue.papers.ids)
    preset = catalogue.printers.get(printer.preset or PLAIN)
    if preset is None:
        raise UnknownEntry("preset", printer.preset, catalogue.printers.ids)
    page = printed_page(preset, sheet, calibrations.load(printer.name, paper))
    return PrintSetup(printer.name, preset, sheet, page)
