"""What is being made, written or printed while the window is closed: asked about, then stopped with no half of a file left."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.print_picture.printer_run import PrinterRun
from catchlight.gui.wording.i18n import tr


class UnfinishedWork:
    """Looks at the jobs of a session, and at what one window hands to printers."""

    def __init__(self, session: Session, ask: SystemDialogs, window: QWidget) -> None:
        self._session, self._ask, self._window = session, ask, window

    def may_end(self) -> bool:
        """Whether the window may be closed now. After a yes prints are stopped; the jobs are when the session ends."""
        names = [job.title for job in self._session.jobs.delivering] + self._session.running.titles
        names += [tr("Printing")] * bool(self._prints())
        if not names:
            return True
        text = tr("Not finished yet: {names}. Close the window and stop it?", names=tr(", ").join(dict.fromkeys(names)))
        if not self._ask.yes(self._window, tr("Close the window"), text):
            return False
        for run in self._prints():
            run.stop()
        return True

    def _prints(self) -> list[PrinterRun]:
        return [run for run in self._window.findChildren(PrinterRun) if run.active]
