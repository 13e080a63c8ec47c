"""Work off the GUI thread: a job, the queue that runs it, and the only knowledge of threads in the window."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress

Work = Callable[[Progress], Any]
Source = Callable[[Progress], Iterator[object]]

log = logging.getLogger(__name__)

LANES = ("engine", "files", "live", "brush", "cards", "thumbs", "ahead")
LATER = ("cards", "thumbs")
"""Lanes that nobody waits for."""
NICE, NICER = 4, 9
"""Steps by which Linux lets lanes give way to the window, and those that nobody waits for to all others; there Qt's own
priorities change nothing. What a lane calls in to help, threads of OpenCV and of the networks, takes after it."""
REPORTS_PER_SECOND = 20
SHUTDOWN_MS = 20_000


def _done(_progress: Progress) -> None:
    """The work of a job that has ended."""


class BackgroundJob(QObject):
    """A piece of work that was handed in. Its signals are emitted in the GUI thread, exactly one of the last three."""

    progressed = Signal(float, str)
    finished = Signal(object)
    failed = Signal(object)
    """A CatchlightError."""
    cancelled = Signal()
    told = Signal(object)
    """What a source gives, each thing once, in order, before the end."""

    def __init__(self, title: str, work: Work, visible: bool) -> None:
        super().__init__()
        self.title = title
        self.visible = visible
        self.running = False
        """Whether the job bar shows it; live previews and thumbnails stay silent."""
        self.delivers = False
        """Whether it writes or prints what somebody asked for: asked about before the window is closed."""
        self.work = work
        self.listener: Callable[[float, str], None] | None = None
        self.hearer: Callable[[object], None] | None = None
        self.progress = Progress(self._report)

    def cancel(self) -> None:
        """Stop at the next check. A direct call: a queued signal would arrive after the run."""
        self.progress.cancel()

    def release(self) -> None:
        """It has ended and was told of. What it worked with, whole pictures, must not live as long as somebody knows the
        job; and what listens to it knows it: the two would keep each other for ever.
        """
        self.work, self.listener, self.hearer = _done, None, None
        self.deleteLater()

    def _report(self, fraction: float, step: str) -> None:
        if self.listener is not None:
            self.listener(fraction, step)


class _Worker(QObject):
    """Lives in a lane's thread; its event queue is the queue of jobs. later: whether it gives way to other lanes too."""

    handed = Signal(object)
    started = Signal(object)
    progressed = Signal(object, float, str)
    told = Signal(object, object)
    finished = Signal(object, object)
    failed = Signal(object, object)
    cancelled = Signal(object)

    def __init__(self, later: bool) -> None:
        super().__init__()
        self._later = later

    @Slot()
    def give_way(self) -> None:
        """Called in the lane's thread before its first job."""
        if sys.platform == "linux":
            thread = threading.get_native_id()
            now = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, min(19, now + (NICER if self._later else NICE)))

    @Slot(object)
    def run(self, job: BackgroundJob) -> None:
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
        job.hearer = lambda news: self.told.emit(job, news)
        try:
            result = job.work(job.progress)
        except Cancelled:
            self.cancelled.emit(job)
        except CatchlightError as error:
            self.failed.emit(job, error)
        except MemoryError:
            self.failed.emit(
                job,
                CatchlightError(Message("There is not enough memory for this. Close other pictures and try again.")),
            )
        except Exception as fault:  # noqa: BLE001  the border of the worker: nothing may fall through a thread
            internal = CatchlightError(
                Message("Something went wrong inside the program; nothing was lost. Its log has the details.")
            )
            internal.__cause__ = fault
            self.failed.emit(job, internal)
        else:
            self.finished.emit(job, result)


