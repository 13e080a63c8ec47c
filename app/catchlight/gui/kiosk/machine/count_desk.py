"""Counting off the window's thread: a disk that is slow or full holds no session up."""

from __future__ import annotations

import logging
from collections import deque

from catchlight.core.errors import CatchlightError
from catchlight.gui.kiosk.machine.parts import SessionCounts
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs

_LOG = logging.getLogger(__name__)


class CountDesk:
    """Hands what happened to the counts, in its order. What cannot be written is logged."""

    def __init__(self, counts: SessionCounts, jobs: SessionJobs) -> None:
        self._counts = counts
        self._jobs = jobs
        self._waiting: deque[tuple[str, int]] = deque()

    def count(self, name: str, amount: int = 1) -> None:
        self._waiting.append((name, amount))
        self._jobs.submit(
            "counts", "counts", lambda _progress: self.write(), lambda _none: None, lambda _error: None, always=True
        )

    def write(self) -> None:
        """Count what waits; at the end of the program, too, when nothing is done off the window's thread any more."""
        while self._waiting:
            name, amount = self._waiting.popleft()
            try:
                self._counts.count(name, amount)
            except CatchlightError as error:
                _LOG.error("The counts could not be written: %s", error.message)
