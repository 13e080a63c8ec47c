"""Payment at a terminal that speaks JSON over HTTP: quotes, authorisations, captures and voids (docs/kiosk-payment.md)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import quote as quote_path

from catchlight.core.messages import Message
from catchlight.core.retry import RetryPolicy, Transient, sleep
from catchlight.kiosk.payment.ledger import LedgerEntry
from catchlight.kiosk.payment.means import NoAnswer
from catchlight.kiosk.payment.port import (
    PaymentCancelled,
    PaymentDeclined,
    PaymentFault,
    PaymentStep,
    PaymentTimedOut,
)
from catchlight.kiosk.payment.terminal_http import (
    TerminalAuthorisation,
    TerminalHttp,
    TerminalQuote,
    TerminalVoid,
    shorten,
)

T = TypeVar("T")

PATIENT = RetryPolicy(attempts=1000, first=0.25, longest=2.0)
"""While the person waits; the time to pay ends it."""
BRIEF = RetryPolicy(attempts=3, first=0.25, longest=0.5)
"""For captures and voids, which are repeated in the background."""


class TerminalMeans:
    """A terminal. Whatever happens, ``void`` by the attempt's key lets go of what the terminal holds for it."""

    kind = "terminal"

    def __init__(self, http: TerminalHttp, timeout_s: float, poll_s: float = 0.5) -> None:
        """timeout_s: the time to pay. poll_s: between two looks at an authorisation that is pending."""
        self._http = http
        self._timeout_s = timeout_s
        self._poll_s = poll_s

    def authorise(
        self, entry: LedgerEntry, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> str:
        end = time.monotonic() + self._timeout_s

        def check() -> None:
            if cancelled():
                raise PaymentCancelled(Message("The payment was cancelled. Nothing was paid."))
            if time.monotonic() > end:
                raise PaymentTimedOut(Message("The payment terminal gave no answer in time. Nothing was paid."))

        report(PaymentStep("waiting"))
        money = {"reference": entry.key, "amount": entry.amount, "currency": entry.currency}
        quoted = self._asked(
            lambda: self._http.post("/quotes", money, f"{entry.key}.quote", TerminalQuote), PATIENT, check
        )
        if (quoted.amount, quoted.currency) != (entry.amount, entry.currency):
            raise _another()
        asked = {**money, "quote": quoted.id}
        key = f"{entry.key}.authorise"
        report(PaymentStep("follow_terminal"))
        found = self._asked(
            lambda: self._http.post("/authorisations", asked, key, TerminalAuthorisation), PATIENT, check
        )
        first = found.id
        while found.state == "pending":
            sleep(self._poll_s, check)
            path = f"/authorisations/{quote_path(first, safe='')}"
            found = self._asked(lambda: self._http.get(path, TerminalAuthorisation), PATIENT, check)  # noqa: B023 - asked before the loop goes on
        return _held(entry, found, first)

    def capture(self, entry: LedgerEntry) -> None:
        body = {
            "authorisation": entry.authorisation,
            "reference": entry.key,
            "amount": entry.amount,
            "currency": entry.currency,
        }
        found = self._asked(
            lambda: self._http.post("/captures", body, f"{entry.key}.capture", TerminalAuthorisation), BRIEF
        )
        if found.id != entry.authorisation or found.reference != entry.key:
            raise _another()
        if found.state in ("declined", "cancelled", "voided"):
            raise PaymentDeclined(Message("The payment terminal holds the money no longer."))
        if found.state != "captured":
            raise NoAnswer(Message("The payment terminal has not taken the money yet."))

    def void(self, entry: LedgerEntry) -> None:
        body = {"reference": entry.key}
        found = self._asked(lambda: self._http.post("/voids", body, f"{entry.key}.void", TerminalVoid), BRIEF)
        if found.reference != entry.key:
            raise _another()

    def close(self) -> None: ...

    def _asked(self, ask: Callable[[], T], policy: RetryPolicy, check: Callable[[], None] = lambda: None) -> T:
        def once() -> T:
            check()
            try:
                return ask()
            except NoAnswer as fault:
                raise Transient(fault) from fault

        return policy.call(once, check)


def _held(entry: LedgerEntry, found: TerminalAuthorisation, first: str) -> str:
    """The id of an authorisation that holds exactly what was asked for."""
    said = shorten(found.message)
    if found.id != first or found.reference != entry.key:
        raise _another()
    match found.state:
        case "declined" if said:
            raise PaymentDeclined(Message("The payment was declined: {said}", said=said))
        case "declined":
            raise PaymentDeclined(Message("The payment was declined. Nothing was paid."))
        case "cancelled":
            raise PaymentCancelled(Message("The payment was cancelled at the terminal. Nothing was paid."))
        case "authorised" if (found.amount, found.currency) == (entry.amount, entry.currency):
            return found.id
    raise _another()


def _another() -> PaymentFault:
    return PaymentFault(Message("The payment terminal answered for another payment. Nothing was paid; try again."))
