"""What was paid and what is owed, on the disk before anything is done about it, so that it survives any end of the program.

Every change is one transaction that is flushed (``store.database``), and every change of state names the states that it may come
from: whoever comes late changes nothing. Rows are never deleted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Row, and_, func, or_, select, update

from catchlight.core.messages import Message
from catchlight.kiosk.payment.ledger_schema import CASH, ENDS, FILE, PAYMENTS, SCHEMA, PaymentState
from catchlight.kiosk.payment.port import PaymentFault, Quote
from catchlight.store.database.sqlite import SqliteDatabase


@dataclass(frozen=True)
class LedgerEntry:
    """One attempt to pay for a session. authorisation: the terminal's id, "" before there is one. paid: in cash so far.
    created, changed: seconds since 1970."""

    id: int
    reference: str
    attempt: int
    method: str
    amount: int
    currency: str
    state: PaymentState
    authorisation: str
    created: float
    changed: float
    paid: int = 0

    @property
    def key(self) -> str:
        """Unique for this attempt, in every question to a terminal."""
        return f"{self.reference}-{self.attempt}"

    @property
    def quote(self) -> Quote:
        return Quote(self.amount, self.currency, self.reference)


@dataclass(frozen=True)
class Owed:
    """Cash that staff have to give back. reference: of the session; "" for coins put in while nobody was paying."""

    reference: str
    amount: int
    currency: str


@dataclass(frozen=True)
class MoneyTotals:
    """Counts and sums since the ledger began, in the currency's smallest unit. open: attempts that have no end yet."""

    captured: int
    captured_amount: int
    voided: int
    open: int
    overpaid: int
    owed: int
    returned: int


