"""When Python looks for rubbish: while nothing is under way, for a full look holds every thread for up to 100 ms."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from catchlight.gui.jobs import JobQueue

LOOK_MS = 3000
RARELY = 100
"""Rounds of the middle generation after which a full look is taken in any case; Python's own is 10."""
ENOUGH = 5
"""Rounds after which a full look is worth its time while nothing is under way."""


class Rubbish(QObject):
    """Puts full collections off until no job runs. What is freed, and that it is, does not change."""

    def __init__(self, jobs: JobQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._before = gc.get_threshold()
        first, second, _ = self._before
        gc.set_threshold(first, second, RARELY)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> bool:
        """Collect where enough has come together and nobody waits; whether that was done."""
        if not self._jobs.idle or gc.get_count()[2] < ENOUGH:
            return False
        gc.collect()
        return True

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.set_threshold(*self._before)
