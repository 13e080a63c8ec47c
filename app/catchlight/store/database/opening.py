"""Which database it is: the URL of the settings, or a file of this computer."""

from __future__ import annotations

from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.store.database.database import Database
from catchlight.store.database.postgresql import SCHEMES, PostgresDatabase
from catchlight.store.database.schema import Schema
from catchlight.store.database.sqlite import SqliteDatabase


def open_database(url: str, file: Path, schema: Schema, *, unit: Path | None = None) -> Database:
    """The tables of ``schema`` at ``url`` where there is one, else in ``file``. unit: see ``SqliteDatabase``.

    Raises StorageFault, also for a URL of another kind.
    """
    if not url:
        return SqliteDatabase(file, schema, unit=unit)
    if url.partition("://")[0] not in SCHEMES:  # the URL is not repeated: a password may stand anywhere in it
        raise StorageFault(
            Message("The address of the database is of no kind that is known. Write postgresql://user@host/database.")
        )
    return PostgresDatabase(url, schema)
