"""The side of those who do the files of batches: taking one, keeping it, ending it. Never two on one file.

Whatever an owner writes is written only while the file is still his (see ``store.jobs.lease_rule``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select, update

from catchlight.core.messages import Message
from catchlight.store.batch_jobs.batch_events import FileChanged, FileOutcome, FileResult, FileState
from catchlight.store.batch_jobs.batch_job import entry_of, place_of_entry
from catchlight.store.batch_jobs.batch_store import touch
from catchlight.store.batch_jobs.event_log import append_events, ending
from catchlight.store.batch_jobs.schema import BATCH_FILES
from catchlight.store.database.database import Database
from catchlight.store.jobs.lease_rule import LeaseLost, LeaseRule

MOST_DEATHS = 2
"""A file under which the process died this often is not tried again: it may be what kills it."""
_FILES = BATCH_FILES.c


@dataclass(frozen=True)
class FileLease:
    """A file that was taken, with all that is needed to do it. alone: a process has died under it before, so that it is tried
    with no other at work.
    """

    batch: str
    number: int
    client: str | None
    name: str
    sha256: str
    owner: str
    attempt: int

    @property
    def alone(self) -> bool:
        return self.attempt > 1

    @property
    def entry(self) -> str:
        return entry_of(self.batch, self.number)


class FileLeases:
    """Claims of one process. owner: a name that no other process has. lease: seconds that a claim lasts unrenewed.

    All methods raise StorageFault.
    """

    def __init__(self, database: Database, owner: str, lease: float = 10.0) -> None:
        self._database = database
        self.owner = owner
        self.lease = lease
        self._rule = LeaseRule(database, lease)

    def take(self, entry: str) -> FileLease | None:
        """The file, unless it is done, gone, or somebody is at it; one that has killed two processes ends here."""
        batch, number = place_of_entry(entry)
        with self._database.write() as connection:
            self._database.lock(connection, batch)
            row = connection.execute(select(BATCH_FILES).where(_at(batch, number))).one_or_none()
            now = self._database.now(connection)
            if row is None or not self._is_free(row, now):
                return None
            if row.attempts >= MOST_DEATHS:
                self._end(connection, batch, number, "failed", code="internal_error", message=_deadly(row.attempts))
                return None
            attempt = row.attempts + 1
            values = {"state": "running", "owner": self.owner, "lease": now + self.lease, "attempts": attempt}
            connection.execute(update(BATCH_FILES).where(_at(batch, number)).values(values))
            self._tell(connection, batch, FileOutcome(number=number, state="running"))
        return FileLease(batch, number, row.client or None, row.name, row.sha256, self.owner, attempt)

    def died_under(self, entry: str) -> bool:
        """Whether nobody is at the file, and a process has died under it: it is then tried alone."""
        batch, number = place_of_entry(entry)
        with self._database.read() as connection:
            row = connection.execute(select(BATCH_FILES).where(_at(batch, number))).one_or_none()
            now = self._database.now(connection)
        return row is not None and row.attempts > 0 and self._is_free(row, now)

    def free(self) -> Sequence[tuple[str, str | None]]:
        """Entries that wait, or whose owner is gone, the longest waiting first, each with its client."""
        query = (
            select(BATCH_FILES).where(_FILES.state.in_(("waiting", "running"))).order_by(_FILES.batch, _FILES.number)
        )
        with self._database.read() as connection:
            now, rows = self._database.now(connection), connection.execute(query).all()
        return [(entry_of(row.batch, row.number), row.client or None) for row in rows if self._is_free(row, now)]

    def renew(self, claim: FileLease) -> None:
        """Keep a file for another lease. Raises LeaseLost: it was called off, or went to somebody else."""
        with self._database.write() as connection:
            self._claim(connection, claim, {"lease": self._database.now(connection) + self.lease})

    def complete(self, claim: FileLease, key: str, result: FileResult, seconds: float) -> None:
        """The good end; the result lies under ``key``. Raises LeaseLost."""
        stored = {"key": key, **result.model_dump(mode="json")}
        with self._database.write() as connection:
            self._database.lock(connection, claim.batch)
            self._claim(connection, claim, {"lease": 0.0})
            self._end(connection, claim.batch, claim.number, "done", seconds=seconds, result=stored)

    def fail(self, claim: FileLease, code: str, message: str, seconds: float) -> None:
        """The other end. Raises LeaseLost."""
        with self._database.write() as connection:
            self._database.lock(connection, claim.batch)
            self._claim(connection, claim, {"lease": 0.0})
            self._end(connection, claim.batch, claim.number, "failed", code=code, message=message, seconds=seconds)

    def give_back(self, claim: FileLease, state: FileState = "waiting") -> None:
        """Unfinished: whoever comes next begins anew, which counts as no attempt. state: ``missing`` where its bytes are gone.
        Raises LeaseLost."""
        values = {"state": state, "owner": None, "lease": 0.0, "attempts": claim.attempt - 1}
        with self._database.write() as connection:
            self._database.lock(connection, claim.batch)
            self._claim(connection, claim, values)
            self._tell(connection, claim.batch, FileOutcome(number=claim.number, state=state))

    def _is_free(self, row: Row[Any], now: float) -> bool:
        if row.state != "running":
            return bool(row.state == "waiting")
        return self._rule.is_free(entry_of(row.batch, row.number), row.owner, row.attempts, row.lease, now)

    def _claim(self, connection: Connection, claim: FileLease, values: dict[str, Any]) -> None:
        mine = (_FILES.owner == claim.owner) & (_FILES.attempts == claim.attempt) & (_FILES.state == "running")
        query = update(BATCH_FILES).where(_at(claim.batch, claim.number), mine).values(values)
        if connection.execute(query).rowcount != 1:
            raise LeaseLost(claim.entry)

    def _end(self, connection: Connection, batch: str, number: int, state: FileState, **values: Any) -> None:
        """An end with its events. The caller holds the lock of the batch."""
        ended = {"state": state, "owner": None, "lease": 0.0, **values}
        connection.execute(update(BATCH_FILES).where(_at(batch, number)).values(ended))
        result = values.get("result")
        told = FileOutcome(
            number=number,
            state=state,
            seconds=values.get("seconds"),
            error=values.get("code"),
            message=values.get("message"),
            result=None if result is None else FileResult.model_validate(result),
        )
        changed = FileChanged(batch_id=batch, file=told)
        append_events(self._database, connection, batch, [changed, *ending(connection, batch)])
        touch(self._database, connection, [batch])

    def _tell(self, connection: Connection, batch: str, told: FileOutcome) -> None:
        append_events(self._database, connection, batch, [FileChanged(batch_id=batch, file=told)])


def _at(batch: str, number: int) -> Any:
    return (_FILES.batch == batch) & (_FILES.number == number)


def _deadly(deaths: int) -> Message:
    return Message(
        "The process that worked on it has ended {count} times, the last time with no other file at work; there may be too "
        "little memory for it.",
        count=deaths,
    )
