"""The style book's database: one table."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Integer, MetaData, String, Table

from catchlight.store.database.schema import Schema
from catchlight.store.migrations.style_book import MIGRATIONS

METADATA = MetaData()
PIECES = Table(
    "pieces",
    METADATA,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False, server_default="hair"),
    Column("name", String, nullable=False),
    Column("folded", String, nullable=False, unique=True),
    Column("tags", JSON, nullable=False),
    Column("note", String, nullable=False),
    Column("created", String, nullable=False),
    Column("digest", String, nullable=False, index=True),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("bytes", Integer, nullable=False),
)
"""kind: hair or garment. folded: the name in lower case, which no two pieces share. digest: sha256 of the file."""

SCHEMA = Schema(METADATA, MIGRATIONS)
