"""Work off the GUI thread: a job, the queue that runs it, and the only knowledge of threads in the window."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from catchlight.engine.errors import CatchlightError
from catchlight.engine.progress import Cancelled, Progress

Work = Callable[[Progress], Any]

log = logging.getLogger(__name__)

REPORTS_PER_SECOND = 20
SHUTDOWN_MS = 20_000


class Job(QObject):
    """A piece of work that was handed in. Its signals are emitted in the GUI thread, exactly one of the last three."""

    progressed = Signal(float, str)
    finished = Signal(object)
    failed = Signal(object)
    """A CatchlightError."""
    cancelled = Signal()

    def __init__(self, title: str, work: Work, visible: bool) -> None:
        super().__init__()
        self.title = title
        self.visible = visible
        self.running = False
        """Whether the job bar shows it; live previews and thumbnails stay silent."""
        self.work = work
        self.listener: Callable[[float, str], None] | None = None
        self.progress = Progress(self._report)

    def cancel(self) -> None:
        """Stop at the next check. A direct call: a queued signal would arrive after the run."""
        self.progress.cancel()

    def _report(self, fraction: float, step: str) -> None:
        if self.listener is not None:
            self.listener(fraction, step)


class _Worker(QObject):
    """Lives in a lane's thread; its event queue is the queue of jobs."""

    started = Signal(object)
    progressed = Signal(object, float, str)
    finished = Signal(object, object)
    failed = Signal(object, object)
    cancelled = Signal(object)

    @Slot(object)
    def run(self, job: Job) -> None:
        if job.progress.cancelled:
            self.cancelled.emit(job)
            return
        self.started.emit(job)
        last = 0.0

        def throttled(fraction: float, step: str) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= 1 / REPORTS_PER_SECOND:
                last = now
                self.progressed.emit(job, fraction, step)

        job.listener = throttled
        try:
            result = job.work(job.progress)
        except Cancelled:
            self.cancelled.emit(job)
        except CatchlightError as error:
            self.failed.emit(job, error)
        except MemoryError:
            self.failed.emit(
                job, CatchlightError("There is not enough memory for this. Close other pictures and try again.")
            )
        except Exception as fault:  # noqa: BLE001  the border of the worker: nothing may fall through a thread
            internal = CatchlightError(f"Something went wrong inside the program: {fault}")
            internal.__cause__ = fault
            self.failed.emit(job, internal)
        else:
            self.finished.emit(job, result)


class JobQueue(QObject):
    """Runs jobs in order, one at a time in each lane: ``engine`` for edits and analysis, ``files`` for pictures in and out,
    ``live`` for previews, which must not wait for an edit, ``cards`` for thumbnails of choices, for which nobody waits."""

    started = Signal(object)
    progressed = Signal(object, float, str)
    finished = Signal(object, object)
    failed = Signal(object, object)
    cancelled = Signal(object)

    _to_engine = Signal(object)
    _to_files = Signal(object)
    _to_live = Signal(object)
    _to_cards = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []
        self._threads: list[QThread] = []
        self._workers: list[_Worker] = []
        self._lanes = {
            "engine": self._to_engine,
            "files": self._to_files,
            "live": self._to_live,
            "cards": self._to_cards,
        }
        for name, hand_over in self._lanes.items():
            thread = QThread()
            thread.setObjectName(name)
            worker = _Worker()
            worker.moveToThread(thread)
            hand_over.connect(worker.run, Qt.ConnectionType.QueuedConnection)
            worker.started.connect(self.started)
            worker.progressed.connect(self.progressed)
            worker.finished.connect(self.finished)
            worker.failed.connect(self.failed)
            worker.cancelled.connect(self.cancelled)
            idle = QThread.Priority.LowestPriority if name == "cards" else QThread.Priority.LowPriority
            thread.start(idle)
            self._threads.append(thread)
            self._workers.append(worker)
        self.started.connect(self._on_started)
        self.progressed.connect(self._on_progressed)
        self.finished.connect(self._on_finished)
        self.failed.connect(self._on_failed)
        self.cancelled.connect(self._on_cancelled)

    @property
    def running(self) -> list[Job]:
        """Jobs that have begun."""
        return [job for job in self._jobs if job.running]

    @property
    def idle(self) -> bool:
        return not self._jobs

    def submit(self, title: str, work: Work, *, lane: str = "engine", visible: bool = True) -> Job:
        """Queue ``work``; the job's signals tell what became of it."""
        job = Job(title, work, visible)
        self._jobs.append(job)
        self._lanes[lane].emit(job)
        return job

    def close(self) -> None:
        """Cancel everything and wait for the threads; no job is delivered after this."""
        for job in self._jobs:
            job.cancel()
        for thread in self._threads:
            thread.quit()
        for thread in self._threads:
            thread.wait(SHUTDOWN_MS)
        self._threads.clear()
        self._workers.clear()
        self._jobs.clear()

    @Slot(object)
    def _on_started(self, job: Job) -> None:
        job.running = True

    @Slot(object, float, str)
    def _on_progressed(self, job: Job, fraction: float, step: str) -> None:
        if not job.progress.cancelled:
            job.progressed.emit(fraction, step)

    @Slot(object, object)
    def _on_finished(self, job: Job, result: object) -> None:
        self._forget(job)
        if job.progress.cancelled:
            job.cancelled.emit()
        else:
            job.finished.emit(result)

    @Slot(object, object)
    def _on_failed(self, job: Job, error: object) -> None:
        self._forget(job)
        cause = getattr(error, "__cause__", None)
        if getattr(error, "code", "") == "internal_error" and cause is not None:
            log.error("%s failed", job.title, exc_info=cause)
        if job.progress.cancelled:
            job.cancelled.emit()
        else:
            job.failed.emit(error)

    @Slot(object)
    def _on_cancelled(self, job: Job) -> None:
        self._forget(job)
        job.cancelled.emit()

    def _forget(self, job: Job) -> None:
        if job in self._jobs:
            self._jobs.remove(job)
