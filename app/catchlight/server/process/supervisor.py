"""Several server processes over one socket: started, watched, started again when they die, and stopped together."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message

STOP_SECONDS = 9.0
"""How long the workers may take to stop, before they are ended."""
FIRST_DELAY, LONGEST_DELAY = 0.5, 30.0
"""Seconds before a dead worker is started again: doubled each time, from the first again once one has lived long enough."""
LONG_ENOUGH = 60.0
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


def stop_with_supervisor(channel: Connection, stop: Callable[[], None]) -> None:
    """Call ``stop`` when the supervisor lets go of the connection, or is no more."""

    def listen() -> None:
        with contextlib.suppress(EOFError, OSError):
            channel.recv_bytes()
        stop()

    threading.Thread(target=listen, name="supervised", daemon=True).start()


@dataclass
class _Worker:
    """One seat and the process on it; process None: waiting to be started at ``due``."""

    seat: WorkerIdentity
    process: SpawnProcess | None = None
    channel: Connection | None = None
    begun: float = 0.0
    due: float = 0.0
    delay: float = FIRST_DELAY
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
        self._wake, self._woken = self._context.Pipe(duplex=False)
        self._signals = 0

    def run(self, ready: Callable[[], None]) -> None:
        """Until SIGTERM or SIGINT; ``ready`` is called once, when the first worker takes requests.

        Raises WorkersFailed when a worker ends before any has ever taken a request. A second signal ends all at once.
        """
        told = False
        with self._caught():
            try:
                for worker in self._workers:
                    self._start(worker)
                while not self._signals:
                    self._look()
                    if not told and any(worker.started for worker in self._workers):
                        told = True
                        ready()
                    for worker in self._workers:
                        if worker.process is None and not self._signals and worker.due <= time.monotonic():
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
        watched: list[Connection | int] = [self._wake]
        for worker in alive:
            assert worker.process is not None
            watched.append(worker.process.sentinel)
            if worker.channel is not None and not worker.started:
                watched.append(worker.channel)
        wait(watched, max(0.0, min([_LOOK_SECONDS, *due])))
        for worker in alive:
            self._hear(worker)
            if worker.process is not None and not worker.process.is_alive() and not self._signals:
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
        if time.monotonic() - worker.begun > LONG_ENOUGH:
            worker.delay = FIRST_DELAY
        _LOG.warning(
            "Worker %d (process %d) has ended with code %s; it is started again in %.1f s.",
            *(worker.seat.number, worker.process.pid, worker.process.exitcode, worker.delay),
        )
        worker.due = time.monotonic() + worker.delay
        worker.delay = min(LONGEST_DELAY, worker.delay * 2)
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
            while process.is_alive() and time.monotonic() < deadline and self._signals < 2:
                wait([process.sentinel, self._wake], max(0.0, min(_LOOK_SECONDS, deadline - time.monotonic())))
                while self._wake.poll():
                    self._wake.recv_bytes()
            if process.is_alive():
                _LOG.warning("Worker %d did not stop in time and is ended.", worker.seat.number)
                process.kill()
            process.join()
            self._forget(worker)

    @contextlib.contextmanager
    def _caught(self) -> Iterator[None]:
        """Signals only count here, and wake the loop."""

        def caught(number: int, frame: FrameType | None) -> None:
            self._signals += 1
            self._woken.send_bytes(b"!")

        numbers = [signal.SIGINT, signal.SIGTERM]
        before = {number: signal.signal(number, caught) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            self._wake.close()
            self._woken.close()
