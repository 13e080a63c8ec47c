"""The list of jobs: taking them in, looking at them, calling them off, forgetting the old ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.core.messages import Message, mark
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.store.database.database import Database
from catchlight.store.database.dialect import insert_if_absent
from catchlight.store.ids import uuid7
from catchlight.store.jobs.events import Event, Failed, NumberedEvent, Registered, read_event
from catchlight.store.jobs.job import Failure, Job, QueueFull, StepView
from catchlight.store.jobs.owners import life_of
from catchlight.store.jobs.schema import CUSTOMERS, EVENTS, JOBS, REQUESTS, STEPS, UNDER_WAY

ACTIVE = ("queued", "running")
KEPT_ENDED = 5000
"""Ended jobs that are kept at most, however young."""
_COLUMNS = JOBS.c
_UNDER_WAY = mark(
    "The job {job} of this picture is under way with another wish ({names} differ). Wait for its end or cancel it, then ask "
    "again."
)
_SAME_KEY = mark(
    "The job {job} was asked for under this Idempotency-Key with another wish ({names} differ). Use a new key."
)


class JobStore:
    """Jobs for whoever asks for them; ``claims`` is the side of those who do them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def submit(
        self,
        generation: str,
        source: str,
        params: ProfilePictureParams,
        limit: int,
        request: str | None = None,
        client: str | None = None,
    ) -> str:
        """The id of the job for a generation: the one that is under way with the same wish, else a new one, registered.

        source: digest of the picture that the generation goes back to. limit: jobs under way at most; where several servers
        take jobs in at one moment, each may take one more. request: the caller's name of this asking; asked again under the same
        name, the job is the same even when it has ended. client: whose it is.
        Raises QueueFull, and InvalidRequest where the job that there is has another wish.
        """
        with self._database.write() as connection:
            self._database.lock(connection, f"submit/{generation}")  # others' jobs need not wait for each other
            found = _given(connection, generation, request)
            if found is None:
                mine = (_COLUMNS.generation == generation) & _COLUMNS.state.in_(ACTIVE)
                active = connection.execute(select(_COLUMNS.id).where(mine)).scalar_one_or_none()
                if active is not None:
                    _check_wish(connection, active, params, _UNDER_WAY)
                found = active or self._registered(connection, generation, source, params, limit, client)
                if request is not None:
                    connection.execute(REQUESTS.insert().values(generation=generation, name=request, job=found))
            else:
                _check_wish(connection, found, params, _SAME_KEY)
            return found

    def newest(self, generation: str) -> str | None:
        """The last job of a generation, ended or not."""
        query = select(func.max(_COLUMNS.id)).where(_COLUMNS.generation == generation)
        with self._database.read() as connection:
            return connection.execute(query).scalar_one_or_none()

    def client_of(self, job: str) -> str | None:
        """Whose the job is. Raises UnknownEntry ``unknown_job``."""
        with self._database.read() as connection:
            found: str | None = self._known(connection, job).client
        return found

    def generation_of(self, job: str) -> str | None:
        with self._database.read() as connection:
            return connection.execute(select(_COLUMNS.generation).where(_COLUMNS.id == job)).scalar_one_or_none()

    def events(self, job: str, after: int = 0) -> tuple[NumberedEvent, ...]:
        """What a job has told after the event of that number, in order. Raises UnknownEntry ``unknown_job``."""
        query = select(EVENTS.c.number, EVENTS.c.data).order_by(EVENTS.c.number)
        with self._database.read() as connection:
            rows = connection.execute(query.where(EVENTS.c.job == job, EVENTS.c.number > after)).all()
            if not rows:
                self._known(connection, job)
        return tuple(NumberedEvent(row.number, read_event(row.data)) for row in rows)

    def ended(self, job: str) -> bool:
        """Whether the job tells nothing more. Raises UnknownEntry ``unknown_job``."""
        with self._database.read() as connection:
            return self._known(connection, job).state not in ACTIVE

    def told_since(self, place: int) -> tuple[int, frozenset[str]]:
        """The place of the last event of all, and the jobs that have told something after ``place``.

        Places are in the order of commits only in a file: of a database that is shared, ``Database.listen`` tells.
        """
        query = select(EVENTS.c.place, EVENTS.c.job).where(EVENTS.c.place > place)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return max((row.place for row in rows), default=place), frozenset(row.job for row in rows)

    def last_place(self) -> int:
        with self._database.read() as connection:
            return int(connection.execute(select(func.coalesce(func.max(EVENTS.c.place), 0))).scalar_one())

    def job(self, job: str) -> Job:
        """Raises UnknownEntry ``unknown_job``."""
        with self._database.read() as connection:
            row = self._known(connection, job)
            query = select(STEPS.c.name, STEPS.c.seconds, STEPS.c.picture.is_not(None)).where(STEPS.c.job == job)
            done = {name: (seconds, pictured) for name, seconds, pictured in connection.execute(query)}
        return _job(row, done)

    def by_state(self) -> dict[str, int]:
        """How many jobs are kept in each state."""
        with self._database.read() as connection:
            rows = connection.execute(select(_COLUMNS.state, func.count()).group_by(_COLUMNS.state)).all()
        return {str(state): int(count) for state, count in rows}

    def picture(self, job: str, step: str) -> bytes:
        """The small picture of what a step made, PNG or JPEG. Raises UnknownEntry ``unknown_job``."""
        query = select(STEPS.c.picture).where(STEPS.c.job == job, STEPS.c.name == step)
        with self._database.read() as connection:
            self._known(connection, job)
            data = connection.execute(query).scalar_one_or_none()
        if data is None:
            raise UnknownEntry("job", f"{job}/{step}")
        return bytes(data)

    def cancel(self, job: str) -> None:
        """Call a job off: at once where nobody works on it, else at the worker's next look. An ended job stays as it is.

        Raises UnknownEntry ``unknown_job``.
        """
        with self._database.write() as connection:
            row = self._known(connection, job, for_update=True)
            if row.state not in ACTIVE:
                return
            life = "unknown" if self._database.shared else life_of(row.owner or "")
            leased = row.lease > self._database.now(connection)
            if row.state == "running" and (life == "alive" or (life == "unknown" and leased)):
                connection.execute(update(JOBS).where(_COLUMNS.id == job).values(cancelling=1))
                return
            record_failure(self._database, connection, job, cancellation(row.step))

    def under_way(self) -> int:
        """Jobs that wait or run."""
        with self._database.read() as connection:
            return self._under_way(connection)

    def prune(self, keep_days: float) -> int:
        """Forget ended jobs with all they told: older ones, and those beyond ``KEPT_ENDED``. Returns how many."""
        ended = _COLUMNS.state.not_in(ACTIVE)
        with self._database.write() as connection:
            self._database.lock(connection, "prune")
            oldest = self._database.now(connection) - keep_days * 86400
            newest = select(_COLUMNS.id).where(ended).order_by(_COLUMNS.id.desc()).limit(KEPT_ENDED)
            stale = ended & ((_COLUMNS.ended < oldest) | _COLUMNS.id.not_in(newest))
            gone = list(connection.execute(select(_COLUMNS.id).where(stale)).scalars())
            for table, column in (
                (EVENTS, EVENTS.c.job), (STEPS, STEPS.c.job), (REQUESTS, REQUESTS.c.job), (JOBS, _COLUMNS.id),
            ):  # fmt: skip
                for start in range(0, len(gone), 500):
                    connection.execute(table.delete().where(column.in_(gone[start : start + 500])))
        return len(gone)

    def _registered(
        self,
        connection: Connection,
        generation: str,
        source: str,
        params: ProfilePictureParams,
        limit: int,
        client: str | None,
    ) -> str:
        before = self._under_way(connection)
        if before >= limit:
            raise QueueFull(
                Message("{count} jobs are waiting already, which is the limit; try again later.", count=before)
            )
        job = f"job_{uuid7():032x}"
        remembered = source if client is None else f"{client}/{source}"
        customer = _customer(connection, remembered, params.ext_cust_id)
        connection.execute(
            JOBS.insert().values(
                id=job, generation=generation, source=source,
                customer=customer, state="queued", fraction=0.0, attempts=0, lease=0.0, cancelling=0, pictures=[],
                parameters=_written(params), client=client,
                created=datetime.now(UTC).isoformat(),
            )
        )  # fmt: skip
        append(self._database, connection, job, Registered(job_id=job, generation_id=generation, position=before))
        return job

    def _under_way(self, connection: Connection) -> int:
        query = select(func.count()).select_from(JOBS).where(UNDER_WAY)
        return int(connection.execute(query).scalar_one())

    def _known(self, connection: Connection, job: str, for_update: bool = False) -> Row[Any]:
        query = select(JOBS).where(_COLUMNS.id == job)
        row = connection.execute(query.with_for_update() if for_update else query).one_or_none()
        if row is None:
            raise UnknownEntry("job", job[:80])
        return row


