"""The side of those who do the jobs: taking one, keeping it, telling how far it is, ending it. Never two on one job.

A job belongs to an owner as long as its lease lasts; who dies stops renewing it, and another takes the job over (by the rule of
``lease_rule``). Whatever an owner writes is written only while the job is still his: one who was stopped for long and wakes up
again changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, or_, select, update

from catchlight.core.messages import Message
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.store.database.database import Database
from catchlight.store.jobs.events import Completed, Delivered, Progressed
from catchlight.store.jobs.job import Failure
from catchlight.store.jobs.lease_rule import LeaseLost, LeaseRule
from catchlight.store.jobs.ledger import append, cancellation, record_failure
from catchlight.store.jobs.schema import JOBS, STEPS, UNDER_WAY

MOST_ATTEMPTS = 5
"""A job under which the process died this often is not tried again: it may be what kills it."""
_COLUMNS = JOBS.c


@dataclass(frozen=True)
class Lease:
    """A job that was taken, with all that is needed to do it."""

    job: str
    owner: str
    attempt: int
    generation: str
    customer: str
    params: ProfilePictureParams
    created: datetime


@dataclass(frozen=True)
class StepResult:
    """A step that has ended. picture: what it made, small, PNG or JPEG."""

    name: str
    seconds: float
    picture: bytes | None


class Leases:
    """Claims of one process. owner: a name that no other process has. lease: seconds that a claim lasts unrenewed."""

    def __init__(self, database: Database, owner: str, lease: float = 10.0) -> None:
        self._database = database
        self.owner = owner
        self.lease = lease
        self._rule = LeaseRule(database, lease)

    def take(self, job: str | None = None) -> Lease | None:
        """The job that has waited longest, or one whose owner is gone; None where there is nothing to do.

        job: this one alone; None also where it is somebody's, has ended, or never was.
        """
        with self._database.write() as connection:
            now = self._database.now(connection)
            row = self._free(connection, now, job)
            if row is None:
                return None
            connection.execute(STEPS.delete().where(STEPS.c.job == row.id))
            attempt = row.attempts + 1
            values = {"state": "running", "owner": self.owner, "lease": now + self.lease, "attempts": attempt}
            connection.execute(update(JOBS).where(_COLUMNS.id == row.id).values(values | {"step": NAMES[0]}))
        return Lease(
            job=row.id,
            owner=self.owner,
            attempt=attempt,
            generation=row.generation,
            customer=row.customer,
            params=ProfilePictureParams.model_validate_json(json.dumps(row.parameters), by_alias=True),
            created=datetime.fromisoformat(row.created),
        )

    def waiting(self) -> tuple[tuple[str, str | None], ...]:
        """The jobs that nobody is at, longest waiting first, each with the client whose it is."""
        with self._database.read() as connection:
            now = self._database.now(connection)
            query = select(JOBS).where(self._may_be_free(now)).order_by(_COLUMNS.id)
            return tuple((row.id, row.client) for row in connection.execute(query) if self._is_free(row, now))

    def _free(self, connection: Connection, now: float, job: str | None) -> Row[Any] | None:
        """The job that has waited longest of those that nobody has; those that are not to be done any more end here.

        On a shared database the row is locked, and one that another locks is passed over: what was read still holds when the
        row is written, and nobody waits. (SQLite's writers are alone in any case.)
        """
        wanted = self._may_be_free(now)
        if job is not None:
            wanted = and_(wanted, _COLUMNS.id == job)
        query = select(JOBS).where(wanted).order_by(_COLUMNS.id).with_for_update(skip_locked=True)
        if self._database.shared:
            query = query.limit(1)
        while True:
            row = next((row for row in connection.execute(query) if self._is_free(row, now)), None)
            if row is None:
                return None
            if row.cancelling:
                record_failure(self._database, connection, row.id, cancellation(row.step))
            elif row.attempts >= MOST_ATTEMPTS:
                record_failure(self._database, connection, row.id, _hopeless(row.step, row.attempts))
            else:
                return row

    def _may_be_free(self, now: float) -> ColumnElement[bool]:
        if self._database.shared:
            return and_(UNDER_WAY, or_(_COLUMNS.state == "queued", _COLUMNS.lease < now))
        return and_(UNDER_WAY)

    def _is_free(self, row: Row[Any], now: float) -> bool:
        if row.state == "queued":
            return True
        return self._rule.is_free(row.id, row.owner, row.attempts, row.lease, now)

    def renew(self, claims: Collection[Lease]) -> tuple[frozenset[str], frozenset[str]]:
        """Keep these jobs for another lease; gives those that are lost, and those that are to be cancelled."""
        if not claims:
            return frozenset(), frozenset()
        lost, cancelling = set(), set()
        with self._database.write() as connection:
            values = {"lease": self._database.now(connection) + self.lease}
            for claim in sorted(claims, key=lambda claim: claim.job):  # all in one order: no two wait for each other
                query = update(JOBS).where(_mine(claim)).values(values).returning(_COLUMNS.cancelling)
                found = connection.execute(query).scalar_one_or_none()
                if found is None:
                    lost.add(claim.job)
                elif found:
                    cancelling.add(claim.job)
        return frozenset(lost), frozenset(cancelling)

    def hold(self, claim: Lease) -> None:
        """Raises LeaseLost unless the job is still this claim's; keeps it for another lease."""
        with self._database.write() as connection:
            self._check(connection, claim, {"lease": self._database.now(connection) + self.lease})

    def advance(self, claim: Lease, step: str, fraction: float, done: StepResult | None = None) -> None:
        """Tell how far the job is; done: the step before, where it has just ended. Raises LeaseLost."""
        with self._database.write() as connection:
            reached = self._fraction(connection, claim, fraction)
            values = {"step": step, "fraction": reached, "lease": self._database.now(connection) + self.lease}
            self._check(connection, claim, values)
            if done is not None:
                _keep(connection, claim.job, done)
            index = NAMES.index(step) + 1
            append(
                self._database,
                connection,
                claim.job,
                Progressed(job_id=claim.job, step=step, index=index, fraction=reached),
            )

    def complete(self, claim: Lease, pictures: Sequence[Delivered], done: StepResult) -> None:
        """The good end. Raises LeaseLost."""
        listed = [picture.model_dump(mode="json", by_alias=True) for picture in pictures]
        values = {"state": "completed", "owner": None, "fraction": 1.0, "pictures": listed}
        with self._database.write() as connection:
            values["ended"] = self._database.now(connection)
            self._check(connection, claim, values)
            _keep(connection, claim.job, done)
            event = Completed(job_id=claim.job, ext_customer_id=claim.customer, pictures=tuple(pictures))
            append(self._database, connection, claim.job, event)

    def fail(self, claim: Lease, failure: Failure) -> None:
        """The other end. Raises LeaseLost."""
        with self._database.write() as connection:
            self._check(connection, claim, {"step": failure.step})
            record_failure(self._database, connection, claim.job, failure)

    def park(self, claim: Lease) -> None:
        """Give the job back unfinished: whoever runs next begins it anew. That counts as no attempt. Raises LeaseLost."""
        values = {"state": "queued", "owner": None, "lease": 0.0, "attempts": claim.attempt - 1}
        with self._database.write() as connection:
            self._check(connection, claim, values)

    def postpone(self, claim: Lease) -> None:
        """Give the job back after a fault that may pass; unlike ``park`` that counts as an attempt. Raises LeaseLost."""
        with self._database.write() as connection:
            self._check(connection, claim, {"state": "queued", "owner": None, "lease": 0.0})

    def _check(self, connection: Connection, claim: Lease, values: Mapping[str, object]) -> None:
        if connection.execute(update(JOBS).where(_mine(claim)).values(values)).rowcount != 1:
            raise LeaseLost(claim.job)

    def _fraction(self, connection: Connection, claim: Lease, fraction: float) -> float:
        before = connection.execute(select(_COLUMNS.fraction).where(_COLUMNS.id == claim.job)).scalar_one_or_none()
        return round(max(before or 0.0, min(1.0, fraction)), 4)


def _mine(claim: Lease) -> ColumnElement[bool]:
    return and_(
        _COLUMNS.id == claim.job,
        _COLUMNS.owner == claim.owner,
        _COLUMNS.attempts == claim.attempt,
        _COLUMNS.state == "running",
    )


def _keep(connection: Connection, job: str, done: StepResult) -> None:
    connection.execute(STEPS.delete().where(STEPS.c.job == job, STEPS.c.name == done.name))
    connection.execute(
        STEPS.insert().values(job=job, name=done.name, seconds=round(done.seconds, 3), picture=done.picture)
    )


def _hopeless(step: str | None, attempts: int) -> Failure:
    said = Message(
        "The program ended {attempts} times in the middle of this job; its log may say why.", attempts=attempts
    )
    return Failure(error="internal_error", message=said, step=step or NAMES[0], retryable=True)
