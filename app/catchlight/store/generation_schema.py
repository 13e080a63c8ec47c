"""The store's database: one table."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

from catchlight.store.database.schema import Schema
from catchlight.store.migrations.generations import MIGRATIONS

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
    Column("owner", String),
    Index("by_source", "source"),
    Index("by_result", "result"),
    Index("by_parent", "parent"),
    Index("by_owner", "owner", "id"),
)


SCHEMA = Schema(METADATA, MIGRATIONS)
