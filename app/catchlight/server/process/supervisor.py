"""Several server processes over one socket: started, watched, started again when they die, and stopped together."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from catchlight.core.errors import CatchlightError
from catchlight.core.keep_alive import RestartDelay, StopSignals
from catchlight.core.messages import Message

STOP_SECONDS = 9.0
"""How long the workers may take to stop, before they are ended."""
_LOOK_SECONDS = 1.0
_LOG = logging.getLogger(__name__)

Work = Callable[["WorkerIdentity", socket.socket, Connection], None]
"""What a worker process does. It says ``STARTED`` on the connection once it takes requests, and stops in order when the
connection ends: that also happens when this process dies, on every system. Pickled: a function of a module."""
STARTED = "started"


class WorkersFailed(CatchlightError):
    """The workers cannot be started at all."""

    code = "internal_error"


@dataclass(frozen=True)
class WorkerIdentity:
    """Which of the worker processes this is: number counts from 0."""

    number: int = 0
    count: int = 1

    @property
    def alone(self) -> bool:
        return self.count == 1

    def part(self, whole: int) -> int:
        """This worker's part of a number, rounded up, at least 1 where there is any."""
        return -(-whole // self.count)


@dataclass
class _Worker:
    """One seat and the process on it; process None: waiting to be started at ``due``."""

    seat: WorkerIdentity
    process: SpawnProcess | None = None
    channel: Connection | None = None
    begun: float = 0.0
    due: float = 0.0
    delay: RestartDelay = field(default_factory=RestartDelay)
    started: bool = field(default=False)


class Supervisor:
    """Keeps ``count`` processes at work on a listening socket until a signal comes. Runs in the main thread."""

    def __init__(self, work: Work, count: int, bound: socket.socket, died: Callable[[int], None]) -> None:
        """died: hears the process id of a worker that has ended."""
        self._work = work
        self._bound = bound
        self._died = died
        self._workers = [_Worker(WorkerIdentity(number, count)) for number in range(count)]
        self._context = multiprocessing.get_context("spawn")
        self._signals = StopSignals()

    def run(self, ready: Callable[[], None]) -> None:
        """Until SIGTERM or SIGINT; ``ready`` is called once, when the first worker takes requests.

        Raises WorkersFailed when a worker ends before any has ever taken a request. A second signal ends all at once.
        """
        told = False
        with self._signals.caught():
            try:
                for worker in self._workers:
                    self._start(worker)
                while not self._signals.count:
                    self._look()
                    if not told and any(worker.started for worker in self._workers):
                        told = True
                        ready()
                    for worker in self._workers:
                        if worker.process is None and not self._signals.count and worker.due <= time.monotonic():
                            if not told:
                                raise WorkersFailed(
                                    Message("The server's processes end at once; the lines above say why.")
                                )
                            self._start(worker)
            finally:
                self._stop()

    def _start(self, worker: _Worker) -> None:
        ours, theirs = self._context.Pipe()
        worker.process = self._context.Process(
            target=self._work, args=(worker.seat, self._bound, theirs), name=f"worker {worker.seat.number}"
        )
        worker.process.start()
        theirs.close()
        worker.channel, worker.begun, worker.started = ours, time.monotonic(), False
        _LOG.info("Worker %d runs as process %d.", worker.seat.number, worker.process.pid)

    def _look(self) -> None:
        """Wait for something to happen: a worker has started or ended, a signal, or the time to start one again."""
        alive = [worker for worker in self._workers if worker.process is not None]
        due = [worker.due - time.monotonic() for worker in self._workers if worker.process is None]
        watched: list[Connection | int] = [self._signals.wake]
        for worker in alive:
            assert worker.process is not None
            watched.append(worker.process.sentinel)
            if worker.channel is not None and not worker.started:
                watched.append(worker.channel)
        wait(watched, max(0.0, min([_LOOK_SECONDS, *due])))
        for worker in alive:
            self._hear(worker)
            if worker.process is not None and not worker.process.is_alive() and not self._signals.count:
                self._bury(worker)

    def _hear(self, worker: _Worker) -> None:
        if worker.channel is None or worker.started:
            return
        with contextlib.suppress(EOFError, OSError):
            if worker.channel.poll():
                worker.started = worker.channel.recv() == STARTED

    def _bury(self, worker: _Worker) -> None:
        """A worker has ended unasked: note when it is to be started again."""
        assert worker.process is not None
        delay = worker.delay.after(time.monotonic() - worker.begun)
        _LOG.warning(
            "Worker %d (process %d) has ended with code %s; it is started again in %.1f s.",
            *(worker.seat.number, worker.process.pid, worker.process.exitcode, delay),
        )
        worker.due = time.monotonic() + delay
        self._forget(worker)

    def _forget(self, worker: _Worker) -> None:
        assert worker.process is not None
        self._died(worker.process.pid or 0)
        worker.process.close()
        worker.process = None
        worker.started = False
        if worker.channel is not None:
            worker.channel.close()
            worker.channel = None

    def _stop(self) -> None:
        """End of every connection tells the workers to stop; whoever takes too long is ended."""
        deadline = time.monotonic() + STOP_SECONDS
        alive = [worker for worker in self._workers if worker.process is not None]
        for worker in alive:
            if worker.channel is not None:
                worker.channel.close()
                worker.channel = None
        for worker in alive:
            process = worker.process
            assert process is not None
            while process.is_alive() and time.monotonic() < deadline and self._signals.count < 2:
                wait([process.sentinel, self._signals.wake], max(0.0, min(_LOOK_SECONDS, deadline - time.monotonic())))
                self._signals.clear()
            if process.is_alive():
                _LOG.warning("Worker %d did not stop in time and is ended.", worker.seat.number)
                process.kill()
            process.join()
            self._forget(worker)
