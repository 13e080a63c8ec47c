"""The database of batches of clients: four tables beside each other."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import JSON, BigInteger, Column, Float, Index, Integer, MetaData, String, Table, UniqueConstraint, text

from catchlight.store.database.database import Database
from catchlight.store.database.opening import open_database
from catchlight.store.database.schema import Schema

FILE = "batch-jobs.sqlite3"

METADATA = MetaData()
BATCHES = Table(
    "batches",
    METADATA,
    Column("id", String, primary_key=True),
    Column("client", String, nullable=False),
    Column("request", String),
    Column("wish", String, nullable=False),
    Column("plan", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    UniqueConstraint("client", "request"),
)
"""client: name of the token, empty for whoever the server belongs to. request: its Idempotency-Key; wish: sha256 of what it asked
for. touched: when anything was last done to it, by the database's clock."""
BATCH_FILES = Table(
    "batch_files",
    METADATA,
    Column("batch", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("client", String, nullable=False),
    Column("name", String, nullable=False),
    Column("sha256", String, nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    Column("owner", String),
    Column("lease", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("seconds", Float),
    Column("code", String),
    Column("message", String),
    Column("result", JSON(none_as_null=True)),
    Index("batch_files_by_content", "client", "sha256"),
    Index(
        "batch_files_to_do", "state", "batch", "number",
        sqlite_where=text("state IN ('waiting', 'running')"), postgresql_where=text("state IN ('waiting', 'running')"),
    ),
)  # fmt: skip
"""result: {key, sha256, bytes, suffix, facts} of a file that is done."""
UPLOADS = Table(
    "batch_uploads",
    METADATA,
    Column("client", String, primary_key=True),
    Column("sha256", String, primary_key=True),
    Column("key", String, nullable=False),
    Column("bytes", BigInteger, nullable=False),
)
"""The bytes of files, once for each client."""
BATCH_EVENTS = Table(
    "batch_events",
    METADATA,
    Column("batch", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", String, nullable=False),
)
SCHEMA = Schema(METADATA, (), name="batch_jobs", compatible=1)


def open_batch_jobs(folder: Path, url: str = "") -> Database:
    """The batches at ``url``, else of a folder; a damaged file is set aside and told in ``notices``. Raises StorageFault."""
    return open_database(url, folder / FILE, SCHEMA)
