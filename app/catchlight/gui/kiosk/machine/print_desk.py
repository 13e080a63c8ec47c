"""The sheet of a session: made, queued, followed to its end."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.kiosk.printing.port import KioskPrinter, PrinterFault, PrintJob

POLL_S = 0.5
_PAUSE_S = 0.05
_LOG = logging.getLogger(__name__)


class PrintDesk(QObject):
    """Emits how it stands with the sheet. One sheet at a time."""

    queued = Signal()
    held = Signal(object)
    """Reasons, worst first."""
    done = Signal()
    failed = Signal(object)
    """A Message, or None where the printer says no more."""
    settled = Signal(object)
    """After ``settle``: whether the sheet came out all the same; None where the printer does not say."""

    def __init__(
        self, printer: KioskPrinter | None, timeout_s: float, jobs: SessionJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._printer = printer
        self._timeout_s = timeout_s
        self._jobs = jobs
        self._follower: BackgroundJob | None = None
        self._job = ""
        self._said: tuple[str, Sequence[str]] = ("", ())
        self._sent: list[str] = []
        self._doubtful = ""
        """A key that was sent and of which it is not known whether the queue took it: no other is sent in its place."""
        self.pdf: bytes | None = None
        """Of the sheet that was printed last in this session."""

    def print_sheet(self, make: Callable[[Progress], bytes], copies: int, key: str) -> None:
        """key: under which the queue prints it once."""
        printer = self._printer
        assert printer is not None, "a kiosk without a printer prints no sheet"
        self._job, self._said = "", ("", ())

        def source(progress: Progress) -> Iterator[PrintJob]:
            if self.pdf is None:
                self.pdf = make(progress)
            progress.check()
            self._doubtful = self._doubtful or key
            self._job = printer.submit(self.pdf, copies, self._doubtful)
            self._doubtful = ""
            self._sent.append(self._job)
            yield PrintJob(self._job, "waiting")
            yield from follow_job(printer, self._job, self._timeout_s, progress)

        self._follower = self._jobs.follow("print", source, self._hear, self._end, self._fail, holds=True)

    def settle(self) -> None:
        """Take the sheet off the queue and say whether it came out."""
        printer = self._printer
        assert printer is not None
        if self._follower is not None:
            self._follower.cancel()

        def work(_progress: Progress) -> bool:
            if not self._job:
                return False
            printer.cancel(self._job)
            return printer.job(self._job).status == "done"

        def settle() -> None:
            self._jobs.submit("till", "settle", work, self.settled.emit, self._unsettled)

        self._jobs.when_let_go(settle)

    def purge(self) -> int:
        """Remove what the queue keeps of this session's jobs; gives how many. Raises PrinterFault. Off the window's thread."""
        self.pdf, self._job = None, ""
        if self._printer is None:
            return 0
        doubtful, self._doubtful = self._doubtful, ""
        taken = self._printer.find(doubtful) if doubtful else None
        self._sent += [taken] if taken is not None else []
        forgotten = 0
        while self._sent:  # what the printer does not forget now, the next session's wipe asks for again
            self._printer.forget(self._sent[0])
            self._sent.pop(0)
            forgotten += 1
        return forgotten

    def _hear(self, job: PrintJob) -> None:
        said = (job.status, tuple(job.reasons))
        if said == self._said:
            return
        self._said = said
        if job.status == "held":
            self.held.emit(job.reasons)
        elif job.status in ("waiting", "printing"):
            self.queued.emit()
        elif job.status == "done":
            self.done.emit()
        else:
            self.failed.emit(None)

    def _end(self) -> None:
        self._follower = None

    def _fail(self, error: CatchlightError) -> None:
        """The sheet cannot be made, or the queue did not take it: nothing came out."""
        self._follower = None
        _LOG.error("A sheet was not printed: %s", error.message)
        self.failed.emit(error.message)

    def _unsettled(self, error: CatchlightError) -> None:
        """The printer does not say whether the sheet came out: the money waits until it does."""
        _LOG.error("Whether a sheet came out is not known: %s", error.message)
        self.settled.emit(None)


def follow_job(printer: KioskPrinter, job: str, timeout_s: float, progress: Progress) -> Iterator[PrintJob]:
    """How it stands with a job, until it has ended. One that does not answer, or takes longer, holds it."""
    began = time.monotonic()
    while True:
        try:
            state = printer.job(job)
        except PrinterFault as error:
            _LOG.warning("The queue does not answer: %s", error.message)
            state = PrintJob(job, "held", ("offline",))
        late = time.monotonic() - began > timeout_s
        if late and state.status in ("waiting", "printing"):
            state = PrintJob(job, "held", state.reasons or ("other",), state.pages_done)
        yield state
        if state.status in ("done", "failed", "cancelled"):
            return
        until = time.monotonic() + POLL_S
        while time.monotonic() < until:
            progress.check()
            time.sleep(_PAUSE_S)
