"""The receipt: number, time, document, price. It says nothing of the person.

Numbers are the ledger's: one for a session however often it is asked for, rising, and never given again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from catchlight.core.messages import Message, mark
from catchlight.core.translation import SOURCE, kiosk_languages, translation
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.ledger_schema import RECEIPTS
from catchlight.kiosk.payment.money import amount_text
from catchlight.kiosk.payment.port import PaymentFault

_METHODS: Mapping[str, str] = {
    "free": mark("Free of charge"),
    "coin": mark("Coins"),
    "terminal": mark("Card"),
    "staff": mark("At the counter"),
}
_PAID = ("authorised", "printed", "captured")


@dataclass(frozen=True)
class Receipt:
    """Of one session. number: with the kiosk's id before it, where it has one. issued: local time. document: its label in
    English. amount, paid: in the currency's smallest unit; paid: what was taken, more than the amount where coins did not fit."""

    number: str
    issued: datetime
    name: str
    document: str
    copies: int
    amount: int
    paid: int
    currency: str
    method: str
    reference: str

    @property
    def overpaid(self) -> int:
        return max(0, self.paid - self.amount)

    def rows(self, language: str) -> Sequence[tuple[str, str]]:
        """Pairs of a label and what stands beside it, in a language; in English where it has no catalogue."""
        text = translation(language if language in kiosk_languages() else SOURCE).text
        rows = [
            (text(mark("Receipt")), self.number),
            (text(mark("Issued")), f"{self.issued:%Y-%m-%d %H:%M}"),
            (text(mark("Document")), text(self.document)),
            (text(mark("Sheets")), str(self.copies)),
            (text(mark("Price")), amount_text(self.amount, self.currency, language)),
            (text(mark("Payment")), text(_METHODS[self.method])),
        ]
        if self.overpaid:
            rows.append((text(mark("Paid in coins")), amount_text(self.paid, self.currency, language)))
            rows.append((text(mark("Paid too much")), amount_text(self.overpaid, self.currency, language)))
        rows.append((text(mark("Reference")), self.reference))
        return rows

    def text(self, language: str) -> str:
        """Plain text: the kiosk's name, then a line for each row."""
        return "\n".join((self.name, *(f"{label}: {value}" for label, value in self.rows(language)))) + "\n"


def make_receipt(
    ledger: Ledger, reference: str, document: str, copies: int, *, name: str = "Catchlight", kiosk: str = ""
) -> Receipt:
    """The receipt of a session that is paid for (a free one too); the same one when it is asked for again.

    document: label in English. name: of the kiosk; kiosk: its id in the fleet. Raises PaymentFault where
    nothing was paid, StorageFault.
    """
    entry = ledger.latest(reference)
    if entry is None or entry.state not in _PAID:
        raise PaymentFault(Message("Nothing was paid in this session, so there is no receipt."))
    values = {
        "reference": reference,
        "document": document,
        "copies": copies,
        "amount": entry.amount,
        "currency": entry.currency,
        "paid": entry.paid or entry.amount,
        "method": entry.method,
        "issued": time.time(),
    }
    query = select(RECEIPTS).where(RECEIPTS.c.reference == reference)
    with ledger.database.write() as connection:
        row = connection.execute(query).one_or_none()
        if row is None:
            connection.execute(RECEIPTS.insert().values(values))
            row = connection.execute(query).one()
    return Receipt(
        number=f"{kiosk}-{row.number:06d}" if kiosk else f"{row.number:06d}",
        issued=datetime.fromtimestamp(row.issued).astimezone(),
        name=name,
        document=row.document,
        copies=row.copies,
        amount=row.amount,
        paid=row.paid,
        currency=row.currency,
        method=row.method,
        reference=reference,
    )
