"""Coins and staff: what was taken is in the ledger, and is owed to the person wherever no photo came of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.kiosk.config.model import Payment
from catchlight.kiosk.payment.coin import CoinMeans
from catchlight.kiosk.payment.ledger import Ledger, MoneyTotals, Owed
from catchlight.kiosk.payment.methods import open_payment
from catchlight.kiosk.payment.money import amount_text
from catchlight.kiosk.payment.port import PaymentCancelled, PaymentStep, PaymentTimedOut, Quote
from catchlight.kiosk.payment.recorded import RecordedPayment
from catchlight.kiosk.payment.settlement import settle

QUOTE = Quote(300, "EUR", "s1")


class Acceptor:
    """Puts coins in as the screen says what is paid. coins: pulses at each report, in turn."""

    def __init__(self, payment: RecordedPayment, coins: list[int]) -> None:
        assert payment.coins is not None
        self._slot, self._coins = payment.coins, coins
        self.paid: list[int] = []

    def report(self, step: PaymentStep) -> None:
        self.paid.append(step.paid)
        if self._coins:
            self._slot.pulse(self._coins.pop(0))

    def is_empty(self) -> bool:
        return not self._coins and len(self.paid) > 1


def never() -> bool:
    return False


@pytest.fixture
def payment(ledger: Ledger) -> Iterator[RecordedPayment]:
    made = open_payment(Payment(method="coin", coin_value=100), ledger)
    yield made
    made.close()


def test_coins_are_counted_until_the_price_is_paid(payment: RecordedPayment, ledger: Ledger) -> None:
    acceptor = Acceptor(payment, [1, 2])
    payment.capture(payment.authorise(QUOTE, acceptor.report, never))
    assert acceptor.paid == [0, 100]
    assert ledger.owed() == []
    assert ledger.totals() == MoneyTotals(1, 300, 0, 0, 0, 0, 0)


def test_what_is_paid_too_much_is_told_and_not_swallowed(payment: RecordedPayment, ledger: Ledger) -> None:
    payment.capture(payment.authorise(QUOTE, Acceptor(payment, [5]).report, never))
    entry = ledger.latest("s1")
    assert entry is not None
    assert (entry.paid, entry.amount, ledger.totals().overpaid) == (500, 300, 200)


def test_coins_of_a_cancelled_payment_are_given_back_by_staff(payment: RecordedPayment, ledger: Ledger) -> None:
    acceptor = Acceptor(payment, [2])
    with pytest.raises(PaymentCancelled, match=r"give back 2\.00 EUR"):
        payment.authorise(QUOTE, acceptor.report, acceptor.is_empty)
    assert payment.owed("s1") == 200
    assert ledger.give_back("s1") == 200
    assert (payment.owed("s1"), ledger.give_back("s1"), ledger.totals().returned) == (0, 0, 200)


def test_coins_of_a_photo_that_was_not_printed_are_given_back(payment: RecordedPayment) -> None:
    payment.void(payment.authorise(QUOTE, Acceptor(payment, [4]).report, never))
    assert payment.owed("s1") == 400


def test_no_coin_in_time_ends_the_payment(ledger: Ledger) -> None:
    coins = CoinMeans(ledger, 100, "EUR", 0.05)
    with pytest.raises(PaymentTimedOut, match="No coin"):
        coins.authorise(ledger.begin(QUOTE, "coin"), lambda _step: None, never)
    coins.close()


def test_a_coin_that_nobody_pays_with_is_owed(payment: RecordedPayment, ledger: Ledger) -> None:
    assert payment.coins is not None
    payment.coins.pulse()
    payment.coins.close()  # writes what came in
    assert ledger.owed() == [Owed("", 100, "EUR")]
    assert ledger.give_back("") == 100


def test_coins_survive_the_end_of_the_program(ledger: Ledger, payment: RecordedPayment) -> None:
    entry = ledger.begin(QUOTE, "coin")
    asking = ledger.move(entry, "authorising", ("quoted",))
    ledger.take_cash(100, "EUR", asking)
    restarted = open_payment(Payment(method="free"), ledger)  # coins were configured before
    assert settle(restarted, lambda _reference: False).voided == ("s1-1",)
    assert restarted.owed("s1") == 100


def test_pulses_of_several_threads_are_all_counted(payment: RecordedPayment, ledger: Ledger) -> None:
    slot = payment.coins
    assert slot is not None
    threads = [threading.Thread(target=lambda: [slot.pulse() for _ in range(5)]) for _ in range(4)]

    def report(step: PaymentStep) -> None:
        if step.paid == 0:
            for thread in threads:
                thread.start()

    payment.capture(payment.authorise(Quote(2000, "EUR", "s1"), report, never))
    for thread in threads:
        thread.join()
    entry = ledger.latest("s1")
    assert entry is not None
    assert entry.paid == 2000


def test_staff_confirm_by_their_pin(ledger: Ledger) -> None:
    payment = open_payment(Payment(method="staff"), ledger, verify_pin=lambda pin: pin == "4711")
    staff = payment.staff
    assert staff is not None
    assert staff.enter("4711")  # nobody pays now: it confirms nothing later
    tried: list[bool] = []

    def asked(step: PaymentStep) -> None:
        assert step.kind == "ask_staff"
        tried.extend((staff.enter("0000"), staff.enter("4711")))

    held = payment.authorise(QUOTE, asked, never)
    assert tried == [False, True]
    payment.void(held)
    assert payment.owed("s1") == 300
    with pytest.raises(PaymentCancelled):
        payment.authorise(QUOTE, lambda _step: None, lambda: True)
    assert payment.owed("s1") == 300


def test_staff_without_a_pin_is_refused(ledger: Ledger) -> None:
    with pytest.raises(InvalidRequest, match="PIN"):
        open_payment(Payment(method="staff"), ledger)


def test_a_line_that_is_not_there_is_told(ledger: Ledger, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="coin_gpio"):
        open_payment(Payment(method="coin", coin_gpio=17, coin_gpio_chip=str(tmp_path / "gpiochip0")), ledger)


@pytest.mark.parametrize(
    ("amount", "currency", "language", "text"),
    [
        (450, "EUR", "en", "4.50 EUR"),
        (450, "EUR", "de", "4,50 EUR"),
        (5, "CHF", "en", "0.05 CHF"),
        (450, "JPY", "zh", "450 JPY"),
        (4500, "KWD", "ar", "4.500 KWD"),
    ],
)
def test_amounts_have_the_decimals_of_their_currency(amount: int, currency: str, language: str, text: str) -> None:
    assert amount_text(amount, currency, language) == text
