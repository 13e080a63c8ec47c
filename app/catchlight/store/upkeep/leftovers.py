"""Pictures without a row, and rows without a picture: what a crash has left, and how it is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from catchlight.core.files.writing import TEMPORARY
from catchlight.core.messages import Message, mark
from catchlight.store.blobs.blobs import Blobs
from catchlight.store.database.database import Database
from catchlight.store.generation_schema import GENERATIONS, SWEEPS

YOUNGEST = timedelta(days=1)
"""What is younger than this may be the picture of a row that is being written, and no clock is off by so much."""
_AT_ONCE = 500


def clear_leftovers(database: Database, blobs: Blobs) -> tuple[Message, ...]:
    """Remove what a crash has left in a store that this computer has for itself, and say so.

    The write lock is held: whoever has it knows that every file without a row is left over.
    """
    with database.write() as connection:
        rows = {row.file: row.id for row in connection.execute(select(GENERATIONS.c.file, GENERATIONS.c.id))}
        present = {blob.key for blob in blobs.list()}
        lost = [rows[file] for file in rows.keys() - present]
        for start in range(0, len(lost), _AT_ONCE):
            connection.execute(GENERATIONS.delete().where(GENERATIONS.c.id.in_(lost[start : start + _AT_ONCE])))
        stray = present - rows.keys()
        for key in sorted(stray):
            blobs.delete(key)
    partial = sum(name.endswith(TEMPORARY) for name in stray)
    said = (
        (partial, mark("Store: {count} unfinished picture of an interrupted run was removed.")),
        (len(stray) - partial, mark("Store: {count} picture without an entry was removed.")),
        (len(lost), mark("Store: {count} entry without a picture was removed.")),
    )
    return tuple(Message(template, count=count) for count, template in said if count)


def find_orphans(database: Database, blobs: Blobs) -> Iterator[str]:
    """Keys of pictures that no row has and that are older than ``YOUNGEST``; a row may have one again by the time it is told."""
    with database.read() as connection:
        oldest = datetime.fromtimestamp(database.now(connection), UTC) - YOUNGEST
    waiting: list[str] = []
    for blob in blobs.list():
        if blob.changed < oldest:
            waiting.append(blob.key)
        if len(waiting) == _AT_ONCE:
            yield from _without_row(database, waiting)
            waiting = []
    yield from _without_row(database, waiting)


def begin_sweep(database: Database, name: str, seconds: float) -> bool:
    """Whether this caller is to do the sweep of that name: nobody began one within so many seconds. Noted as begun."""
    with database.write() as connection:
        database.lock(connection, f"sweep/{name}")
        now = database.now(connection)
        begun = connection.execute(select(SWEEPS.c.begun).where(SWEEPS.c.name == name)).scalar_one_or_none()
        if begun is not None and now - seconds < begun <= now:
            return False
        connection.execute(SWEEPS.delete().where(SWEEPS.c.name == name))
        connection.execute(SWEEPS.insert().values(name=name, begun=now))
        return True


def _without_row(database: Database, keys: Sequence[str]) -> list[str]:
    if not keys:
        return []
    with database.read() as connection:
        found = connection.execute(select(GENERATIONS.c.file).where(GENERATIONS.c.file.in_(keys))).scalars()
        known = set(found)
    return [key for key in keys if key not in known]
