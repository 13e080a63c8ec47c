"""Where the photos lie on the paper: computed on a worker while options change; the last wish wins."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.catalogue.papers import Paper
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.wording.i18n import tr
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.print.sheet import Layout

LIVE_MS = 60


class SheetPlanner(QObject):
    """Lays one sheet out at a time."""

    due = Signal()
    """What was asked for has rested long enough to be laid out."""
    laid_out = Signal(object)
    """A Layout."""
    refused = Signal(object)
    """The CatchlightError that says why it does not fit."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._job: BackgroundJob | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LIVE_MS)
        self._timer.timeout.connect(self.due)

    def plan_soon(self) -> None:
        self._timer.start()

    def plan(self, params: LayoutParams, sizes_mm: Sequence[tuple[float, float]], paper: Paper) -> None:
        if self._job is not None:
            self._job.cancel()

        def work(progress: Progress) -> Layout:
            from catchlight.operations.print_sheet.run import placements

            return placements(params, sizes_mm, paper)

        job = self._session.jobs.submit(tr("Print sheet"), work, lane="files", visible=False)
        self._job = job
        job.finished.connect(lambda layout: self.laid_out.emit(layout) if job is self._job else None)
        job.failed.connect(lambda error: self.refused.emit(error) if job is self._job else None)

    def stop(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
