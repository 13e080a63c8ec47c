"""What stands behind a payment: the part of a means of payment that the ledger's ``RecordedPayment`` asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from catchlight.kiosk.payment.ledger import LedgerEntry
from catchlight.kiosk.payment.port import PaymentFault, PaymentStep

FREE = "free"


class NoAnswer(PaymentFault):
    """What stands behind a payment does not answer now, whatever it is asked."""


class Means(Protocol):
    """A kind of payment. Every method may be called again for the same entry, after a crash too, and then does nothing twice."""

    @property
    def kind(self) -> str:
        """As in the configuration."""

    def authorise(
        self, entry: LedgerEntry, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> str:
        """Hold the money and give the id under which it is held.

        Raises PaymentDeclined where surely nothing is held, PaymentFault and its other kinds where something may be: ``void`` is
        called then.
        """

    def capture(self, entry: LedgerEntry) -> None:
        """Take what is held. Raises PaymentDeclined where it is held no longer, PaymentFault where it may be tried again,
        NoAnswer among them."""

    def void(self, entry: LedgerEntry) -> None:
        """Let go whatever is held, or may be held, for ``entry.key``. Raises PaymentFault where it may be tried again."""

    def close(self) -> None:
        """End threads and connections."""


class FreeMeans:
    """Nothing is paid."""

    kind = FREE

    def authorise(
        self, entry: LedgerEntry, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> str:
        return FREE

    def capture(self, entry: LedgerEntry) -> None: ...

    def void(self, entry: LedgerEntry) -> None: ...

    def close(self) -> None: ...
