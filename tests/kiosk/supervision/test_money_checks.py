"""Money without an end and a terminal that does not answer are told between sessions."""

from __future__ import annotations

from pathlib import Path

from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Payment
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.port import Quote
from catchlight.kiosk.supervision.health import Finding
from catchlight.kiosk.supervision.money_checks import UNSETTLED_S, payment_check, terminal_check

from tests.kiosk.payment.terminal_server import terminal_server


def test_money_without_an_end_and_money_that_is_owed_are_told(tmp_path: Path) -> None:
    ledger, late = Ledger(tmp_path), 0.0
    check = payment_check(ledger, "coin", lambda: late)
    assert (found := check()) is not None
    assert found.status == "ok"
    entry = ledger.begin(Quote(450, "EUR", "hall-1"), "coin")
    late = entry.changed + UNSETTLED_S - 1
    assert (found := check()) is not None
    assert found.status == "ok", "somebody may be paying"
    late += 2
    assert (found := check()) is not None
    assert (found.status, "neither taken" in found.message) == ("warning", True)
    ledger.take_cash(200, "EUR", entry)
    ledger.move(entry, "voided", ("quoted",))
    assert (found := check()) is not None
    assert (found.status, "2.00 EUR" in str(found.message)) == ("warning", True)
    ledger.give_back("hall-1")
    assert payment_check(ledger, "free", lambda: late)() is None
    ledger.close()


def test_the_terminal_is_asked_how_it_is() -> None:
    with terminal_server() as server:

        def look(**changes: object) -> Finding:
            found = terminal_check(Payment(method="terminal", url=server.url).model_copy(update=changes), 0.5)()
            assert found is not None
            return found

        assert look() == Finding("ok", Message("The payment terminal is ready."))
        server.status = 200, {"state": "offline", "message": "No line\nto the bank"}
        assert (look().status, look().message) == ("fault", "The payment terminal is not ready: No line to the bank")
        server.status = 404, {}
        assert look().status == "ok", "the question is not one that every terminal knows"
        server.status = 401, {}
        assert (look().status, "token" in look().message) == ("fault", True)
        server.status = 200, {"state": "dreaming"}
        assert look().status == "fault"
    assert look() == Finding("fault", Message("The payment terminal does not answer."))
    assert terminal_check(Payment())() is None