class JobQueue(QObject):
    """Runs jobs in order, one at a time in each lane: ``engine`` for edits and analysis, ``files`` for pictures in and out,
    ``live`` for previews, which must not wait for an edit, ``brush`` for the stroke under way, ``cards`` and ``thumbs`` for small
    pictures of choices and of files, for which nobody waits, ``ahead`` for what is likely to be looked at next: pictures that are
    leafed through.

    What is followed has a thread of its own.
    """

    started = Signal(object)
    progressed = Signal(object, float, str)
    finished = Signal(object, object)
    failed = Signal(object, object)
    cancelled = Signal(object)
    calmed = Signal()
    """No preview is being rendered any more: what steps aside for previews may go on."""

    def __init__(self, parent: QObject | None = None, lanes: Sequence[str] = LANES) -> None:
        """lanes: the studio window's, or those of another window."""
        super().__init__(parent)
        self._jobs: list[BackgroundJob] = []
        self._previews: set[BackgroundJob] = set()
        self._lanes = {name: self._lane(name) for name in lanes}
        self._apart: dict[BackgroundJob, tuple[QThread, _Worker]] = {}
        self.started.connect(self._on_started)
        self.progressed.connect(self._on_progressed)
        self.finished.connect(self._on_finished)
        self.failed.connect(self._on_failed)
        self.cancelled.connect(self._on_cancelled)

    @property
    def running(self) -> list[BackgroundJob]:
        """Jobs that have begun."""
        return [job for job in self._jobs if job.running]

    @property
    def delivering(self) -> list[BackgroundJob]:
        """Those that write or print what somebody asked for, begun or not, and were not called off."""
        return [job for job in self._jobs if job.delivers and not job.progress.cancelled]

    @property
    def idle(self) -> bool:
        return not self._jobs

    @property
    def pressing(self) -> bool:
        """Whether a preview is being rendered, which somebody waits for."""
        return bool(self._previews)

    def submit(self, title: str, work: Work, *, lane: str = "engine", visible: bool = True) -> BackgroundJob:
        """Queue ``work``; the job's signals tell what became of it."""
        job = BackgroundJob(title, work, visible)
        if lane == "live":
            self._previews.add(job)
        self._hand(job, self._lanes[lane][1])
        return job

    def follow(self, title: str, source: Source, *, visible: bool = False) -> BackgroundJob:
        """Hand on what ``source`` gives as it comes (``told``): for what waits long for somebody else. visible: shown by the job
        bar."""

        def work(progress: Progress) -> None:
            for news in source(progress):
                progress.check()
                if job.hearer is not None:
                    job.hearer(news)

        job = BackgroundJob(title, work, visible)
        self._apart[job] = self._lane("apart")
        self._hand(job, self._apart[job][1])
        return job

    def _hand(self, job: BackgroundJob, worker: _Worker) -> None:
        self._jobs.append(job)
        worker.handed.emit(job)

    def close(self) -> None:
        """Cancel everything and wait for the threads; no job is delivered after this."""
        for job in self._jobs:
            job.cancel()
        threads = [thread for thread, _ in (*self._lanes.values(), *self._apart.values())]
        for thread in threads:
            thread.quit()
        for thread in threads:
            thread.wait(SHUTDOWN_MS)
        for job in self._jobs:
            job.release()
        self._apart.clear()
        self._previews.clear()
        self._jobs.clear()

    def _lane(self, name: str) -> tuple[QThread, _Worker]:
        """A thread that has begun, and the worker in it."""
        later = name in LATER
        thread, worker = QThread(), _Worker(later)
        thread.setObjectName(name)
        worker.moveToThread(thread)
        worker.handed.connect(worker.run, Qt.ConnectionType.QueuedConnection)
        for inner, outer in (
            (worker.started, self.started),
            (worker.progressed, self.progressed),
            (worker.finished, self.finished),
            (worker.failed, self.failed),
            (worker.cancelled, self.cancelled),
        ):
            inner.connect(outer)
        worker.told.connect(self._on_told)
        thread.started.connect(worker.give_way)
        thread.start(QThread.Priority.LowestPriority if later else QThread.Priority.LowPriority)
        return thread, worker

    @Slot(object)
    def _on_started(self, job: BackgroundJob) -> None:
        job.running = True

    @Slot(object, float, str)
    def _on_progressed(self, job: BackgroundJob, fraction: float, step: str) -> None:
        if not job.progress.cancelled:
            job.progressed.emit(fraction, step)

    @Slot(object, object)
    def _on_told(self, job: BackgroundJob, news: object) -> None:
        if job in self._jobs and not job.progress.cancelled:
            job.told.emit(news)

    @Slot(object, object)
    def _on_finished(self, job: BackgroundJob, result: object) -> None:
        if not self._forget(job):
            return
        if job.progress.cancelled:
            job.cancelled.emit()
        else:
            job.finished.emit(result)
        self._let_go(job)

    @Slot(object, object)
    def _on_failed(self, job: BackgroundJob, error: object) -> None:
        if not self._forget(job):
            return
        cause = getattr(error, "__cause__", None)
        if getattr(error, "code", "") == "internal_error" and cause is not None:
            log.error("%s failed", job.title, exc_info=cause)
        if job.progress.cancelled:
            job.cancelled.emit()
        else:
            job.failed.emit(error)
        self._let_go(job)

    @Slot(object)
    def _on_cancelled(self, job: BackgroundJob) -> None:
        if self._forget(job):
            job.cancelled.emit()
            self._let_go(job)

    def _let_go(self, job: BackgroundJob) -> None:
        """It was told of: whoever heard that may have begun another preview already."""
        job.release()
        if job in self._previews:
            self._previews.remove(job)
            if not self._previews:
                self.calmed.emit()

    def _forget(self, job: BackgroundJob) -> bool:
        """Whether anybody still waits for the job: nobody does after ``close``."""
        if job not in self._jobs:
            return False
        self._jobs.remove(job)
        thread, _worker = self._apart.pop(job, (None, None))
        if thread is not None:
            thread.quit()
            thread.wait(SHUTDOWN_MS)  # its work has ended: this takes no time
        return True
