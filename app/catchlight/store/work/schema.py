"""The tables of a lab's work: beside the queue's own, in the shared database."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Float, Integer, MetaData, String, Table

from catchlight.store.database.database import Database
from catchlight.store.database.opening import open_database
from catchlight.store.database.schema import Schema

FILE = "work.sqlite3"

METADATA = MetaData()
SHARES = Table(
    "work_shares",
    METADATA,
    Column("kind", String, primary_key=True),
    Column("owner", String, primary_key=True),
    Column("place", Integer, nullable=False),
)
"""Which place in the line of a kind's work an owner was given last."""
DUTIES = Table(
    "work_duties", METADATA, Column("name", String, primary_key=True), Column("begun", Float, nullable=False)
)
"""When each periodic duty was last begun by anybody."""
ENGINES = Table(
    "work_engines", METADATA, Column("name", String, primary_key=True), Column("version", String, nullable=False)
)
"""Which version the tables of the queue have, which are not ours."""
MEMBERS = Table(
    "work_members",
    METADATA,
    Column("name", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("seen", Float, nullable=False),
    Column("slots", Integer, nullable=False),
    Column("busy", Integer, nullable=False),
)
"""Servers and workers: when each was last heard of, how much it can do at once, and how much of that it is doing."""
DURATIONS = Table(
    "work_durations",
    METADATA,
    Column("kind", String, primary_key=True),
    Column("items", Float, nullable=False),
    Column("seconds", Float, nullable=False),
)
"""Items done lately, and the seconds that they took together."""
SCHEMA = Schema(METADATA, (), name="work")


def open_work(folder: Path, url: str) -> Database:
    """The tables at ``url``, else in a file of the folder, which only tests have. Raises StorageFault."""
    return open_database(url, folder / FILE, SCHEMA)