class Ledger:
    """The money of one kiosk. Safe for several threads. One program at a time works with a folder."""

    def __init__(self, folder: Path) -> None:
        """Opens the ledger of a folder, or makes it. Raises StorageFault."""
        self.database = SqliteDatabase(folder / FILE, SCHEMA)

    @property
    def notices(self) -> tuple[Message, ...]:
        """What staff should know since it was opened: a damaged ledger that was set aside."""
        return self.database.notices

    def close(self) -> None:
        self.database.close()

    def latest(self, reference: str) -> LedgerEntry | None:
        """The last attempt of a session."""
        query = _ENTRIES.where(PAYMENTS.c.reference == reference).order_by(PAYMENTS.c.attempt.desc()).limit(1)
        with self.database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _entry(row)

    def open(self) -> Sequence[LedgerEntry]:
        """Attempts without an end, the oldest first."""
        query = _ENTRIES.where(PAYMENTS.c.state.not_in(ENDS)).order_by(PAYMENTS.c.id)
        with self.database.read() as connection:
            return [_entry(row) for row in connection.execute(query)]

    def begin(self, quote: Quote, method: str) -> LedgerEntry:
        """A further attempt of a session, quoted. Raises PaymentFault while the one before may still hold money as authorised."""
        now = time.time()
        with self.database.write() as connection:
            last = connection.execute(
                select(PAYMENTS.c.attempt, PAYMENTS.c.state)
                .where(PAYMENTS.c.reference == quote.reference)
                .order_by(PAYMENTS.c.attempt.desc())
                .limit(1)
            ).one_or_none()
            if last is not None and last.state not in ("voided", "voiding"):
                raise PaymentFault(Message("This session is paid for already, or is being paid for."))
            values = {
                "reference": quote.reference,
                "attempt": 1 if last is None else last.attempt + 1,
                "method": method,
                "amount": quote.amount,
                "currency": quote.currency,
                "state": "quoted",
                "authorisation": "",
                "created": now,
                "changed": now,
            }
            (number,) = connection.execute(PAYMENTS.insert().values(values)).inserted_primary_key or (0,)
            return _entry(connection.execute(_ENTRIES.where(PAYMENTS.c.id == number)).one())

    def move(
        self,
        entry: LedgerEntry,
        state: PaymentState,
        from_states: tuple[PaymentState, ...],
        authorisation: str | None = None,
    ) -> LedgerEntry | None:
        """The attempt in a new state; None where it stands in none of ``from_states`` any more, and nothing is changed."""
        values: dict[str, object] = {"state": state, "changed": time.time()}
        if authorisation is not None:
            values["authorisation"] = authorisation
        with self.database.write() as connection:
            query = update(PAYMENTS).where(PAYMENTS.c.id == entry.id, PAYMENTS.c.state.in_(from_states)).values(values)
            if connection.execute(query).rowcount != 1:
                return None
            return _entry(connection.execute(_ENTRIES.where(PAYMENTS.c.id == entry.id)).one())

    def take_cash(self, amount: int, currency: str, entry: LedgerEntry | None) -> int:
        """Note a coin, or a sum that staff took, for an attempt or for none; gives what was taken for the attempt so far."""
        payment = None if entry is None else entry.id
        with self.database.write() as connection:
            values = {"payment": payment, "amount": amount, "currency": currency, "inserted": time.time()}
            connection.execute(CASH.insert().values(values))
            query = select(func.coalesce(func.sum(CASH.c.amount), 0)).where(CASH.c.payment == payment)
            return int(connection.execute(query).scalar_one())

    def owed(self, reference: str | None = None) -> Sequence[Owed]:
        """What staff have to give back: cash of voided attempts, and coins that nobody was paying with. reference: of one
        session, "" for the latter alone; None: all."""
        name = func.coalesce(PAYMENTS.c.reference, "").label("reference")
        query = (
            select(name, CASH.c.currency, func.sum(CASH.c.amount).label("amount"))
            .select_from(CASH.outerjoin(PAYMENTS, CASH.c.payment == PAYMENTS.c.id))
            .where(_OWED)
            .group_by(name, CASH.c.currency)
            .order_by(func.min(CASH.c.id))
        )
        with self.database.read() as connection:
            found = [Owed(row.reference, int(row.amount), row.currency) for row in connection.execute(query)]
        return [one for one in found if reference is None or one.reference == reference]

    def give_back(self, reference: str) -> int:
        """Staff gave back what was owed to a session ("": coins of nobody). Gives the amount, 0 where nothing was owed."""
        payments = select(PAYMENTS.c.id).where(PAYMENTS.c.reference == reference, PAYMENTS.c.state.in_(_RETURNING))
        whose = CASH.c.payment.in_(payments) if reference else CASH.c.payment.is_(None)
        query = update(CASH).where(whose, CASH.c.returned.is_(None)).values(returned=time.time())
        with self.database.write() as connection:
            return sum(row.amount for row in connection.execute(query.returning(CASH.c.amount)))

    def totals(self) -> MoneyTotals:
        """Counts and sums for the admin page and the metrics."""
        with self.database.read() as connection:
            states = {
                row.state: (int(row.count_of), int(row.amount))
                for row in connection.execute(
                    select(
                        PAYMENTS.c.state, func.count().label("count_of"), func.sum(PAYMENTS.c.amount).label("amount")
                    ).group_by(PAYMENTS.c.state)
                )
            }
            cash = select(CASH.c.payment, func.sum(CASH.c.amount).label("paid")).group_by(CASH.c.payment).subquery()
            overpaid = connection.execute(
                select(func.coalesce(func.sum(cash.c.paid - PAYMENTS.c.amount), 0))
                .select_from(cash.join(PAYMENTS, cash.c.payment == PAYMENTS.c.id))
                .where(PAYMENTS.c.state == "captured")
            ).scalar_one()
            returned = connection.execute(
                select(func.coalesce(func.sum(CASH.c.amount), 0)).where(CASH.c.returned.is_not(None))
            ).scalar_one()
        captured, captured_amount = states.get("captured", (0, 0))
        return MoneyTotals(
            captured=captured,
            captured_amount=captured_amount,
            voided=states.get("voided", (0, 0))[0],
            open=sum(count for state, (count, _) in states.items() if state not in ENDS),
            overpaid=int(overpaid),
            owed=sum(one.amount for one in self.owed()),
            returned=int(returned),
        )


_RETURNING: tuple[PaymentState, ...] = ("voided", "voiding")
"""States in which the cash that was taken belongs to the person again."""
_PAID = select(func.coalesce(func.sum(CASH.c.amount), 0)).where(CASH.c.payment == PAYMENTS.c.id).scalar_subquery()
_ENTRIES = select(PAYMENTS, _PAID.label("paid"))
_OWED = and_(CASH.c.returned.is_(None), or_(CASH.c.payment.is_(None), PAYMENTS.c.state.in_(_RETURNING)))


def _entry(row: Row[tuple[object, ...]]) -> LedgerEntry:
    return LedgerEntry(**row._mapping)
