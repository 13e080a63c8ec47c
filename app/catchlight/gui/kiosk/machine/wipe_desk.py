"""What a session writes, and its end: everything goes as soon as nothing works with pictures any more."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.gui.kiosk.machine.parts import KioskParts, SessionWipe
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.wipe.memory import clear_memory
from catchlight.kiosk.wipe.port import WipeReceipt

_LOG = logging.getLogger(__name__)


class WipeDesk(QObject):
    """Opens the session's folder and wipes it."""

    wiped = Signal(str)
    """The reason, when all is gone, or when the sweep at the next start has to find what is left."""
    stuck = Signal()
    """Pictures cannot be wiped while something works with them that does not stop: the process has to end."""

    def __init__(self, parts: KioskParts, jobs: SessionJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._jobs = jobs
        self._session: SessionWipe | None = None
        self.receipt: WipeReceipt | None = None
        """Of the session that was wiped last."""

    def open(self, at_wipe: Mapping[str, Callable[[], int]]) -> None:
        """Begin a session. at_wipe: what else goes with it, by what the receipt calls it. Raises CatchlightError."""
        self._session = self._parts.open_session()
        for kind, forget in at_wipe.items():
            self._session.at_wipe(kind, forget)

    def wipe(self, reason: str, pictures: int) -> None:
        """Wipe once every job that holds pictures has ended. pictures: how many the window's side forgot."""
        session, self._session = self._session, None
        self._jobs.cancel_holding()

        def work(_progress: object) -> WipeReceipt | None:
            if session is None:
                return None
            session.at_wipe("pictures", lambda: pictures)
            receipt = session.wipe(reason)
            clear_memory()
            return receipt

        def done(receipt: WipeReceipt | None) -> None:
            self.receipt = receipt
            if receipt is not None:
                self._parts.wiped(receipt)
            self.wiped.emit(reason)

        def failed(error: CatchlightError) -> None:
            """Whatever happens, the next session must begin; the sweep at the start finds what is left."""
            _LOG.error("The wipe broke off: %s", error.message)
            done(None)

        self._jobs.when_let_go(lambda: self._jobs.submit("till", "wipe", work, done, failed), self._give_up)

    def close(self) -> None:
        """Wipe at once, as the program ends."""
        if self._session is not None:
            self._session.wipe("shut_down")

    def _give_up(self) -> None:
        _LOG.error("Work with the session's pictures does not end; the kiosk starts anew, which wipes them.")
        self.stuck.emit()
