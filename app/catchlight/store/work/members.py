"""Who is at work in a lab: servers and workers by their heartbeats, and how long items took them lately."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, select, update

from catchlight.store.database.database import Database
from catchlight.store.work.schema import DURATIONS, MEMBERS

Role = Literal["server", "worker"]
BEAT_SECONDS = 2.0
"""How often a member is to be heard of."""
ALIVE_SECONDS = 10.0
"""After so long without a heartbeat a member counts no more."""
_MOST_REMEMBERED = 200.0
"""Items whose durations count: beyond them the older half is forgotten, so that the mean follows what is being done now."""


@dataclass(frozen=True)
class Census:
    """The living members of one role. slots: what they can do at once, all together."""

    count: int
    slots: int
    busy: int


class Members:
    """Heartbeats. Every method raises StorageFault."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def beat(self, name: str, role: Role, slots: int, busy: int) -> Census:
        """Be heard of; gives the living of the same role, this one among them."""
        with self._database.write() as connection:
            values = {"role": role, "seen": self._database.now(connection), "slots": slots, "busy": busy}
            mine = MEMBERS.c.name == name
            if not connection.execute(update(MEMBERS).where(mine).values(values)).rowcount:
                connection.execute(MEMBERS.insert().values(name=name, **values))
        return self.census(role)

    def leave(self, name: str) -> None:
        with self._database.write() as connection:
            connection.execute(delete(MEMBERS).where(MEMBERS.c.name == name))

    def census(self, role: Role) -> Census:
        counted = select(func.count(), func.sum(MEMBERS.c.slots), func.sum(MEMBERS.c.busy))
        with self._database.read() as connection:
            since = self._database.now(connection) - ALIVE_SECONDS
            row = connection.execute(counted.where(MEMBERS.c.role == role, MEMBERS.c.seen >= since)).one()
        return Census(int(row[0]), int(row[1] or 0), int(row[2] or 0))

    def forget_dead(self) -> None:
        """Take out who has not been heard of for a minute."""
        with self._database.write() as connection:
            since = self._database.now(connection) - 60
            connection.execute(delete(MEMBERS).where(MEMBERS.c.seen < since))

    def note_durations(self, done: Mapping[str, tuple[int, float]]) -> None:
        """Items done, and the seconds that they took together, by kind."""
        with self._database.write() as connection:
            self._database.lock(connection, "durations")
            for kind, (items, seconds) in done.items():
                mine = DURATIONS.c.kind == kind
                row = connection.execute(select(DURATIONS).where(mine)).one_or_none()
                if row is None:
                    connection.execute(DURATIONS.insert().values(kind=kind, items=items, seconds=seconds))
                    continue
                keep = 0.5 if row.items > _MOST_REMEMBERED else 1.0
                values = {"items": row.items * keep + items, "seconds": row.seconds * keep + seconds}
                connection.execute(update(DURATIONS).where(mine).values(values))

    def mean_seconds(self) -> dict[str, float]:
        """Of an item, by kind; none of kinds that were never done."""
        with self._database.read() as connection:
            rows = connection.execute(select(DURATIONS)).all()
        return {row.kind: row.seconds / row.items for row in rows if row.items}
