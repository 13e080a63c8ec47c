"""Keeping processes at work: when a dead one is started again, how it hears that its keeper is gone, signals that wake a wait."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from types import FrameType


@dataclass
class RestartDelay:
    """Seconds before a dead process is started again: doubled each time, from the first again once one has lived long enough."""

    first: float = 0.5
    longest: float = 30.0
    long_enough: float = 60.0
    _next: float = field(default=0.0, init=False)

    def after(self, lived: float) -> float:
        """The delay for a process that has ended now. lived: seconds that it ran."""
        delay = self.first if lived > self.long_enough or self._next == 0 else self._next
        self._next = min(self.longest, delay * 2)
        return delay


def stop_with_supervisor(channel: Connection, stop: Callable[[], None]) -> None:
    """In the kept process: call ``stop`` when its keeper lets go of the connection, or is no more."""

    def listen() -> None:
        with contextlib.suppress(EOFError, OSError):
            channel.recv_bytes()
        stop()

    threading.Thread(target=listen, name="supervised", daemon=True).start()


class StopSignals:
    """While it is entered, SIGINT and SIGTERM only count here, and make ``wake`` readable. Main thread only."""

    def __init__(self) -> None:
        self.count = 0
        self.wake, self._woken = multiprocessing.get_context("spawn").Pipe(duplex=False)

    @contextlib.contextmanager
    def caught(self) -> Iterator[None]:
        def catch(number: int, frame: FrameType | None) -> None:
            self.count += 1
            self._woken.send_bytes(b"!")

        before = {number: signal.signal(number, catch) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            self.wake.close()
            self._woken.close()

    def clear(self) -> None:
        """Take what made ``wake`` readable."""
        while self.wake.poll():
            self.wake.recv_bytes()
