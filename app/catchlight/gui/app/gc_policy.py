"""When Python looks for rubbish: while nothing is under way, and never through all there is, which holds every thread."""

from __future__ import annotations

import gc
import sys
import time

from PySide6.QtCore import QObject, QTimer

from catchlight.gui.jobs.jobs import JobQueue

LOOK_MS = 3000
RARELY = 100
"""Rounds of the middle generation after which a full look is taken in any case; Python's own is 10."""
ENOUGH = 2
"""Rounds after which a full look is worth its time while nothing is under way. After five one took 70 ms on a slow computer."""
LONG_SECONDS = 0.015
"""A look that took so long went through much that stays: the next one leaves that out."""


class GcPolicy(QObject):
    """Puts full collections off until no job runs, and leaves out what has come to stay.

    Modules, the window and the networks are some hundred thousand objects; to look through them takes 100 ms. Whenever
    modules were loaded, all that is there is taken for lasting, and only what comes after it is looked through.
    """

    def __init__(self, jobs: JobQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._before = gc.get_threshold()
        self._modules = 0
        first, second, _ = self._before
        gc.set_threshold(first, second, RARELY)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> bool:
        """Collect where enough has come together and nobody waits; whether that was done."""
        if not self._jobs.idle:
            return False
        if len(sys.modules) != self._modules:
            self._modules = len(sys.modules)
            gc.collect(1)
            gc.freeze()
            return False
        if gc.get_count()[2] < ENOUGH:
            return False
        begun = time.perf_counter()
        gc.collect()
        if time.perf_counter() - begun > LONG_SECONDS:
            gc.freeze()
        return True

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.unfreeze()
        gc.set_threshold(*self._before)
