"""Payment at the counter: staff take the money and enter their PIN at the kiosk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from catchlight.core.messages import Message
from catchlight.kiosk.payment.ledger import Ledger, LedgerEntry
from catchlight.kiosk.payment.port import PaymentCancelled, PaymentStep, PaymentTimedOut

_LOOK_SECONDS = 0.1


class StaffMeans:
    """Waits for a right PIN. What staff took is owed to the person where the payment is voided later."""

    kind = "staff"

    def __init__(self, ledger: Ledger, verify: Callable[[str], bool], timeout_s: float) -> None:
        """verify: says whether a PIN is right; it is also what slows wrong ones down."""
        self._ledger = ledger
        self._verify = verify
        self._timeout_s = timeout_s
        self._entered = threading.Condition()
        self._waiting = self._right = False

    def enter(self, pin: str) -> bool:
        """A PIN that was typed while ``authorise`` waits; whether it is right. May block as long as ``verify`` does."""
        right = self._verify(pin)
        with self._entered:
            if right and self._waiting:
                self._right = True
                self._entered.notify_all()
        return right

    def authorise(
        self, entry: LedgerEntry, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> str:
        end = time.monotonic() + self._timeout_s
        with self._entered:
            self._waiting, self._right = True, False
        report(PaymentStep("ask_staff"))
        try:
            while True:
                with self._entered:
                    right = self._entered.wait_for(lambda: self._right, _LOOK_SECONDS)
                if right:
                    self._ledger.take_cash(entry.amount, entry.currency, entry)
                    return f"staff-{entry.id}"
                if cancelled():
                    raise PaymentCancelled(Message("The payment was cancelled. Nothing was paid."))
                if time.monotonic() > end:
                    raise PaymentTimedOut(Message("Staff did not confirm the payment in time. Nothing was paid."))
        finally:
            with self._entered:
                self._waiting = False

    def capture(self, entry: LedgerEntry) -> None:
        """Nothing to do: the money lies in the till."""

    def void(self, entry: LedgerEntry) -> None:
        """Nothing to do: an attempt that is voided owes what staff took."""

    def close(self) -> None: ...
