"""The database of a kiosk's money: payments, cash and receipts in one SQLite file. Holds nothing of a person."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Column, Float, Index, Integer, MetaData, String, Table, UniqueConstraint

from catchlight.store.database.schema import Schema

FILE = "money.sqlite3"

PaymentState = Literal["quoted", "authorising", "authorised", "printed", "captured", "voiding", "voided"]
"""quoted: told to the person, nothing asked for yet. authorising: money was asked for, and perhaps is held. authorised: it
is held. printed: the sheet is out, to be captured. captured, voided: the ends. voiding: to be voided when that can be done."""
ENDS: tuple[PaymentState, ...] = ("captured", "voided")

METADATA = MetaData()
PAYMENTS = Table(
    "payments",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("reference", String, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("method", String, nullable=False),
    Column("amount", Integer, nullable=False),
    Column("currency", String, nullable=False),
    Column("state", String, nullable=False),
    Column("authorisation", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    UniqueConstraint("reference", "attempt"),
    Index("payments_by_state", "state"),
    sqlite_autoincrement=True,
)
"""A row is one attempt to pay for one session."""
CASH = Table(
    "cash",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("payment", Integer, nullable=True, index=True),
    Column("amount", Integer, nullable=False),
    Column("currency", String, nullable=False),
    Column("returned", Float, nullable=True),
    Column("inserted", Float, nullable=False),
    sqlite_autoincrement=True,
)
"""Coins that were put in, and sums that staff took. payment: that they were for; NULL: nobody was paying then.
returned: when staff gave it back."""
RECEIPTS = Table(
    "receipts",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("reference", String, nullable=False, unique=True),
    Column("document", String, nullable=False),
    Column("copies", Integer, nullable=False),
    Column("amount", Integer, nullable=False),
    Column("currency", String, nullable=False),
    Column("paid", Integer, nullable=False),
    Column("method", String, nullable=False),
    Column("issued", Float, nullable=False),
    sqlite_autoincrement=True,
)
"""Numbers are given once and never again, also where a receipt is deleted (SQLite's AUTOINCREMENT)."""
SCHEMA = Schema(METADATA)
