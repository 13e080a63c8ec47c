"""The list of batches of clients: taking them in, looking at them, trying files again, forgetting them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.core.messages import Message
from catchlight.store.batch_jobs.batch_events import BatchEvent, BatchRegistered, FileChanged, FileOutcome, FileResult
from catchlight.store.batch_jobs.batch_job import BatchDetails, BatchSummary, NewFile, entry_of
from catchlight.store.batch_jobs.event_log import OPEN, append_events, ending, last_event
from catchlight.store.batch_jobs.schema import BATCH_EVENTS, BATCH_FILES, BATCHES, UPLOADS
from catchlight.store.database.database import Database
from catchlight.store.ids import uuid7
from catchlight.store.jobs.job import QueueFull

_STATES = ("missing", "waiting", "running", "done", "failed")
_TOUCH_SECONDS = 3600.0
"""How often it is noted that results are fetched: what is kept by the day need not be known more exactly."""
_FILES = BATCH_FILES.c


@dataclass(frozen=True)
class DeletedBatch:
    """What is left to be done when the rows of a batch are gone. keys: of blobs that nobody needs; entries: work not begun."""

    keys: tuple[str, ...]
    entries: tuple[str, ...]


class BatchStore:
    """Batches for whoever asks for them; ``file_leases`` is the side of those who do them. All methods raise StorageFault."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self, client: str | None, request: str | None, wish: str, plan: str, files: Sequence[NewFile], limit: int
    ) -> tuple[str, tuple[str, ...]]:
        """A new batch, or the one that this client had begun under the same ``request``; with the entries that can be done now.

        client: name of its token. wish: sha256 of what was asked for. plan: JSON. limit: files of one client that may be open.
        Raises QueueFull, and InvalidRequest where the request has asked for something else before.
        """
        owner = client or ""
        with self._database.write() as connection:
            self._database.lock(connection, f"client/{owner}")
            known = self._known_request(connection, owner, request, wish)
            if known is not None:
                return known, ()
            mine = (_FILES.client == owner) & _FILES.state.in_(OPEN)
            before = connection.execute(select(func.count()).select_from(BATCH_FILES).where(mine)).scalar_one()
            if before + len(files) > limit:
                raise QueueFull(
                    Message(
                        "{count} files of yours are waiting already, and {more} more are over the limit of {limit}; try again "
                        "when some are done.",
                        count=before,
                        more=len(files),
                        limit=limit,
                    )
                )
            batch, now = f"batch_{uuid7():032x}", self._database.now(connection)
            values = {"id": batch, "client": owner, "request": request, "wish": wish, "plan": plan}
            connection.execute(BATCHES.insert().values(values | {"created": now, "touched": now}))
            there = set(connection.execute(select(UPLOADS.c.sha256).where(UPLOADS.c.client == owner)).scalars())
            rows = [_row(batch, owner, file, file.sha256 in there) for file in files]
            connection.execute(BATCH_FILES.insert(), rows)
            told: list[BatchEvent] = [BatchRegistered(batch_id=batch, files=len(files))]
            told += [FileChanged(batch_id=batch, file=_outcome(row)) for row in rows if row["state"] == "failed"]
            append_events(self._database, connection, batch, told + ending(connection, batch))
        return batch, tuple(entry_of(batch, row["number"]) for row in rows if row["state"] == "waiting")

    def client_of(self, batch: str) -> str | None:
        """Whose the batch is. Raises UnknownEntry ``unknown_batch``."""
        with self._database.read() as connection:
            return str(_known(connection, batch).client) or None

    def plan_of(self, batch: str) -> str:
        """Raises UnknownEntry ``unknown_batch``."""
        with self._database.read() as connection:
            return str(_known(connection, batch).plan)

    def batches(self, client: str | None, limit: int = 200) -> tuple[BatchSummary, ...]:
        """The newest of a client, or of all, newest first."""
        query = select(BATCHES).order_by(BATCHES.c.id.desc()).limit(limit)
        if client is not None:
            query = query.where(BATCHES.c.client == client)
        counts = select(_FILES.batch, _FILES.state, func.count()).group_by(_FILES.batch, _FILES.state)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
            found: dict[str, dict[str, int]] = {row.id: {} for row in rows}
            for batch, state, count in connection.execute(counts.where(_FILES.batch.in_(list(found)))):
                found[batch][state] = int(count)
        return tuple(BatchSummary(**_summary(row, found[row.id])) for row in rows)

    def batch(self, batch: str) -> BatchDetails:
        """Everything about a batch. Raises UnknownEntry ``unknown_batch``."""
        with self._database.read() as connection:
            row = _known(connection, batch)
            query = select(BATCH_FILES).where(_FILES.batch == batch).order_by(_FILES.number)
            files = [found._asdict() for found in connection.execute(query)]
            last = last_event(connection, batch)
        counts = {state: sum(file["state"] == state for file in files) for state in _STATES}
        missing = dict.fromkeys(file["sha256"] for file in files if file["state"] == "missing")
        outcomes = tuple(_outcome(file).model_copy(update={"source": file["sha256"]}) for file in files)
        return BatchDetails(**_summary(row, counts), last_event=last, uploads=tuple(missing), outcomes=outcomes)

    def result(self, batch: str, number: int) -> tuple[str, FileResult]:
        """The key of a result's blob, and what is known of it. Raises UnknownEntry ``unknown_batch``, ``unknown_result``."""
        query = select(_FILES.result).where(_FILES.batch == batch, _FILES.number == number, _FILES.state == "done")
        with self._database.read() as connection:
            row = _known(connection, batch)
            found = connection.execute(query).scalar_one_or_none()
            stale = row.touched < self._database.now(connection) - _TOUCH_SECONDS
        if found is None:
            raise UnknownEntry("result", entry_of(batch, number))
        if stale:
            with self._database.write() as connection:
                touch(self._database, connection, [batch])
        return str(found["key"]), FileResult.model_validate(found)

    def retry(self, batch: str, numbers: Collection[int]) -> tuple[str, ...]:
        """Let failed files wait again, as if they had never been tried; gives the entries that can be done now.

        Raises UnknownEntry ``unknown_batch``.
        """
        owner = self.client_of(batch) or ""
        with self._database.write() as connection:
            self._database.lock(connection, f"client/{owner}")
            self._database.lock(connection, batch)
            _known(connection, batch)
            query = select(_FILES.number, _FILES.sha256).where(_FILES.batch == batch, _FILES.state == "failed")
            failed = {row.number: row.sha256 for row in connection.execute(query) if row.number in numbers}
            there = set(connection.execute(select(UPLOADS.c.sha256).where(UPLOADS.c.client == owner)).scalars())
            for number, sha256 in failed.items():
                state = "waiting" if sha256 in there else "missing"
                change_file(connection, batch, number, state=state, **_UNTRIED)
            told = [self._told(connection, batch, number) for number in failed]
            append_events(self._database, connection, batch, told)
            touch(self._database, connection, [batch])
        return tuple(entry_of(batch, number) for number, sha256 in failed.items() if sha256 in there)

    def delete(self, batch: str) -> DeletedBatch:
        """Forget a batch; whoever is at a file of it finds that out. Raises UnknownEntry ``unknown_batch``."""
        owner = self.client_of(batch) or ""
        with self._database.write() as connection:
            self._database.lock(connection, f"client/{owner}")
            self._database.lock(connection, batch)
            _known(connection, batch)
            files = connection.execute(select(BATCH_FILES).where(_FILES.batch == batch)).all()
            for table, column in (
                (BATCH_EVENTS, BATCH_EVENTS.c.batch),
                (BATCH_FILES, _FILES.batch),
                (BATCHES, BATCHES.c.id),
            ):
                connection.execute(table.delete().where(column == batch))
            mine = UPLOADS.c.client == owner
            used = select(_FILES.sha256).where(_FILES.client == owner)
            unused = mine & UPLOADS.c.sha256.not_in(used)
            keys = list(connection.execute(select(UPLOADS.c.key).where(unused)).scalars())
            connection.execute(UPLOADS.delete().where(unused))
        keys += [file.result["key"] for file in files if file.result is not None]
        return DeletedBatch(
            tuple(keys), tuple(entry_of(batch, file.number) for file in files if file.state == "waiting")
        )

    def stale(self, days: float) -> tuple[str, ...]:
        """Batches to which nothing was done for so many days."""
        with self._database.read() as connection:
            before = self._database.now(connection) - days * 86400
            return tuple(connection.execute(select(BATCHES.c.id).where(BATCHES.c.touched < before)).scalars())

    def keys(self) -> frozenset[str]:
        """Keys of all blobs that belong to a batch."""
        results = select(_FILES.result).where(_FILES.result.is_not(None))
        with self._database.read() as connection:
            found = [result["key"] for result in connection.execute(results).scalars()]
            found += connection.execute(select(UPLOADS.c.key)).scalars()
        return frozenset(found)

    def _known_request(self, connection: Connection, owner: str, request: str | None, wish: str) -> str | None:
        """The batch that was begun under a request before. Raises InvalidRequest where that asked for something else."""
        query = select(BATCHES.c.id, BATCHES.c.wish).where(BATCHES.c.client == owner, BATCHES.c.request == request)
        found = None if request is None else connection.execute(query).one_or_none()
        if found is not None and found.wish != wish:
            raise InvalidRequest(
                Message("The batch {batch} was begun under this Idempotency-Key. Use a new key.", batch=found.id)
            )
        return None if found is None else str(found.id)

    def _told(self, connection: Connection, batch: str, number: int) -> FileChanged:
        query = select(BATCH_FILES).where(_FILES.batch == batch, _FILES.number == number)
        return FileChanged(batch_id=batch, file=_outcome(connection.execute(query).one()._asdict()))


_UNTRIED: dict[str, Any] = {
    "owner": None, "lease": 0.0, "attempts": 0, "seconds": None, "code": None, "message": None, "result": None
}  # fmt: skip
"""Of a file that nobody has begun with."""


def change_file(connection: Connection, batch: str, number: int, **values: Any) -> None:
    """Set columns of a file."""
    query = update(BATCH_FILES).where(_FILES.batch == batch, _FILES.number == number)
    connection.execute(query.values(**values))


def touch(database: Database, connection: Connection, batches: Iterable[str]) -> None:
    """Note that something was done to batches: they are kept for longer."""
    query = update(BATCHES).where(BATCHES.c.id.in_(list(batches)))
    connection.execute(query.values(touched=database.now(connection)))


def _known(connection: Connection, batch: str) -> Row[Any]:
    row = connection.execute(select(BATCHES).where(BATCHES.c.id == batch)).one_or_none()
    if row is None:
        raise UnknownEntry("batch", batch[:80])
    return row


def _row(batch: str, owner: str, file: NewFile, there: bool) -> dict[str, Any]:
    """A new file's row. there: whether its bytes have come before."""
    code, message = file.refusal or (None, None)
    state = "failed" if file.refusal else "waiting" if there else "missing"
    values = {"batch": batch, "number": file.number, "client": owner, "name": file.name, "state": state}
    return _UNTRIED | values | {"sha256": file.sha256, "bytes": file.bytes, "code": code, "message": message}


def _outcome(row: dict[str, Any]) -> FileOutcome:
    return FileOutcome(
        number=row["number"],
        state=row["state"],
        seconds=row["seconds"],
        error=row["code"],
        message=row["message"],
        result=None if row["result"] is None else FileResult.model_validate(row["result"]),
    )


def _summary(row: Row[Any], counts: dict[str, int]) -> dict[str, Any]:
    found: dict[str, Any] = {state: counts.get(state, 0) for state in _STATES}
    found |= {"batch_id": row.id, "created": datetime.fromtimestamp(row.created, UTC)}
    return found | {"files": sum(counts.values())}
