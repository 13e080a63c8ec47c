"""The database of jobs: five tables beside each other."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import (
    JSON,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
)

from catchlight.store.database.database import Database
from catchlight.store.database.opening import open_database
from catchlight.store.database.schema import Schema
from catchlight.store.migrations.jobs import MIGRATIONS

FILE = "jobs.sqlite3"

METADATA = MetaData()
UNDER_WAY = text("state IN ('queued', 'running')")
"""Jobs that have not ended, in the words of the indexes over them: a database goes by these only where the words are the same."""
JOBS = Table(
    "jobs",
    METADATA,
    Column("id", String, primary_key=True),
    Column("generation", String, nullable=False),
    Column("source", String, nullable=False),
    Column("parameters", JSON, nullable=False),
    Column("customer", String, nullable=False),
    Column("state", String, nullable=False),
    Column("step", String),
    Column("fraction", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("owner", String),
    Column("lease", Float, nullable=False),
    Column("cancelling", Integer, nullable=False),
    Column("created", String, nullable=False),
    Column("ended", Float),
    Column("pictures", JSON, nullable=False),
    Column("failure", JSON),
    Column("client", String),
    Index("by_state", "state", "id"),
    Index("by_generation", "generation", "id"),
    # One job for a generation at a time; the database itself holds everybody to it.
    Index("one_at_a_time", "generation", unique=True, sqlite_where=UNDER_WAY, postgresql_where=UNDER_WAY),
    Index("jobs_to_do", "id", sqlite_where=UNDER_WAY, postgresql_where=UNDER_WAY),
)  # fmt: skip
EVENTS = Table(
    "events",
    METADATA,
    Column("place", Integer, primary_key=True, autoincrement=True),
    Column("job", String, nullable=False),
    Column("number", Integer, nullable=False),
    Column("data", String, nullable=False),
    UniqueConstraint("job", "number"),
    sqlite_autoincrement=True,
)
STEPS = Table(
    "steps",
    METADATA,
    Column("job", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("seconds", Float, nullable=False),
    Column("picture", LargeBinary),
)
REQUESTS = Table(
    "requests",
    METADATA,
    Column("generation", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("job", String, nullable=False, index=True),
)
"""Which job a request was given, by the name that its caller had for it."""
CUSTOMERS = Table(
    "customers",
    METADATA,
    Column("source", String, primary_key=True),
    Column("customer", String, nullable=False),
)
"""Which customer a source picture (by its digest) was made for last."""
SCHEMA = Schema(METADATA, MIGRATIONS, name="jobs", compatible=3)


def open_jobs(folder: Path, url: str = "") -> Database:
    """The jobs at ``url``, else of a folder; a damaged file is set aside and told in ``notices``. Raises StorageFault."""
    return open_database(url, folder / FILE, SCHEMA)
