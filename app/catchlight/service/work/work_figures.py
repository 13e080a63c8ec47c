"""How much work a lab has, how long it has waited, who is there to do it, and how many workers that would need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import text

from catchlight.service.work.lab_queue import queue_faults
from catchlight.service.work.work_queue import PRIORITIES
from catchlight.store.database.database import Database
from catchlight.store.work.members import Members

TARGET_SECONDS: Mapping[str, float] = {"selection": 30.0, "batch_file": 600.0}
"""In how many seconds all that waits of a kind shall be done: by it the number of workers that are wanted is reckoned. Somebody
waits for a profile picture; a batch may take ten minutes longer."""
ASSUMED_SECONDS: Mapping[str, float] = {"selection": 5.0, "batch_file": 5.0}
"""Of an item of which none was ever done."""
_BY_KIND = text(
    "SELECT job.queue_name AS kind, count(*) FILTER (WHERE job.status = 'todo') AS waiting, "
    "count(*) FILTER (WHERE job.status = 'doing') AS running, "
    "coalesce(extract(epoch FROM now() - min(event.at) FILTER (WHERE job.status = 'todo')), 0) AS oldest "
    "FROM procrastinate_jobs job JOIN procrastinate_events event ON event.job_id = job.id AND event.type = 'deferred' "
    "WHERE job.status IN ('todo', 'doing') GROUP BY job.queue_name"
)


@dataclass(frozen=True)
class KindFigures:
    """Items of one kind. oldest: seconds that the one waiting longest has waited; seconds: the mean of an item."""

    waiting: int = 0
    running: int = 0
    oldest: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True)
class WorkFigures:
    """A moment's figures. workers: processes; slots: what they do at once, all together."""

    kinds: Mapping[str, KindFigures]
    workers: int
    slots: int
    servers: int

    @property
    def wanted(self) -> int:
        """Worker processes with which what waits would be done within its target; at least 1."""
        slots = sum(
            (kind.waiting + kind.running) * kind.seconds / TARGET_SECONDS[name] for name, kind in self.kinds.items()
        )
        each = self.slots / self.workers if self.workers else 1.0
        return max(1, math.ceil(slots / each))


def read_figures(database: Database) -> WorkFigures:
    """Of all servers and workers of the database. Raises StorageFault."""
    members = Members(database)
    means = members.mean_seconds()
    with database.read() as connection, queue_faults():
        rows = {row.kind: row for row in connection.execute(_BY_KIND)}
    kinds: dict[str, KindFigures] = {}
    for kind in PRIORITIES:
        row, seconds = rows.get(kind), means.get(kind, ASSUMED_SECONDS[kind])
        kinds[kind] = (
            KindFigures(seconds=seconds)
            if row is None
            else KindFigures(int(row.waiting), int(row.running), max(0.0, float(row.oldest)), seconds)
        )
    workers = members.census("worker")
    return WorkFigures(kinds, workers.count, workers.slots, members.census("server").count)
