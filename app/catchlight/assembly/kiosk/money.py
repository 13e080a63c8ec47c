"""The money of a kiosk: the ledger, the means of payment, and what settles in the background what is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.assembly.kiosk.places import KioskPlaces

if TYPE_CHECKING:
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.payment.ledger import Ledger
    from catchlight.kiosk.payment.recorded import PrinterDone, RecordedPayment
    from catchlight.kiosk.payment.settlement import Settlement


@dataclass(frozen=True)
class KioskMoney:
    """All three, which belong together."""

    ledger: Ledger
    payment: RecordedPayment
    settlement: Settlement

    def close(self) -> None:
        self.settlement.close()
        self.payment.close()
        self.ledger.close()


def open_money(
    places: KioskPlaces, config: KioskConfig, verify_pin: Callable[[str], bool], printer_done: PrinterDone
) -> KioskMoney:
    """What an earlier start left open is settled first, and what cannot be settled yet in the background.

    Raises InvalidRequest where the payment is not configured as it must be, StorageFault.
    """
    from catchlight.kiosk.payment.ledger import Ledger
    from catchlight.kiosk.payment.methods import open_payment
    from catchlight.kiosk.payment.settlement import Settlement, settle

    ledger = Ledger(places.ledger)
    payment = open_payment(config.payment, ledger, currency=config.shop.currency, verify_pin=verify_pin)
    settle(payment, printer_done)
    settlement = Settlement(payment, printer_done)
    settlement.start()
    return KioskMoney(ledger, payment, settlement)
