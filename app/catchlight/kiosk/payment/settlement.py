"""Settling in the background: what a terminal did not answer is asked again, ever more rarely, until all has its end."""

from __future__ import annotations

import logging
import threading

from catchlight.core.errors import StorageFault
from catchlight.core.retry import RetryPolicy
from catchlight.kiosk.payment.recorded import PrinterDone, RecordedPayment, SettlementReport

_log = logging.getLogger(__name__)
WAITS = RetryPolicy(first=2.0, longest=120.0)
"""Between two rounds while something is open."""


def settle(payment: RecordedPayment, printer_done: PrinterDone) -> SettlementReport:
    """One round, to be called when the program starts, before the first session: what an earlier start left open is captured
    where its sheets were printed, and voided where they were not. Raises StorageFault."""
    return payment.settle(printer_done)


class Settlement:
    """A thread that settles whenever something is open."""

    def __init__(self, payment: RecordedPayment, printer_done: PrinterDone, waits: RetryPolicy = WAITS) -> None:
        self._payment = payment
        self._printer_done = printer_done
        self._waits = waits
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="settlement", daemon=True)

    def start(self) -> None:
        """Begin, with a round at once."""
        self.wake()
        self._thread.start()

    def wake(self) -> None:
        """Look now, without the wait; a capture or a void that fails does so by itself."""
        self._payment.unsettled.set()

    def close(self) -> None:
        """End after the round that is under way."""
        self._closing = True
        self.wake()
        self._thread.join()

    def _run(self) -> None:
        failures = 0
        while True:
            self._payment.unsettled.wait(self._waits.wait(failures) if failures else None)
            self._payment.unsettled.clear()
            if self._closing:
                return
            failures = failures + 1 if self._is_open() else 0

    def _is_open(self) -> bool:
        try:
            return bool(self._payment.settle(self._printer_done).open)
        except StorageFault as fault:
            _log.error("The ledger cannot be settled now: %s", fault.message)
            return True
