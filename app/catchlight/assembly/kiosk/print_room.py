"""The printer of a kiosk with its calibration, which staff may renew while the kiosk runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catchlight.catalogue.documents import DocumentSpec
    from catchlight.core.progress import Progress
    from catchlight.kiosk.printing.calibration import Calibrations
    from catchlight.kiosk.printing.port import KioskPrinter
    from catchlight.kiosk.printing.print_setup import PrintSetup
    from catchlight.service.editor import EditResult


class PrintRoom:
    """Makes sheets as the printer is calibrated now."""

    def __init__(self, printer: KioskPrinter, setup: PrintSetup, calibrations: Calibrations) -> None:
        self.printer = printer
        self.setup = setup
        self._calibrations = calibrations

    def sheet(self, photo: EditResult, document: DocumentSpec, _progress: Progress) -> bytes:
        """The photo as often as it fits on the paper, in exact millimetres. Raises Conflict ``does_not_fit``."""
        from catchlight.print.render_sheet import PrintPhoto

        return self.setup.sheet(PrintPhoto(photo.picture.rgb8, document.width_mm, document.height_mm)).pdf

    def calibrate(self, read: Mapping[str, float]) -> None:
        """read: of the ruler page, see ``print_setup.Readings``. Raises CalibrationFault, StorageFault."""
        from catchlight.kiosk.printing.print_setup import Readings

        self.setup = self.setup.calibrated(Readings(**read), self._calibrations)
