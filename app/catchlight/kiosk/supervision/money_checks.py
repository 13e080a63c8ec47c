"""The looks at money: what is without an end in the ledger, and whether the terminal answers."""

from __future__ import annotations

import time
from collections.abc import Callable

from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Payment
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.means import NoAnswer
from catchlight.kiosk.payment.money import amount_text
from catchlight.kiosk.payment.terminal_http import TerminalHttp, TerminalRefuses, TerminalStatus, shorten
from catchlight.kiosk.supervision.health import Finding

UNSETTLED_S = 600.0
"""After which money that is neither taken nor let go is told: a person who pays and waits for a sheet takes less."""
_NO_SUCH_QUESTION = (404, 405, 501)
"""Statuses of a terminal that has no ``GET /status``, which need not be there."""


def payment_check(ledger: Ledger, method: str, clock: Callable[[], float] = time.time) -> Callable[[], Finding | None]:
    """method: that is offered; with "free" there is nothing to tell as long as the ledger holds no money. The look may raise
    StorageFault."""

    def look() -> Finding | None:
        if ledger.notices:
            return Finding("fault", ledger.notices[0])
        now = clock()
        unsettled = sum(now - entry.changed > UNSETTLED_S for entry in ledger.open())
        if unsettled:
            return Finding(
                "warning",
                Message.counted(
                    "{count} payment is neither taken nor let go yet. Check that the terminal and the printer answer.",
                    "{count} payments are neither taken nor let go yet. Check that the terminal and the printer answer.",
                    count=unsettled,
                ),
            )
        owed = ledger.owed()
        if owed:
            amounts = [amount_text(one.amount, one.currency) for one in owed]
            return Finding("warning", Message("Money is to be given back: {amounts}.", amounts=amounts))
        return None if method == "free" else Finding("ok", Message("All payments are settled."))

    return look


def terminal_check(payment: Payment, timeout_s: float = 5.0) -> Callable[[], Finding | None]:
    """Asks the terminal ``GET /status`` (docs/kiosk-payment.md). timeout_s: for its answer."""

    def look() -> Finding | None:
        if payment.method != "terminal":
            return None
        try:
            told = TerminalHttp(payment.url, payment.token_file, timeout_s).get("/status", TerminalStatus)
        except NoAnswer as fault:
            return Finding("fault", fault.message)
        except TerminalRefuses as refusal:
            if refusal.status in _NO_SUCH_QUESTION:
                return Finding("ok", Message("The payment terminal answers."))
            return Finding("fault", refusal.message)
        if told.state == "offline":
            return Finding(
                "fault", Message("The payment terminal is not ready: {said}", said=shorten(told.message) or "-")
            )
        return Finding("ok", Message("The payment terminal is ready."))

    return look
