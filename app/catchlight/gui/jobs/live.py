"""A picture that follows the input: the newest wish is rendered small at once, and in full when the input rests."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.core.errors import CatchlightError
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue, Work

LIVE_MS = 60
"""Time between two looks at what is wished for while a slider moves; the first move is looked at at once."""
REST_MS = 350
"""After so long without a new wish the full resolution is worth its time."""


class LiveRenderer(QObject):
    """Renders one wish at a time on the ``live`` lane; a wish that comes meanwhile replaces the one that waits.

    The quick rendering under way is let finish, so that a slider in motion shows something; the full one is cancelled
    by the next wish.
    """

    rendered = Signal(object)
    """What the work returned, quick or full; always of the newest wish that was begun."""
    refused = Signal(object)
    """The CatchlightError that says why there is no preview."""

    def __init__(self, jobs: JobQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._wish: tuple[str, Work, Work | None] | None = None
        self._full: tuple[str, Work] | None = None
        self._job: BackgroundJob | None = None
        self._is_full = False
        self._began = 0.0
        self._soon = self._timer(LIVE_MS, self._begin)
        self._rest = self._timer(REST_MS, self._begin_full)

    @property
    def busy(self) -> bool:
        """Whether something is being rendered, or will be without a further wish."""
        return self._job is not None or self._wish is not None or self._full is not None

    def ask(self, title: str, quick: Work, full: Work | None = None) -> None:
        """Render ``quick`` as soon as possible, and ``full``, where given, when no other wish has come for a while."""
        self._wish, self._full = (title, quick, full), None
        self._rest.stop()
        if self._is_full and self._job is not None:
            self._job.cancel()
        if not self._soon.isActive():
            # Not before this event is done with: leaving one card and entering the next is one wish.
            self._soon.start(max(0, LIVE_MS - round((time.monotonic() - self._began) * 1000)))

    def stop(self) -> None:
        """Render nothing more; what is under way is not delivered."""
        self._soon.stop()
        self._rest.stop()
        self._wish = self._full = None
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _begin(self) -> None:
        if self._wish is None or self._job is not None:
            return
        self._began = time.monotonic()
        (title, quick, full), self._wish = self._wish, None
        self._full = None if full is None else (title, full)
        self._run(title, quick, full=False)
        self._rest.start()

    def _begin_full(self) -> None:
        if self._full is None or self._job is not None:
            return
        (title, work), self._full = self._full, None
        self._run(title, work, full=True)

    def _run(self, title: str, work: Work, *, full: bool) -> None:
        job = self._jobs.submit(title, work, lane="live", visible=False)
        self._job, self._is_full = job, full
        job.finished.connect(lambda result: self._end(job, result))
        job.failed.connect(lambda error: self._end(job, error=error))
        job.cancelled.connect(lambda: self._end(job, cancelled=True))

    def _end(
        self,
        job: BackgroundJob,
        result: object = None,
        error: CatchlightError | None = None,
        *,
        cancelled: bool = False,
    ) -> None:
        if job is not self._job:
            return
        self._job = None
        if error is not None:
            self._full = None
            self.refused.emit(error)
        elif not cancelled:
            self.rendered.emit(result)
        if self._wish is not None and not self._soon.isActive():
            self._begin()
        elif self._full is not None and not self._rest.isActive():
            self._begin_full()

    def _timer(self, milliseconds: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer
