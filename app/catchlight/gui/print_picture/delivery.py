"""A laid out picture on its way: to a printer, or into a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from catchlight.core.errors import InvalidRequest
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import PrintChoices
from catchlight.gui.credentials.write_signed import write_signed
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.opening.originals import originals_of
from catchlight.gui.print_picture.printer_run import PreparedPrint, PrinterRun, new_printer, page_of, set_page
from catchlight.gui.tabs.print_sheet.printing import TOLERANCE_MM, refuse_output_file
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.colour.output_profiles import OutputProfile, read_output_profile
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File
from catchlight.print import pdf
from catchlight.print.one_picture import printed_photo
from catchlight.print.render_sheet import PrintPhoto
from catchlight.print.sheet import Layout

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


class PrintDelivery(QObject):
    """One picture, once. Outlives the dialog that asked for it."""

    def __init__(
        self,
        session: Session,
        ask: SystemDialogs,
        picture: Picture,
        layout: Layout,
        choices: PrintChoices,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._ask, self._window = session, ask, window
        self._picture, self._layout, self._choices = picture, layout, choices

    def save_pdf(self, stem: str) -> bool:
        """Ask where to, and write on a worker; False where it was given up."""
        folder = self._session.memory.state.export.folder or str(Path.home())
        path = self._ask.save_as(self._window, tr("Save as PDF…"), Path(folder) / f"{stem}.pdf", "PDF (*.pdf)")
        if path is None:
            return False

        def make() -> File:
            return File(pdf.document(self._layout, [self._photo()], "none", stem), "application/pdf")

        write_signed(self._session, path, self._picture, make)
        return True

    def print_out(self, dialog: QWidget, name: str) -> bool:
        """Ask for the printer, and print; False where it was given up. dialog: what the question lies over."""
        from PySide6.QtPrintSupport import QPrintDialog

        printer = new_printer(self._layout, name)
        question = QPrintDialog(printer, dialog)
        question.setWindowTitle(tr("Print picture"))
        if question.exec() != QDialog.DialogCode.Accepted:
            return False
        set_page(printer, self._layout)
        text = page_warning(page_of(printer), self._layout)
        if text and not self._ask.yes(
            dialog, tr("The printer would change the page"), f"{text}\n\n{tr('Print anyway?')}"
        ):
            return False
        self.send(printer)
        return True

    def send(self, printer: QPrinter) -> None:
        """Make the picture ready on a worker, then hand it over in strips."""
        try:
            refuse_output_file(printer, originals_of(self._session.documents))
        except InvalidRequest as error:
            self._session.report(error)
            self.deleteLater()
            return
        page, resolution = page_of(printer), printer.resolution()

        def work(_progress: Progress) -> PreparedPrint:
            return PreparedPrint(self._photo(), self._layout, page, resolution)

        job = self._session.jobs.submit(tr("Printing"), work, lane="files")
        job.delivers = True
        job.finished.connect(lambda prepared: self._run(printer, prepared))
        job.failed.connect(self._session.report)

    def _run(self, printer: QPrinter, prepared: PreparedPrint) -> None:
        run = PrinterRun(printer, prepared, self)
        run.finished.connect(self._printed)
        run.start()

    def _printed(self, done: bool) -> None:
        place = self._layout.placements[0]
        if done:
            text = tr("{size} mm on paper.", size=f"{place.width:.1f} × {place.height:.1f}")
            self._session.problem.emit(Problem(tr("Sent to the printer"), text, good=True))
        else:
            text = tr("Check that it is switched on, or write a PDF.")
            self._session.problem.emit(Problem(tr("The printer did not start"), text))
        self.deleteLater()

    def _photo(self) -> PrintPhoto:
        """On workers."""
        choices = self._choices
        profile: OutputProfile | None = None
        if choices.profile:
            profile = read_output_profile(Path(choices.profile), "printer")
        return printed_photo(
            self._session.whole(self._picture), self._layout, profile, choices.intent, choices.black_point
        )


def page_warning(page: tuple[float, float], layout: Layout) -> str:
    """What the printer does otherwise; empty where it takes the page as it is. page: in mm."""
    if abs(page[0] - layout.width_mm) <= TOLERANCE_MM and abs(page[1] - layout.height_mm) <= TOLERANCE_MM:
        return ""
    place = layout.placements[0]
    text = tr(
        "The printer is set to a page of {page} mm, not {wanted} mm. The picture keeps its size, in the middle of that page.",
        page=f"{page[0]:.1f} × {page[1]:.1f}",
        wanted=f"{layout.width_mm:.1f} × {layout.height_mm:.1f}",
    )
    if place.width > page[0] + TOLERANCE_MM or place.height > page[1] + TOLERANCE_MM:
        text += " " + tr("A part of it will be cut off.")
    return text
