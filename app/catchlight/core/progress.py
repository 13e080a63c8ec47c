"""Progress and cancelling: one object passed down through everything that takes time."""

from __future__ import annotations

import threading
from collections.abc import Callable

Listener = Callable[[float, str], None]


class Cancelled(Exception):
    """Raised by ``Progress.check`` after ``cancel``: the work stops and leaves nothing behind."""


class Progress:
    """Says how far a piece of work is, and stops it.

    Thread safe: ``cancel`` may be called from any thread; the listener is called on the working thread with a
    fraction in 0..1 that never falls and the name of the step.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self._listener = listener
        self._cancelled = threading.Event()
        self._last = 0.0

    def report(self, fraction: float, step: str) -> None:
        """Tell the listener; raises Cancelled when the work is no longer wanted."""
        self.check()
        self._last = max(self._last, min(1.0, fraction))
        if self._listener is not None:
            self._listener(self._last, step)

    def check(self) -> None:
        """Raise Cancelled when ``cancel`` was called."""
        if self._cancelled.is_set():
            raise Cancelled

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()

    def part(self, start: float, end: float) -> Progress:
        """A progress whose 0..1 is start..end of this one; cancelling either is seen by both."""
        part = Progress(lambda fraction, step: self.report(start + (end - start) * fraction, step))
        part._cancelled = self._cancelled
        return part

    def linked(self, listener: Listener) -> Progress:
        """A progress that counts from 0 again for a listener of its own; cancelling either is seen by both."""
        linked = Progress(listener)
        linked._cancelled = self._cancelled
        return linked

    def named(self, step: str) -> Progress:
        """This progress, with everything reported to it under one step's name."""
        same = Progress(lambda fraction, _: self.report(fraction, step))
        same._cancelled = self._cancelled
        return same
