"""A means of payment whose every step stands in the ledger before it is taken, so that none is taken twice or forgotten.

quoted → authorising → authorised → printed → captured, and from the first three voiding → voided. What is printed is never
voided, and what is voiding is never captured.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.kiosk.payment.coin import CoinMeans
from catchlight.kiosk.payment.ledger import Ledger, LedgerEntry
from catchlight.kiosk.payment.ledger_schema import ENDS, PaymentState
from catchlight.kiosk.payment.means import FREE, Means, NoAnswer
from catchlight.kiosk.payment.port import Authorisation, PaymentDeclined, PaymentFault, PaymentStep, Quote
from catchlight.kiosk.payment.staff import StaffMeans

_log = logging.getLogger(__name__)
_UNPRINTED: tuple[PaymentState, ...] = ("quoted", "authorising", "authorised")

PrinterDone = Callable[[str], bool | None]
"""Whether the sheets of a session (by its reference) came out of the printer; None: it prints still, or cannot be asked now."""


@dataclass(frozen=True)
class SettlementReport:
    """What ``settle`` did, as keys of attempts. open: those that could not be settled yet."""

    captured: Sequence[str] = ()
    voided: Sequence[str] = ()
    open: Sequence[str] = ()


class RecordedPayment:
    """A PaymentMethod over a ledger."""

    def __init__(self, kind: str, means: Mapping[str, Means], ledger: Ledger) -> None:
        """kind: that is offered. means: this and all others that open attempts in the ledger may need, by kind."""
        self._kind = kind
        self._means = means
        self.ledger = ledger
        self._authorising = threading.Lock()
        self._hands = threading.Lock()
        self._in_hand: set[int] = set()
        """Ids of attempts that this program is about to end itself, by ``capture`` or ``void``."""
        self.unsettled = threading.Event()
        """Set whenever an attempt was left without an end; ``Settlement`` waits for it."""

    @property
    def id(self) -> str:
        return self._kind

    @property
    def coins(self) -> CoinMeans | None:
        """Where pulses of the coin acceptor go, for payment by coins."""
        found = self._means[self._kind]
        return found if isinstance(found, CoinMeans) else None

    @property
    def staff(self) -> StaffMeans | None:
        """Where PINs go, for payment at the counter."""
        found = self._means[self._kind]
        return found if isinstance(found, StaffMeans) else None

    def authorise(
        self, quote: Quote, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> Authorisation:
        with self._authorising:
            last = self.ledger.latest(quote.reference)
            if last is not None and last.state in ("authorised", "printed", "captured"):
                if (last.amount, last.currency) != (quote.amount, quote.currency):
                    raise PaymentFault(
                        Message("This session is paid for already, with another amount. Cancel that payment first.")
                    )
                return Authorisation(last.authorisation, quote)
            if last is not None and last.state not in ENDS:
                self._void_or_leave(last)
            kind = self._kind if quote.amount else FREE
            with self._hands:
                quoted = self.ledger.begin(quote, kind)
                self._in_hand.add(quoted.id)
            return self._authorise(quoted, report, cancelled)

    def _authorise(
        self, quoted: LedgerEntry, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> Authorisation:
        entry, done = quoted, False
        try:
            entry = self._moved(quoted, "authorising", ("quoted",))
            held = self._means[entry.method].authorise(entry, report, cancelled)
            self._moved(entry, "authorised", ("authorising",), held)
            done = True
        except PaymentDeclined:
            self.ledger.move(entry, "voided", _UNPRINTED)
            raise
        except PaymentFault:
            self._void_or_leave(entry)
            raise
        finally:
            if not done:
                self._let_go(entry)
                self.unsettled.set()
        return Authorisation(held, entry.quote)

    def capture(self, authorisation: Authorisation) -> None:
        entry = self._entry_of(authorisation)
        if entry.state == "captured":
            return
        with self._left_to_settle():
            try:
                entry = self._moved(entry, "printed", ("authorised", "printed"))
            finally:
                self._let_go(entry)
            self._capture(entry)

    def void(self, authorisation: Authorisation) -> None:
        entry = self._entry_of(authorisation)
        with self._left_to_settle():
            try:
                if entry.state != "voided":
                    self._void(entry)
            finally:
                self._let_go(entry)

    def leave(self, authorisation: Authorisation) -> None:
        self._let_go(self._entry_of(authorisation))
        self.unsettled.set()

    def owed(self, reference: str) -> int:
        """Cash of a session that staff have to give back, until ``ledger.give_back`` says that they did."""
        return sum(one.amount for one in self.ledger.owed(reference))

    def settle(self, printer_done: PrinterDone) -> SettlementReport:
        """Bring every attempt to its end that was left open: by an earlier start of the program, or by a terminal that did not
        answer. What this program is asking for, or has authorised and not printed yet, is left alone. Raises StorageFault."""
        captured: list[str] = []
        voided: list[str] = []
        left: list[str] = []
        with self._hands:
            entries = [entry for entry in self.ledger.open() if entry.id not in self._in_hand]
        silent: set[str] = set()
        for entry in entries:
            if entry.method in silent:  # each further question would only be waited for
                left.append(entry.key)
                continue
            try:
                end = self._settle_one(entry, printer_done)
            except PaymentFault as fault:
                if isinstance(fault, NoAnswer):
                    silent.add(entry.method)
                _log.warning("Payment %s is still %s: %s", entry.key, entry.state, fault.message)
                end = None
            (left if end is None else captured if end == "captured" else voided).append(entry.key)
        return SettlementReport(tuple(captured), tuple(voided), tuple(left))

    def close(self) -> None:
        for means in self._means.values():
            means.close()

    def _settle_one(self, entry: LedgerEntry, printer_done: PrinterDone) -> PaymentState | None:
        if entry.method not in self._means:
            raise PaymentFault(
                Message(
                    "The payment was made by {method}, which is not configured any more. Configure it until this is settled.",
                    method=entry.method,
                )
            )
        if entry.state == "authorised":
            done = printer_done(entry.reference)
            if done is None:
                return None
            if done:
                entry = self._moved(entry, "printed", ("authorised",))
        if entry.state == "printed":
            self._capture(entry)
            return "captured"
        self._void(entry)
        return "voided"

    def _capture(self, entry: LedgerEntry) -> None:
        try:
            self._means[entry.method].capture(entry)
        except PaymentDeclined:
            _log.error("Payment %s was held no longer when its sheet was printed; nothing was charged", entry.key)
            self.ledger.move(entry, "voided", ("printed",))
            raise
        self._moved(entry, "captured", ("printed", "captured"))

    def _void(self, entry: LedgerEntry) -> None:
        entry = self._moved(entry, "voiding", (*_UNPRINTED, "voiding"))
        self._means[entry.method].void(entry)
        self.ledger.move(entry, "voided", ("voiding",))

    def _void_or_leave(self, entry: LedgerEntry) -> None:
        """Void; where the terminal does not answer, ``settle`` does it later."""
        try:
            self._void(entry)
        except PaymentFault as fault:
            _log.warning("Payment %s is to be voided later: %s", entry.key, fault.message)

    @contextmanager
    def _left_to_settle(self) -> Iterator[None]:
        try:
            yield
        except (PaymentFault, StorageFault):
            self.unsettled.set()
            raise

    def _let_go(self, entry: LedgerEntry) -> None:
        with self._hands:
            self._in_hand.discard(entry.id)

    def _entry_of(self, authorisation: Authorisation) -> LedgerEntry:
        entry = self.ledger.latest(authorisation.quote.reference)
        if entry is None or entry.authorisation != authorisation.id:
            raise PaymentFault(Message("The ledger does not know this payment. Call staff."))
        return entry

    def _moved(
        self,
        entry: LedgerEntry,
        state: PaymentState,
        from_states: tuple[PaymentState, ...],
        authorisation: str | None = None,
    ) -> LedgerEntry:
        moved = self.ledger.move(entry, state, from_states, authorisation)
        if moved is None:
            raise PaymentFault(Message("This payment has ended already. Begin anew."))
        return moved
