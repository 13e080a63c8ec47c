"""From a picture to its verdict, on a thread of its own."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, Signal

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.session.judging import judge_take
from catchlight.kiosk.session.take import Take, refused

_LOG = logging.getLogger(__name__)


class JudgeDesk(QObject):
    """Emits every take with its verdict. Where the engine itself fails, the take has failed too: nobody waits for ever."""

    judged = Signal(object)

    def __init__(self, parts: KioskParts, jobs: SessionJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._jobs = jobs

    def judge(self, entry: int, data: bytes, document: DocumentSpec) -> None:
        parts = self._parts

        def work(progress: Progress) -> Take:
            background = parts.config.shop.background
            return judge_take(entry, data, document, background, parts.editor, parts.limits, progress)

        def failed(error: CatchlightError) -> None:
            _LOG.error("A take could not be judged: %s", error.message)
            self.judged.emit(refused(entry, None, error.message))

        self._jobs.submit("judge", "judge", work, self.judged.emit, failed, holds=True)
