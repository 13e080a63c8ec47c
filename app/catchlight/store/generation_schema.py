"""The store's database: what was made, and when it was last cleared up."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
)

from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record
from catchlight.store.blobs.keys import digest_key
from catchlight.store.database.schema import Schema
from catchlight.store.generation import Generation, thumbnail
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
    Index("by_parent", "parent"),
    Index("by_owner", "owner", "id"),
    Index("generations_by_result", "result", "id"),
    Index("generations_by_file", "file"),
    Index("generations_by_created", "created"),
    Index("generations_by_size", "id", "bytes"),
)
ENTRY = [column for column in GENERATIONS.c if column.name not in ("file", "thumbnail")]
"""What a ``Generation`` is read from."""
_SUFFIXES = {"image/jpeg": ".jpg", "image/svg+xml": ".svg", "image/tiff": ".tif"}
SWEEPS = Table(
    "sweeps",
    METADATA,
    Column("name", String, primary_key=True),
    Column("begun", Float, nullable=False),
)
"""When each kind of clearing up was begun last, by the database's clock: of many servers one does it."""
SCHEMA = Schema(METADATA, MIGRATIONS, name="generations", compatible=2)


def row_of(generation: Generation, picture: Picture, data: bytes, *, by_digest: bool) -> dict[str, Any]:
    """The row of a generation. by_digest: whether the picture's key is the digest of ``data``, or the generation's id."""
    media_type = generation.media_type
    suffix = _SUFFIXES.get(media_type, "." + media_type.rpartition("/")[2])
    row = generation.model_dump(mode="json")
    row["file"] = digest_key(data, suffix) if by_digest else generation.id + suffix
    row["thumbnail"] = thumbnail(picture)
    return row


def generation_of(row: Row[Any]) -> Generation:
    """The generation of a row of ``ENTRY``."""
    found = row._asdict()
    return Generation.model_validate({**found, "record": Record.model_validate(found["record"])})
