"""Periodic duties that one of many processes does at a time."""

from __future__ import annotations

from sqlalchemy import select, update

from catchlight.store.database.database import Database
from catchlight.store.work.schema import DUTIES


def begin_duty(database: Database, name: str, seconds: float) -> bool:
    """Whether the duty is due, and the caller's: it was begun by nobody for so many seconds. Raises StorageFault."""
    mine = DUTIES.c.name == name
    with database.write() as connection:
        database.lock(connection, f"duty/{name}")
        now = database.now(connection)
        begun = connection.execute(select(DUTIES.c.begun).where(mine)).scalar_one_or_none()
        if begun is None:
            connection.execute(DUTIES.insert().values(name=name, begun=now))
        elif now - begun < seconds:
            return False
        else:
            connection.execute(update(DUTIES).where(mine).values(begun=now))
    return True