CHANNEL = "catchlight_jobs"
"""Where a job's id is told when it has a new event."""


def append(database: Database, connection: Connection, job: str, event: Event) -> int:
    """Store an event under the job's next number, which is returned, and tell who listens.

    Whoever calls it has inserted, changed or locked the job's row in this transaction, so that one appends at a time.
    """
    last = connection.execute(select(func.max(EVENTS.c.number)).where(EVENTS.c.job == job)).scalar_one()
    number = (last or 0) + 1
    connection.execute(EVENTS.insert().values(job=job, number=number, data=event.model_dump_json(by_alias=True)))
    database.notify(connection, CHANNEL, job)
    return number


def record_failure(database: Database, connection: Connection, job: str, failure: Failure) -> None:
    """The end of a job that did not succeed, with its event."""
    ended = database.now(connection)
    values = {"state": "failed", "owner": None, "ended": ended, "failure": failure.model_dump(mode="json")}
    connection.execute(update(JOBS).where(_COLUMNS.id == job).values(values))
    append(database, connection, job, Failed(job_id=job, **failure.model_dump()))


def cancellation(step: str | None) -> Failure:
    said = Message("The job was cancelled. Ask for it again to begin anew.")
    return Failure(error="cancelled", message=said, step=step or NAMES[0], retryable=True)


