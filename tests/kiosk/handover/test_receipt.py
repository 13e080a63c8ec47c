"""Receipts: one number for a session, never again for another, and nothing of the person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from catchlight.kiosk.config.model import HandoverSettings, Payment
from catchlight.kiosk.handover.receipt import Receipt, make_receipt
from catchlight.kiosk.handover.ways import open_handovers
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.methods import open_payment
from catchlight.kiosk.payment.port import PaymentFault, Quote
from catchlight.kiosk.payment.recorded import RecordedPayment

RECEIPT = Receipt(
    "hall-000007", datetime(2026, 11, 28, 9, 5, tzinfo=UTC), "Kiosk", "Passport", 2, 450, 500, "EUR", "coin", "s7"
)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def payment(ledger: Ledger) -> Iterator[RecordedPayment]:
    made = open_payment(Payment(), ledger)
    yield made
    made.close()


def pay(payment: RecordedPayment, reference: str) -> None:
    payment.authorise(Quote(0, "EUR", reference), lambda _step: None, lambda: False)


def test_numbers_rise_and_are_given_once(ledger: Ledger, payment: RecordedPayment, tmp_path: Path) -> None:
    for reference in ("s1", "s2", "s3"):
        pay(payment, reference)
    first = make_receipt(ledger, "s1", "Passport", 1)
    assert (first.number, first.method, first.amount) == ("000001", "free", 0)
    assert make_receipt(ledger, "s2", "Passport", 1, kiosk="hall").number == "hall-000002"
    assert make_receipt(ledger, "s1", "Passport", 1) == first
    restarted = Ledger(tmp_path)
    assert make_receipt(restarted, "s3", "Passport", 1).number == "000003"
    restarted.close()


def test_what_was_not_paid_has_no_receipt(ledger: Ledger, payment: RecordedPayment) -> None:
    with pytest.raises(PaymentFault, match="no receipt"):
        make_receipt(ledger, "s1", "Passport", 1)
    payment.void(payment.authorise(Quote(0, "EUR", "s1"), lambda _step: None, lambda: False))
    with pytest.raises(PaymentFault, match="no receipt"):
        make_receipt(ledger, "s1", "Passport", 1)


def test_a_receipt_tells_number_time_document_and_price() -> None:
    assert RECEIPT.text("en") == (
        "Kiosk\nReceipt: hall-000007\nIssued: 2026-11-28 09:05\nDocument: Passport\nSheets: 2\nPrice: 4.50 EUR\n"
        "Payment: Coins\nPaid in coins: 5.00 EUR\nPaid too much: 0.50 EUR\nReference: s7\n"
    )
    assert "Paid too much" not in replace(RECEIPT, paid=450).text("en")
    assert "Issued" not in RECEIPT.text("zh")


def test_ways_come_in_the_order_of_the_configuration() -> None:
    config = HandoverSettings(ways=("usb", "upload", "qr", "email"), upload_command=("true",))
    assert [way.id for way in open_handovers(config)] == ["usb", "upload", "qr", "email"]
    assert not open_handovers(config)[3].available()
