"""Who may be at work beside whom: files together, and one that has killed a process alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from catchlight.core.progress import Progress

_LOOK_SECONDS = 0.1


class Turns:
    """Of the threads of one process. Whoever waits to be alone lets nobody else begin."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._working = 0
        self._alone = 0
        """Those that are alone or wait for it."""

    @contextmanager
    def taken(self, alone: bool, progress: Progress) -> Iterator[None]:
        """A turn. alone: with no other at work. Raises Cancelled as soon as it is no longer wanted."""
        with self._changed:
            self._alone += alone
            try:
                while self._working if alone else self._alone:
                    progress.check()
                    self._changed.wait(_LOOK_SECONDS)
                self._working += 1
            except BaseException:
                self._leave(alone)
                raise
        try:
            yield
        finally:
            with self._changed:
                self._working -= 1
                self._leave(alone)

    def _leave(self, alone: bool) -> None:
        self._alone -= alone
        self._changed.notify_all()
