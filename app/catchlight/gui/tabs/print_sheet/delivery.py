"""Delivering a finished sheet: to the printer at its real size, or into a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from catchlight.core.errors import InvalidRequest
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.qt_images import wrap
from catchlight.gui.credentials.write_signed import write_signed
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.originals import originals_of
from catchlight.gui.tabs.print_sheet import printing
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.picture import Picture
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.service.editor import EditResult

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

OPERATION = "layout"
FILTERS = {
    "pdf": "PDF (*.pdf)",
    "image": "PNG (*.png);;JPEG (*.jpg *.jpeg)",
    "any": "PDF (*.pdf);;PNG (*.png);;JPEG (*.jpg *.jpeg)",
}


class SheetDelivery(QObject):
    """Makes one sheet at a time and hands it over."""

    changed = Signal()
    """``busy`` is another."""

    def __init__(self, session: Session, ask: SystemDialogs, parent: QWidget) -> None:
        super().__init__(parent)
        self.busy = False
        self._session = session
        self._ask = ask
        self._window = parent

    def ask_path(self, stem: str, kind: str) -> Path | None:
        """Where to write. kind: a key of ``FILTERS``."""
        folder = self._session.memory.state.export.folder or str(Path.home())
        proposed = Path(folder) / f"{stem}{'.png' if kind == 'image' else '.pdf'}"
        return self._ask.save_as(self._window, tr("Save the sheet"), proposed, FILTERS[kind])

    def save(self, params: LayoutParams, pictures: Sequence[Picture], path: Path) -> None:
        """Write the sheet in the format that the path's suffix stands for."""
        suffix = path.suffix.lower()
        picture = {"output_format": "jpeg" if suffix in (".jpg", ".jpeg") else "png"}
        job = self._make(params.model_copy(update={"format": "pdf"} if suffix == ".pdf" else picture), pictures)
        job.finished.connect(lambda result: self._write(result, path))

    def print_sheet(self, params: LayoutParams, pictures: Sequence[Picture], width_mm: float, height_mm: float) -> None:
        """Ask for the printer, make the sheet, print it at its real size."""
        from PySide6.QtPrintSupport import QPrintDialog

        printer = printing.new_printer(width_mm, height_mm, params.dpi, tr("Print sheet"))
        dialog = QPrintDialog(printer, self._window)
        dialog.setWindowTitle(tr("Print sheet"))
        if dialog.exec() != QPrintDialog.DialogCode.Accepted:
            return
        printing.set_page(printer, width_mm, height_mm)
        found = printing.compare_page(printer, width_mm, height_mm, params.margin_mm)
        if found.warnings:
            text = "\n\n".join((*found.warnings, tr("Print anyway?")))
            if not self._ask.yes(self._window, tr("The printer would change the size"), text):
                return
        try:
            printing.refuse_output_file(printer, originals_of(self._session.documents))
        except InvalidRequest as error:
            self._session.report(error)
            return
        job = self._make(params, pictures)
        job.finished.connect(lambda result: self._print(printer, result, width_mm, height_mm))

    def _make(self, params: LayoutParams, pictures: Sequence[Picture]) -> BackgroundJob:
        job = self._session.make(OPERATION, params, pictures, tr("Print sheet"))
        job.delivers = True
        self._set_busy(True)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(lambda *_result: self._set_busy(False))
        return job

    def _set_busy(self, busy: bool) -> None:
        self.busy = busy
        self.changed.emit()

    def _print(self, printer: QPrinter, result: EditResult, width_mm: float, height_mm: float) -> None:
        if printing.print_image(printer, wrap(result.picture.rgb8), width_mm, height_mm):
            text = tr("Real size, {size} mm. Measure the ruler to be sure.", size=f"{width_mm:g} × {height_mm:g}")
            self._session.problem.emit(Problem(tr("Sent to the printer"), text, good=True))
        else:
            text = tr("Check that it is switched on, or write a PDF.")
            self._session.problem.emit(Problem(tr("The printer did not start"), text))

    def _write(self, result: EditResult, path: Path) -> None:
        write_signed(self._session, path, result.picture, lambda: result.file)
        memory = self._session.memory
        memory.keep(export=memory.state.export.model_copy(update={"folder": str(path.parent)}))
