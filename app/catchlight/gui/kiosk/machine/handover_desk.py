"""Handing files over, one way after the other."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.handover.port import Handed, Handover, HandoverFile, HandoverId
from catchlight.kiosk.session.files import files_of
from catchlight.service.editor import EditResult

_LOG = logging.getLogger(__name__)


class HandoverDesk(QObject):
    """Emits what a way gave, or why it gave nothing."""

    handed = Signal(object)
    failed = Signal(object)
    """A Message."""

    def __init__(self, handovers: Sequence[Handover], jobs: SessionJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handovers = {handover.id: handover for handover in handovers}
        self._jobs = jobs

    def hand(
        self,
        way: HandoverId,
        address: str,
        photo: EditResult,
        document: str,
        sheet: bytes | None,
        receipt: Callable[[], Sequence[HandoverFile]],
    ) -> None:
        """sheet: the PDF that was printed, handed over beside the photo; None where there is none. receipt: makes its file, and
        none where nothing was due; an authority gets neither."""
        handover = self._handovers[way]

        def work(progress: Progress) -> Handed:
            files = (
                files_of(photo, document, None) if way == "upload" else [*files_of(photo, document, sheet), *receipt()]
            )
            return handover.hand(files, address, lambda: progress.cancelled)

        def failed(error: CatchlightError) -> None:
            # Without the words themselves: in them may stand what a stick is called, or what an authority says of the person.
            _LOG.warning("Nothing was handed over (%s): %s", way, error.code)
            self.failed.emit(error.message)

        self._jobs.submit("handover", "handover", work, self.handed.emit, failed, holds=True)

    def wipe(self) -> int:
        """Links, copies, addresses; gives how many ways were wiped. Off the window's thread."""
        for handover in self._handovers.values():
            handover.wipe()
        return len(self._handovers)
