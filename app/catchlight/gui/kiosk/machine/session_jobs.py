"""Work of a session off the window's thread: an answer that comes after the session has ended reaches nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from catchlight.core.errors import CatchlightError
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue, Source, Work

LANES = ("judge", "payment", "till", "handover", "pin", "watch", "counts")
"""In each, one thing after the other: pictures, asking for money, taking it or letting it go and wiping, files, PINs, the state
of the machine, counts."""
PATIENCE_MS = 60_000
"""For work that was asked to stop: three times what a camera, a mail server or an edit takes at most."""
Done = Callable[[Any], None]
Failed = Callable[[CatchlightError], None]


class SessionJobs(QObject):
    """Runs work and tells what became of it, as long as it is still the session that asked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.queue = JobQueue(self, LANES)
        self.patience_ms = PATIENCE_MS
        self._session = 0
        self._holding: set[BackgroundJob] = set()
        self._waiting: list[Callable[[], object]] = []

    def begin(self, session: int) -> None:
        """Answers to earlier sessions are stale from now on."""
        self._session = session

    def submit(
        self,
        lane: str,
        title: str,
        work: Work,
        done: Done,
        failed: Failed,
        *,
        late: Done | None = None,
        holds: bool = False,
        always: bool = False,
    ) -> BackgroundJob:
        """done, failed: hear of it in the window's thread. late: hears the result in their place when the session is over.
        holds: it works with pictures, which are not wiped before it has ended. always: it belongs to no session."""
        job = self.queue.submit(title, work, lane=lane, visible=False)
        return self._watched(job, done, failed, late, holds, always)

    def follow(
        self, title: str, source: Source, told: Done, done: Callable[[], None], failed: Failed, *, holds: bool
    ) -> BackgroundJob:
        """told: hears each thing that the source gives, done that it has ended. It has a thread of its own."""
        job = self.queue.follow(title, source)
        session = self._session
        job.told.connect(lambda news: told(news) if session == self._session else None)
        return self._watched(job, lambda _result: done(), failed, None, holds, False)

    def cancel_holding(self) -> None:
        """Let everything stop that works with pictures."""
        for job in tuple(self._holding):
            job.cancel()

    def when_let_go(self, then: Callable[[], object], give_up: Callable[[], None] | None = None) -> None:
        """Call it as soon as nothing works with pictures any more; at once where nothing does.

        give_up: is called where something still does after ``PATIENCE_MS``, as a camera whose driver never answers.
        """
        self._waiting.append(then)
        self._go_on()
        if give_up is not None and then in self._waiting:
            QTimer.singleShot(self.patience_ms, self, lambda: give_up() if then in self._waiting else None)

    def close(self) -> None:
        self.queue.close()

    def _watched(
        self, job: BackgroundJob, done: Done, failed: Failed, late: Done | None, holds: bool, always: bool
    ) -> BackgroundJob:
        session = self._session
        if holds:
            self._holding.add(job)

        def finished(result: object) -> None:
            if always or session == self._session:
                done(result)
            elif late is not None:
                late(result)
            self._ended(job)

        def broke(error: CatchlightError) -> None:
            if always or session == self._session:
                failed(error)
            self._ended(job)

        job.finished.connect(finished)
        job.failed.connect(broke)
        job.cancelled.connect(lambda: self._ended(job))
        return job

    def _ended(self, job: BackgroundJob) -> None:
        self._holding.discard(job)
        self._go_on()

    def _go_on(self) -> None:
        if not self._holding:
            waiting, self._waiting = self._waiting, []
            for then in waiting:
                then()
