"""A worker process of a batch: reads, edits and writes one file after the other, with its models loaded once."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import time
from typing import TYPE_CHECKING

from catchlight.service.batch.messages import (
    CANCEL,
    Reply,
    Task,
    TaskCancellation,
    TaskFailure,
    TaskProgress,
    TaskResult,
    WorkerReady,
    WorkerSetup,
    WorkerSetupFailure,
)

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from catchlight.core.progress import Progress
    from catchlight.service.batch.process_file import StepRunner

REPORTS_PER_SECOND = 5
_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def work(channel: Connection, threads: int) -> None:
    """The whole life of the process: its setup, then tasks until the connection ends, also because the batch was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of Ctrl+C in a terminal the batch makes a cancel
    os.environ.update(dict.fromkeys(_THREAD_VARIABLES, str(threads)))
    setup: WorkerSetup = channel.recv()
    import cv2

    from catchlight.core.errors import CatchlightError
    from catchlight.core.files.logbook import log_to_file
    from catchlight.service.batch.process_file import StepRunner

    cv2.setNumThreads(threads)
    desk = _Desk(channel)
    try:
        maker = StepRunner(setup, setup.bench(threads))
    except CatchlightError as fault:
        desk.send(WorkerSetupFailure(fault.code, fault.message))
        return
    desk.send(WorkerReady())
    with log_to_file():
        while True:
            task, progress = desk.next()
            desk.send(_done(maker, task, progress))


def _done(maker: StepRunner, task: Task, progress: Progress) -> Reply:
    from catchlight.core.progress import Cancelled
    from catchlight.service.batch.failures import failure_told
    from catchlight.service.batch.process_file import OutputFault

    begun = time.monotonic()
    try:
        sha256, suffix, facts = maker.make(task, progress)
    except Cancelled:
        return TaskCancellation(task.number)
    except Exception as fault:  # noqa: BLE001 - the border of the process: one file never stops the others
        at_output = isinstance(fault, OutputFault)
        return TaskFailure(task.number, time.monotonic() - begun, *failure_told(fault), at_output)
    return TaskResult(task.number, time.monotonic() - begun, sha256, suffix, facts)


class _Desk:
    """The worker's end of the connection: tasks come in by a thread, so that a cancel and the end of all are heard at once."""

    def __init__(self, channel: Connection) -> None:
        self._channel = channel
        self._tasks: queue.SimpleQueue[tuple[Task, Progress]] = queue.SimpleQueue()
        self._current: Progress | None = None
        self._said = 0.0
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, name="batch", daemon=True).start()

    def next(self) -> tuple[Task, Progress]:
        return self._tasks.get()

    def send(self, reply: Reply) -> None:
        with self._lock, contextlib.suppress(OSError):  # nobody listens any more: the listening thread ends the process
            self._channel.send(reply)

    def _listen(self) -> None:
        try:
            while True:
                message = self._channel.recv()
                if message == CANCEL:
                    if self._current is not None:
                        self._current.cancel()
                    continue
                self._current = self._progress(message)
                self._tasks.put((message, self._current))
        except (EOFError, OSError):
            os._exit(0)  # the batch has ended or was killed: what is unfinished is worth nothing

    def _progress(self, task: Task) -> Progress:
        from catchlight.core.progress import Progress

        def report(fraction: float, step: str) -> None:
            now = time.monotonic()
            if now - self._said >= 1 / REPORTS_PER_SECOND:
                self._said = now
                self.send(TaskProgress(task.number, fraction, step))

        return Progress(report)
