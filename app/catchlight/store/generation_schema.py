"""The store's database: one table, and how its connections begin."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    event,
)

VERSION = 1
"""``user_version`` of the database file; a higher one was written by a newer program."""

METADATA = MetaData()
GENERATIONS = Table(
    "generations",
    METADATA,
    Column("id", String, primary_key=True),
    Column("operation", String, nullable=False),
    Column("parent", String),
    Column("parameters", JSON, nullable=False),
    Column("details", JSON, nullable=False),
    Column("record", JSON, nullable=False),
    Column("source", String),
    Column("result", String, nullable=False),
    Column("media_type", String, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("created", String, nullable=False),
    Column("file", String, nullable=False),
    Column("thumbnail", LargeBinary, nullable=False),
    Index("by_source", "source"),
    Index("by_result", "result"),
    Index("by_parent", "parent"),
)


def connect(database: Path) -> Engine:
    """An engine over a SQLite file in WAL mode; a connection with the option ``write`` takes the write lock at once."""
    engine = create_engine(f"sqlite:///{database}")

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy's BEGIN below is the only one
        for pragma in ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine
