"""Events of batches, each once and in order, as the database keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, func, select

from catchlight.core.errors import UnknownEntry
from catchlight.store.batch_jobs.batch_events import BatchEnded, BatchEvent, NumberedBatchEvent, read_batch_event
from catchlight.store.batch_jobs.schema import BATCH_EVENTS, BATCH_FILES, BATCHES
from catchlight.store.database.database import Database

OPEN = ("missing", "waiting", "running")
"""States of files that are still to be done."""
CHANNEL = "catchlight_batch_jobs"
"""Where a batch's id is told when it has a new event."""


def append_events(database: Database, connection: Connection, batch: str, events: Sequence[BatchEvent]) -> None:
    """Store events under the batch's next numbers, and tell who listens. The caller holds the lock of the batch."""
    if not events:
        return
    last = last_event(connection, batch)
    rows = [
        {"batch": batch, "number": number, "data": event.model_dump_json(by_alias=True)}
        for number, event in enumerate(events, last + 1)
    ]
    connection.execute(BATCH_EVENTS.insert(), rows)
    database.notify(connection, CHANNEL, batch)


def last_event(connection: Connection, batch: str) -> int:
    """Number of the last event; 0 before the first."""
    query = select(func.max(BATCH_EVENTS.c.number)).where(BATCH_EVENTS.c.batch == batch)
    return connection.execute(query).scalar_one() or 0


def is_ended(connection: Connection, batch: str) -> bool:
    """Whether no file of a batch is left to be done."""
    query = select(BATCH_FILES.c.number).where(BATCH_FILES.c.batch == batch, BATCH_FILES.c.state.in_(OPEN)).limit(1)
    return connection.execute(query).first() is None


def ending(connection: Connection, batch: str) -> list[BatchEvent]:
    """The event that says that nothing is left to be done, where that is so."""
    if not is_ended(connection, batch):
        return []
    query = select(BATCH_FILES.c.state, func.count()).where(BATCH_FILES.c.batch == batch).group_by(BATCH_FILES.c.state)
    counts = {str(state): int(count) for state, count in connection.execute(query)}
    return [BatchEnded(batch_id=batch, done=counts.get("done", 0), failed=counts.get("failed", 0))]


class BatchEventLog:
    """Reads what batches tell. All methods raise StorageFault."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, batch: str, after: int = 0) -> tuple[tuple[NumberedBatchEvent, ...], bool]:
        """The events after number ``after``, and whether no file is left to be done. Raises UnknownEntry ``unknown_batch``."""
        query = select(BATCH_EVENTS.c.number, BATCH_EVENTS.c.data).order_by(BATCH_EVENTS.c.number)
        with self._database.read() as connection:
            known = connection.execute(select(BATCHES.c.id).where(BATCHES.c.id == batch)).one_or_none()
            if known is None:
                raise UnknownEntry("batch", batch[:80])
            rows = connection.execute(query.where(BATCH_EVENTS.c.batch == batch, BATCH_EVENTS.c.number > after)).all()
            ended = is_ended(connection, batch)
        return tuple(NumberedBatchEvent(row.number, read_batch_event(row.data)) for row in rows), ended

    def last(self, batches: Iterable[str]) -> dict[str, int]:
        """The number of the last event of each batch that there is."""
        wanted = list(batches)
        query = select(BATCH_EVENTS.c.batch, func.max(BATCH_EVENTS.c.number)).group_by(BATCH_EVENTS.c.batch)
        with self._database.read() as connection:
            rows = connection.execute(query.where(BATCH_EVENTS.c.batch.in_(wanted))).all()
        return {str(batch): int(number) for batch, number in rows}
