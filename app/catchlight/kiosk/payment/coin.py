"""Payment by coins: each pulse of the acceptor is a coin, and is in the ledger before it counts."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.kiosk.payment.ledger import Ledger, LedgerEntry
from catchlight.kiosk.payment.money import amount_text
from catchlight.kiosk.payment.port import PaymentCancelled, PaymentFault, PaymentStep, PaymentTimedOut

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 0.1
"""How often somebody who waits for coins looks whether they are still wanted."""
_DISK_SECONDS = 1.0
"""Before a coin that the disk refused is written again."""


class CoinMeans:
    """Counts coins for whoever is paying. The acceptor gives nothing back: staff do, by ``Ledger.owed``.

    A coin that comes while nobody is paying is owed too. What is more than the price is overpaid: it stands in the
    ledger and on the receipt.
    """

    kind = "coin"

    def __init__(self, ledger: Ledger, value: int, currency: str, timeout_s: float) -> None:
        """value: of a pulse. timeout_s: seconds without a coin."""
        self._ledger = ledger
        self._value = value
        self._currency = currency
        self._timeout_s = timeout_s
        self._pulses: SimpleQueue[int | None] = SimpleQueue()
        self._changed = threading.Condition()
        self._paying: LedgerEntry | None = None
        self._paid = 0
        self._last_coin = 0.0
        self._closing = threading.Event()
        self.closing_first: list[Callable[[], None]] = []
        """What gives pulses, to be ended before the last of them is written."""
        self._thread = threading.Thread(target=self._write, name="coins", daemon=True)
        self._thread.start()

    def pulse(self, count: int = 1) -> None:
        """So many pulses of the acceptor. Returns at once, from any thread; the disk is written elsewhere."""
        if count < 1:
            raise ValueError(f"{count} pulses are no coin")
        self._pulses.put(count)

    def authorise(
        self, entry: LedgerEntry, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> str:
        with self._changed:
            self._paying, self._paid, self._last_coin = entry, entry.paid, time.monotonic()
        told = -1
        try:
            while True:
                with self._changed:
                    self._await_other(told)
                    paid, since = self._paid, time.monotonic() - self._last_coin
                    if paid >= entry.amount:
                        self._paying = None  # under the lock: the next coin belongs to nobody
                        return f"coins-{entry.id}"
                if paid != told:
                    report(PaymentStep("insert_coins", paid))
                    told = paid
                if cancelled():
                    raise self._stopped(entry, PaymentCancelled)
                if since > self._timeout_s:
                    raise self._stopped(entry, PaymentTimedOut)
        finally:
            with self._changed:
                self._paying = None

    def capture(self, entry: LedgerEntry) -> None:
        """Nothing to do: the coins lie in the box."""

    def void(self, entry: LedgerEntry) -> None:
        """Nothing to do: an attempt that is voided owes its coins."""

    def close(self) -> None:
        """Write what came in, and end."""
        for close in self.closing_first:
            close()
        self._pulses.put(None)
        self._closing.set()
        self._thread.join()

    def _await_other(self, told: int) -> None:
        """A moment, or until something else is paid than was told. Under the lock."""
        self._changed.wait_for(lambda: self._paid != told, _LOOK_SECONDS)

    def _stopped(self, entry: LedgerEntry, kind: type[PaymentFault]) -> PaymentFault:
        with self._changed:
            self._paying = None
            paid = self._paid
        if paid:
            amount = amount_text(paid, entry.currency)
            return kind(Message("The payment was ended. Staff will give back {amount}.", amount=amount))
        if kind is PaymentTimedOut:
            return kind(Message("No coin was put in. Nothing was paid."))
        return kind(Message("The payment was cancelled. Nothing was paid."))

    def _write(self) -> None:
        while (count := self._pulses.get()) is not None:
            with self._changed:
                entry = self._paying
            self._write_coin(count * self._value, entry)

    def _write_coin(self, amount: int, entry: LedgerEntry | None) -> None:
        """Until it is written: a coin stays with whom it was put in for, also where the disk was full for a while."""
        while True:
            try:
                with self._changed:
                    paid = self._ledger.take_cash(amount, entry.currency if entry else self._currency, entry)
                    if entry is not None and entry is self._paying:
                        self._paid, self._last_coin = paid, time.monotonic()
                        self._changed.notify_all()
                return
            except StorageFault as fault:
                _log.error("A coin of %s is not in the ledger yet: %s", amount, fault.message)
            if self._closing.wait(_DISK_SECONDS):
                return