def _written(params: ProfilePictureParams) -> dict[str, Any]:
    """A wish as it is kept."""
    return params.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _check_wish(connection: Connection, job: str, params: ProfilePictureParams, said: str) -> None:
    """Raises InvalidRequest where the job's wish is not this one: nobody gets the pictures that another has asked for."""
    kept = connection.execute(select(_COLUMNS.parameters).where(_COLUMNS.id == job)).scalar_one_or_none()
    wished = _written(params)
    if kept is not None and kept != wished:
        names = sorted(name for name in kept.keys() | wished.keys() if kept.get(name) != wished.get(name))
        raise InvalidRequest(Message(said, job=job, names=names))


def _given(connection: Connection, generation: str, request: str | None) -> str | None:
    """The job that a request was given before."""
    query = select(REQUESTS.c.job).where(REQUESTS.c.generation == generation, REQUESTS.c.name == request)
    return connection.execute(query).scalar_one_or_none()


def _customer(connection: Connection, source: str, given: str | None) -> str:
    """The customer of a source picture: the caller's word, what was remembered, or a new one; remembered from now on."""
    query = select(CUSTOMERS.c.customer).where(CUSTOMERS.c.source == source)
    new = given or f"cust_{uuid7():032x}"
    if insert_if_absent(connection, CUSTOMERS, {"source": source, "customer": new}):
        return new
    known = connection.execute(query).scalar_one()
    if given is not None and given != known:
        connection.execute(update(CUSTOMERS).where(CUSTOMERS.c.source == source).values(customer=given))
    return str(given or known)


def _job(row: Row[Any], done: dict[str, tuple[float, bool]]) -> Job:
    def step(index: int, name: str) -> StepView:
        seconds, picture = done.get(name, (None, False))
        state = "done" if name in done else "waiting"
        if name == row.step and row.state in ("running", "failed"):
            state = row.state
        return StepView.model_validate(
            {"name": name, "index": index, "state": state, "seconds": seconds, "picture": picture}
        )

    names: Sequence[str] = NAMES
    return Job.model_validate(
        {
            "job_id": row.id, "generation_id": row.generation, "ext_customer_id": row.customer, "state": row.state,
            "step": row.step, "fraction": row.fraction, "attempts": row.attempts, "created": row.created,
            "parameters": row.parameters, "pictures": row.pictures, "failure": row.failure,
            "steps": [step(index, name) for index, name in enumerate(names, 1)],
        }
    )  # fmt: skip
