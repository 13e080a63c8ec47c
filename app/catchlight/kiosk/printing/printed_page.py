"""How the page that a printer is handed comes out on its paper: borderless printers enlarge it and cut it off all round."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.catalogue.papers import Paper, PrinterPreset
from catchlight.kiosk.printing.calibration import Calibration
from catchlight.print.page_placement import PagePlacement

SizeMm = tuple[float, float]


@dataclass(frozen=True)
class PrintedPage:
    """page: as it is handed over, paper: as it comes out, both in mm. scale: millimetres on paper for each of the page, across
    and down; centre: the point of the page that comes out in the middle of the paper. calibrated: measured, not assumed."""

    page: SizeMm
    paper: SizeMm
    scale: SizeMm = (1.0, 1.0)
    centre: SizeMm | None = None
    calibrated: bool = False

    def placement(self) -> PagePlacement:
        """Where a sheet of the paper's size has to lie on the page to come out at its exact millimetres, in the middle."""
        centre = self.centre or (self.page[0] / 2, self.page[1] / 2)
        left, top = (
            middle - side / 2 / scale for middle, side, scale in zip(centre, self.paper, self.scale, strict=True)
        )
        return PagePlacement(*self.page, left, top, 1 / self.scale[0], 1 / self.scale[1])


def driver_page(preset: PrinterPreset, paper: Paper) -> SizeMm:
    """The page that is handed over for a paper: the driver's, where the preset knows it, else the paper's own size."""
    page = preset.page(paper.id)
    return (paper.width_mm, paper.height_mm) if page is None else page.page_mm


def printed_page(preset: PrinterPreset, paper: Paper, calibration: Calibration | None) -> PrintedPage:
    """By what was measured; without, the page is taken to come out at its size, in the middle.

    A calibration of another page, from before the preset was changed, says nothing of this one and is passed over.
    """
    page, size = driver_page(preset, paper), (paper.width_mm, paper.height_mm)
    if calibration is None or not calibration.is_of(page):
        return PrintedPage(page, size)
    across, down = calibration.axes()
    centre = ((across.start + across.end) / 2, (down.start + down.end) / 2)
    return PrintedPage(page, size, (across.scale, down.scale), centre, calibrated=True)
