"""Procrastinate's tables in the shared database: made once, and of the version that this program's Procrastinate knows."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, func, insert, select

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.store.database.database import Database
from catchlight.store.work.schema import ENGINES

ENGINE = "procrastinate"


def prepare_queue(database: Database) -> None:
    """Make the tables where there are none. Raises StorageFault: they are of another version, or not ours."""
    wanted = queue_version()
    with database.write() as connection:
        database.lock(connection, ENGINE)
        found = connection.execute(select(ENGINES.c.version).where(ENGINES.c.name == ENGINE)).scalar_one_or_none()
        there = connection.execute(select(func.to_regclass("procrastinate_jobs"))).scalar_one() is not None
        if found is None and there:
            raise StorageFault(
                Message(
                    "The database has a queue of Procrastinate that Catchlight did not make. Give Catchlight a database of "
                    "its own."
                )
            )
        if found is not None and found != wanted:
            raise StorageFault(
                Message(
                    "The queue's tables have the version {found}, the Procrastinate that is installed here needs {wanted}. "
                    "Install the same version of catchlight[lab] on all servers and workers.",
                    found=found,
                    wanted=wanted,
                )
            )
        if found is None:
            _make(connection)
            connection.execute(insert(ENGINES).values(name=ENGINE, version=wanted))


def queue_version() -> str:
    """Of the tables that the installed Procrastinate needs: the number of its newest migration."""
    from procrastinate.schema import SchemaManager

    names = sorted(file.name for file in Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    return "_".join(names[-1].split("_")[:2])


def _make(connection: Connection) -> None:
    from procrastinate.schema import SchemaManager

    raw = connection.connection.driver_connection
    assert raw is not None
    raw.execute(SchemaManager.get_schema())
