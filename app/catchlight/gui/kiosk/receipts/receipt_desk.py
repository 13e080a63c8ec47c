"""Issuing the receipt off the window's thread: once the person has something in hand, and as a file beside the photo."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import CatchlightError
from catchlight.gui.kiosk.machine.parts import IssueReceipt
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.gui.kiosk.receipts.receipt_page import receipt_files
from catchlight.kiosk.handover.port import HandoverFile
from catchlight.kiosk.handover.receipt import Receipt

_LOG = logging.getLogger(__name__)


class ReceiptDesk(QObject):
    """A receipt that cannot be issued keeps no photo back: it is logged."""

    issued = Signal()
    """``bill`` is there."""

    def __init__(self, issue: IssueReceipt, jobs: SessionJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._issue = issue
        self._jobs = jobs
        self.bill: Receipt | None = None
        """The receipt of this session, once the person has something in hand that cost something."""

    def forget(self) -> None:
        """A new session begins."""
        self.bill = None

    def issue(self, reference: str, document: DocumentSpec, copies: int) -> None:
        """Issue it, unless this session has it already."""
        if self.bill is not None:
            return

        def done(receipt: Receipt | None) -> None:
            self.bill = receipt
            self.issued.emit()

        self._jobs.submit(
            "till", "receipt", lambda _progress: self._issue(reference, document, copies), done, _log_failure
        )

    def file_maker(
        self, reference: str, document: DocumentSpec, copies: int, language: str
    ) -> Callable[[], Sequence[HandoverFile]]:
        """Makes the receipt as a file, for a worker's thread; none where nothing was due or it cannot be made."""

        def make() -> Sequence[HandoverFile]:
            try:
                return receipt_files(self._issue(reference, document, copies), language)
            except CatchlightError as error:
                _log_failure(error)
                return ()

        return make


def _log_failure(error: CatchlightError) -> None:
    _LOG.error("No receipt was issued: %s", error.message)
