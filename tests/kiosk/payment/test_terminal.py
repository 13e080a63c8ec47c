"""Payment at a terminal that does whatever terminals do: nothing is charged twice, and nothing without a print."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.core.retry import RetryPolicy
from catchlight.kiosk.payment.ledger import Ledger, LedgerEntry
from catchlight.kiosk.payment.means import FreeMeans
from catchlight.kiosk.payment.port import (
    PaymentCancelled,
    PaymentDeclined,
    PaymentFault,
    PaymentStep,
    PaymentTimedOut,
    Quote,
)
from catchlight.kiosk.payment.recorded import RecordedPayment
from catchlight.kiosk.payment.settlement import Settlement, settle
from catchlight.kiosk.payment.terminal import TerminalMeans
from catchlight.kiosk.payment.terminal_http import TerminalHttp

from tests.kiosk.payment.terminal_server import Fault, TerminalServer

QUOTE = Quote(450, "EUR", "s1")


def payment_at(url: str, ledger: Ledger, *, time_to_pay: float = 5.0, token_file: str = "") -> RecordedPayment:
    http = TerminalHttp(url, token_file, 0.3)
    means = {"free": FreeMeans(), "terminal": TerminalMeans(http, time_to_pay, 0.01)}
    return RecordedPayment("terminal", means, ledger)


def ignore(_step: PaymentStep) -> None: ...


def never() -> bool:
    return False


def not_printed(_reference: str) -> bool:
    return False


@pytest.fixture
def payment(terminal: TerminalServer, ledger: Ledger) -> Iterator[RecordedPayment]:
    made = payment_at(terminal.url, ledger)
    yield made
    made.close()


def state_of(ledger: Ledger) -> str:
    found = ledger.latest("s1")
    assert found is not None
    return found.state


def test_money_is_held_first_and_taken_after_the_print(terminal: TerminalServer, payment: RecordedPayment) -> None:
    steps: list[PaymentStep] = []
    held = payment.authorise(QUOTE, steps.append, never)
    assert [step.kind for step in steps] == ["waiting", "follow_terminal"]
    assert (terminal.holding, terminal.charged) == (450, 0)
    payment.capture(held)
    assert (terminal.holding, terminal.charged) == (0, 450)


@pytest.mark.parametrize("fault", ["silent", "slow", "lost", "double", "busy"])
@pytest.mark.parametrize("path", ["quotes", "authorisations", "captures"])
def test_a_disturbed_terminal_charges_once(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger, path: str, fault: Fault
) -> None:
    terminal.faults[path] = [fault]
    payment.capture(payment.authorise(QUOTE, ignore, never))
    assert (terminal.holding, terminal.charged, state_of(ledger)) == (0, 450, "captured")
    assert terminal.questions.count(path) == (1 if fault == "double" else 2)


def test_each_step_may_be_repeated(terminal: TerminalServer, payment: RecordedPayment) -> None:
    held = payment.authorise(QUOTE, ignore, never)
    assert payment.authorise(QUOTE, ignore, never) == held
    payment.capture(held)
    payment.capture(held)
    assert payment.authorise(QUOTE, ignore, never) == held
    assert (len(terminal.held), terminal.charged) == (1, 450)
    with pytest.raises(PaymentFault, match="ended"):
        payment.void(held)


def test_a_void_lets_go_and_ends_the_payment(terminal: TerminalServer, payment: RecordedPayment) -> None:
    held = payment.authorise(QUOTE, ignore, never)
    payment.void(held)
    payment.void(held)
    assert (terminal.holding, terminal.charged) == (0, 0)
    with pytest.raises(PaymentFault, match="ended"):
        payment.capture(held)
    assert terminal.charged == 0


def test_after_a_declined_card_another_may_be_tried(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger
) -> None:
    terminal.faults["authorisations"] = ["decline"]
    with pytest.raises(PaymentDeclined, match="declined: Card refused"):
        payment.authorise(QUOTE, ignore, never)
    assert (terminal.holding, state_of(ledger)) == (0, "voided")
    payment.capture(payment.authorise(QUOTE, ignore, never))
    assert terminal.charged == 450


@pytest.mark.parametrize("fault", ["another", "garbled", "less"])
def test_an_answer_that_does_not_fit_holds_nothing(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger, fault: Fault
) -> None:
    terminal.faults["authorisations"] = [fault]
    with pytest.raises(PaymentFault):
        payment.authorise(QUOTE, ignore, never)
    assert (terminal.holding, terminal.charged, state_of(ledger)) == (0, 0, "voided")


def test_a_pending_authorisation_is_followed(terminal: TerminalServer, payment: RecordedPayment) -> None:
    terminal.faults["authorisations"], terminal.faults["look"] = ["pending"], ["pending", "silent", "pending"]
    payment.authorise(QUOTE, ignore, never)
    assert terminal.holding == 450


def test_a_person_who_walks_away_pays_nothing(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger
) -> None:
    terminal.faults["authorisations"], terminal.faults["look"] = ["pending"], ["pending"] * 1000
    with pytest.raises(PaymentCancelled):
        payment.authorise(QUOTE, ignore, lambda: terminal.questions.count("look") > 2)
    assert (terminal.holding, state_of(ledger)) == (0, "voided")


def test_a_terminal_that_is_silent_for_the_time_to_pay_is_voided_when_it_is_back(
    terminal: TerminalServer, ledger: Ledger
) -> None:
    payment = payment_at(terminal.url, ledger, time_to_pay=0.4)
    terminal.faults["authorisations"] = ["lost"] + ["silent"] * 1000
    terminal.faults["voids"] = ["silent"] * 1000
    with pytest.raises(PaymentTimedOut):
        payment.authorise(QUOTE, ignore, never)
    assert (terminal.holding, state_of(ledger)) == (450, "voiding")
    assert settle(payment, not_printed).open == ("s1-1",)
    terminal.faults["voids"].clear()
    assert settle(payment, not_printed).voided == ("s1-1",)
    assert (terminal.holding, terminal.charged, state_of(ledger)) == (0, 0, "voided")


def test_a_capture_that_failed_is_repeated_in_the_background(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger
) -> None:
    held = payment.authorise(QUOTE, ignore, never)
    terminal.faults["captures"] = ["lost", *["silent"] * 4]
    background = Settlement(payment, not_printed, RetryPolicy(first=0.01, longest=0.02))
    background.start()
    try:
        with pytest.raises(PaymentFault):
            payment.capture(held)
        for _ in range(1000):
            if state_of(ledger) == "captured":
                break
            time.sleep(0.01)
    finally:
        background.close()
    assert (terminal.charged, state_of(ledger)) == (450, "captured")


def test_settling_leaves_alone_what_is_being_printed(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger
) -> None:
    held = payment.authorise(QUOTE, ignore, never)
    assert settle(payment, not_printed).voided == ()
    payment.capture(held)
    assert terminal.charged == 450


def test_after_a_restart_what_still_prints_waits(terminal: TerminalServer, tmp_path: Path) -> None:
    before = Ledger(tmp_path / "money")
    payment_at(terminal.url, before).authorise(QUOTE, ignore, never)
    before.close()
    after = Ledger(tmp_path / "money")
    payment = payment_at(terminal.url, after)
    assert settle(payment, lambda _reference: None).open == ("s1-1",)
    assert terminal.holding == 450
    assert settle(payment, lambda reference: reference == "s1").captured == ("s1-1",)
    assert settle(payment, not_printed).captured == ()
    assert (terminal.holding, terminal.charged) == (0, 450)
    after.close()


def test_money_that_is_held_no_longer_is_not_charged(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger
) -> None:
    held = payment.authorise(QUOTE, ignore, never)
    terminal.faults["captures"] = ["expired"]
    with pytest.raises(PaymentDeclined):
        payment.capture(held)
    assert (terminal.charged, state_of(ledger)) == (0, "voided")


def test_what_costs_nothing_asks_no_terminal(terminal: TerminalServer, payment: RecordedPayment) -> None:
    payment.capture(payment.authorise(Quote(0, "EUR", "s2"), ignore, never))
    assert terminal.questions == []


def test_a_wrong_token_is_told(ledger: Ledger, terminal: TerminalServer, tmp_path: Path) -> None:
    terminal.token = "right"
    token = tmp_path / "token"
    token.write_text("wrong\n")
    payment = payment_at(terminal.url, ledger, token_file=str(token))
    with pytest.raises(PaymentFault, match="token"):
        payment.authorise(QUOTE, ignore, never)
    token.write_text("right\n")
    payment.authorise(QUOTE, ignore, never)
    assert terminal.holding == 450


def test_another_amount_for_a_session_that_is_paid_is_refused(payment: RecordedPayment) -> None:
    payment.authorise(QUOTE, ignore, never)
    with pytest.raises(PaymentFault, match="another amount"):
        payment.authorise(Quote(900, "EUR", "s1"), ignore, never)


def test_money_that_a_full_disk_kept_out_of_the_ledger_is_let_go(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    move = Ledger.move

    def full(ledger: Ledger, entry: LedgerEntry, state: Any, *rest: Any) -> LedgerEntry | None:
        if state == "authorised":
            raise StorageFault(Message("The disk is full."))
        return move(ledger, entry, state, *rest)

    monkeypatch.setattr(Ledger, "move", full)
    with pytest.raises(StorageFault):
        payment.authorise(QUOTE, ignore, never)
    assert terminal.holding == 450
    assert settle(payment, not_printed).voided == ("s1-1",)
    assert terminal.holding == 0


def test_a_silent_terminal_is_not_asked_for_every_payment(
    terminal: TerminalServer, payment: RecordedPayment, ledger: Ledger
) -> None:
    for reference in ("s1", "s2", "s3"):
        ledger.begin(Quote(450, "EUR", reference), "terminal")
    terminal.faults["voids"] = ["silent"] * 100
    assert settle(payment, not_printed).open == ("s1-1", "s2-1", "s3-1")
    assert terminal.questions.count("voids") == 3  # tries of the first one
    terminal.faults["voids"].clear()
    assert settle(payment, not_printed).voided == ("s1-1", "s2-1", "s3-1")
