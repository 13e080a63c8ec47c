"""The queue of a lab: Procrastinate on the shared PostgreSQL database.

A row of the queue says "look at this id now" and nothing else; what is to be done, by whom, and what has become of it stands in
the stores. Its priority is the kind's, less the place that the owner's share gives (``store.work.shares``): Procrastinate serves
the highest priority first, so that fairness needs no picking of our own when a worker is free.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, column, func, select, table, text

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.service.work.procrastinate_schema import prepare_queue
from catchlight.service.work.work_queue import PRIORITIES, WorkItem
from catchlight.store.database.database import Database
from catchlight.store.work.shares import take_places

if TYPE_CHECKING:
    from procrastinate.manager import JobManager

ENTRY = "entry"
"""The one argument of every task."""
_BAND = 10_000_000
"""Places between one priority of ``PRIORITIES`` and the next; priorities of the queue are 32 bit numbers."""
_CANCELLED_AT_ONCE = 1000
"""Rows that one transaction takes away: others are served in between."""
_JOBS = table(
    "procrastinate_jobs",
    column("id"),
    column("queue_name"),
    column("priority"),
    column("queueing_lock"),
    column("status"),
)
_TODO, _DOING = text("status = 'todo'"), text("status = 'doing'")


class LabQueue:
    """Hands items to the workers of a lab. Thread safe."""

    def __init__(self, database: Database) -> None:
        """database: PostgreSQL, with the tables of ``store.work``. Raises StorageFault."""
        self._database = database
        prepare_queue(database)

    def defer(self, items: Sequence[WorkItem]) -> None:
        wanted = {_lock_of(item): item for item in items}
        if not wanted:
            return
        with self._database.write() as connection, queue_faults():
            self._database.lock(connection, "defer")
            present = _JOBS.c.queueing_lock == func.any(list(wanted))
            known = set(
                connection.execute(
                    select(_JOBS.c.queueing_lock).where(present, text("status IN ('todo', 'doing')"))
                ).scalars()
            )
            missing = [item for lock, item in wanted.items() if lock not in known]
            jobs = [
                job
                for kind in PRIORITIES
                for job in self._jobs(connection, [one for one in missing if one.kind == kind])
            ]
            if jobs:
                _manager(connection).batch_defer_jobs(jobs)

    def cancel(self, items: Sequence[WorkItem]) -> None:
        locks = [_lock_of(item) for item in items]
        for start in range(0, len(locks), _CANCELLED_AT_ONCE):
            mine = _JOBS.c.queueing_lock == func.any(locks[start : start + _CANCELLED_AT_ONCE])
            with self._database.write() as connection:
                # What Procrastinate's manager runs for each of them, for all in one statement.
                connection.execute(select(func.procrastinate_cancel_job_v1(_JOBS.c.id, False, True)).where(mine, _TODO))

    def _jobs(self, connection: Connection, items: Sequence[WorkItem]) -> list[Any]:
        """Rows for items of one kind."""
        from procrastinate.jobs import Job

        if not items:
            return []
        kind = items[0].kind
        base = PRIORITIES[kind] * _BAND
        places = take_places(connection, kind, [item.owner or "" for item in items], _served(connection, kind, base))
        return [
            Job(
                queue=kind, task_name=task_name(kind), lock=None, queueing_lock=_lock_of(item), priority=base - place,
                task_kwargs={ENTRY: item.entry},
            )
            for item, place in zip(items, places, strict=True)
        ]  # fmt: skip


def task_name(kind: str) -> str:
    """What the queue calls the work of a kind."""
    return f"catchlight.{kind}"


@contextlib.contextmanager
def queue_faults() -> Iterator[None]:
    """Faults of Procrastinate as ours. Raises StorageFault."""
    from procrastinate.exceptions import ConnectorException

    try:
        yield
    except ConnectorException as fault:
        reason = str(fault.__cause__ or fault).strip().partition("\n")[0]
        raise StorageFault(Message("The queue could not be used: {why}.", why=reason)) from fault


def _lock_of(item: WorkItem) -> str:
    """The name under which an item waits once at most."""
    return f"{item.kind}/{item.entry}"


def _served(connection: Connection, kind: str, base: int) -> int | None:
    """The place that the workers have reached."""
    mine = _JOBS.c.queue_name == kind
    reached = connection.execute(select(func.min(_JOBS.c.priority)).where(mine, _DOING)).scalar_one()
    if reached is None:
        reached = connection.execute(select(func.max(_JOBS.c.priority)).where(mine, _TODO)).scalar_one()
    return None if reached is None else base - int(reached)


class _OneConnection:
    """In place of Procrastinate's pool: all its queries run in our transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @contextlib.contextmanager
    def connection(self) -> Iterator[Any]:
        yield self._connection.connection.driver_connection


def _manager(connection: Connection) -> JobManager:
    from procrastinate import SyncPsycopgConnector
    from procrastinate.manager import JobManager

    connector = SyncPsycopgConnector()
    connector.open(pool=cast(Any, _OneConnection(connection)))
    return JobManager(connector)
