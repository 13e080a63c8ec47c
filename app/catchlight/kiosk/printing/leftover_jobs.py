"""What a crash left in the print queue: removed as soon as it is printed, however long staff take to load paper."""

from __future__ import annotations

import logging
import threading

from catchlight.core.errors import StorageFault
from catchlight.core.retry import RetryPolicy
from catchlight.kiosk.printing.port import KioskPrinter, PrinterFault

_LOG = logging.getLogger(__name__)
WAITS = RetryPolicy(first=2.0, longest=120.0)
"""Between two looks while jobs are not over."""


class LeftoverJobs:
    """A thread that ends when nothing of earlier starts is in the queue any more."""

    def __init__(self, printer: KioskPrinter, waits: RetryPolicy = WAITS) -> None:
        self._printer = printer
        self._waits = waits
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="leftover jobs", daemon=True)

    def start(self) -> None:
        """Begin, with a look at once."""
        self._thread.start()

    def close(self) -> None:
        """End after the look that is under way."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        looks = 0
        while self._look():
            looks += 1
            if self._closing.wait(self._waits.wait(looks)):
                return

    def _look(self) -> bool:
        """Whether something is left."""
        try:
            return self._printer.forget_leftovers() > 0
        except (PrinterFault, StorageFault) as fault:
            _LOG.warning("What is left in the print queue is not known: %s", fault.message)
            return True
