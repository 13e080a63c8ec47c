"""Requests by the names that their callers gave them, so that one that is asked twice is done once.

Reference: IETF draft "The Idempotency-Key HTTP Header Field" (draft-ietf-httpapi-idempotency-key-header).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    and_,
    select,
    update,
)

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.store.database.database import Database
from catchlight.store.database.schema import Schema
from catchlight.store.ids import generation_id
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.jobs.owners import life_of, this_owner

FILE = "requests.sqlite3"
KEPT_SECONDS = 24 * 3600.0
LEASE_SECONDS = 10.0
"""How long a request belongs to whoever works on it, unrenewed: so soon after a server died another takes it over."""
METADATA = MetaData()
_KEYS = Table(
    "idempotency_keys",
    METADATA,
    Column("owner", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("digest", String, nullable=False),
    Column("generation", String, nullable=False),
    Column("done", Integer, nullable=False),
    Column("worker", String, nullable=False),
    Column("lease", Float, nullable=False),
    Column("created", Float, nullable=False),
    Index("idempotency_keys_created", "created"),
)
SCHEMA = Schema(METADATA, name="idempotency")
_COLUMNS = _KEYS.c


@dataclass(frozen=True)
class NamedRequest:
    """A request under its caller's name. owner: name of the token, empty for whoever the server belongs to. digest: of all
    that decides its answer.
    """

    owner: str
    key: str
    digest: str


@dataclass(frozen=True)
class RequestClaim:
    """A request that is the caller's to do. generation: the id that its result is to have, the same for whoever tries."""

    request: NamedRequest
    generation: str
    worker: str


@dataclass(frozen=True)
class RequestDone:
    """A request that was done before; its result is kept under this id."""

    generation: str


class RequestAtWork(Exception):
    """Somebody else is at the request: wait, and look again."""


class RequestKeys:
    """Named requests of all servers that share a database. Safe for several threads, processes and machines.

    The id of a request's result is chosen when it is first taken up, and stays: whoever takes over from a server that died
    finds the result where there is one, and otherwise makes it under the same id, of which the store of generations takes one.
    """

    def __init__(self, open_database: Callable[[], Database], lease: float = LEASE_SECONDS) -> None:
        """open_database: called when the first key comes; without keys nothing is opened."""
        self._open, self.lease = open_database, lease
        self._lock = threading.Lock()
        self._opened: Database | None = None

    def look(self, request: NamedRequest) -> RequestDone | None:
        """Its outcome; None where it can be taken up. Raises InvalidRequest where another request has its name, RequestAtWork."""
        database = self._database()
        with database.read() as connection:
            return self._judged(connection, database, request)

    def claim(self, request: NamedRequest) -> RequestClaim | RequestDone:
        """Take it up, unless it is done. Raises as ``look``."""
        database = self._database()
        with database.write() as connection:
            database.lock(connection, f"{request.owner}/{request.key}")
            done = self._judged(connection, database, request)
            if done is not None:
                return done
            now = database.now(connection)
            connection.execute(_KEYS.delete().where(_COLUMNS.created < now - KEPT_SECONDS))
            known = select(_COLUMNS.generation).where(_of(request))
            generation: str | None = connection.execute(known).scalar_one_or_none()
            worker = this_owner()
            taken = {"worker": worker, "lease": now + self.lease}
            if generation is None:
                generation = generation_id()
                values = {
                    "owner": request.owner,
                    "key": request.key,
                    "digest": request.digest,
                    "created": now,
                    "done": 0,
                }
                connection.execute(_KEYS.insert().values(**values, generation=generation, **taken))
            else:
                connection.execute(update(_KEYS).where(_of(request)).values(taken))
            return RequestClaim(request, generation, worker)

    def renew(self, claim: RequestClaim) -> None:
        """Keep it for another lease. Raises LeaseLost: it went to somebody else, or has ended."""
        database = self._database()
        with database.write() as connection:
            values = {"lease": database.now(connection) + self.lease}
            if connection.execute(update(_KEYS).where(_mine(claim)).values(values)).rowcount != 1:
                raise LeaseLost(claim.generation)

    def complete(self, claim: RequestClaim) -> None:
        """The result is stored under the claim's id."""
        with self._database().write() as connection:
            connection.execute(update(_KEYS).where(_mine(claim)).values(done=1))

    def release(self, claim: RequestClaim) -> None:
        """It came to nothing: whoever asks next takes it up, without waiting for the lease to end."""
        with self._database().write() as connection:
            connection.execute(update(_KEYS).where(_mine(claim)).values(lease=0.0))

    def forget(self, request: NamedRequest, generation: str) -> None:
        """The result of that id is not there any more: whoever asks next begins anew."""
        with self._database().write() as connection:
            connection.execute(_KEYS.delete().where(_of(request), _COLUMNS.generation == generation))

    def close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened.close()

    def _judged(self, connection: Connection, database: Database, request: NamedRequest) -> RequestDone | None:
        row = connection.execute(select(_KEYS).where(_of(request))).one_or_none()
        now = database.now(connection)
        if row is None or row.created < now - KEPT_SECONDS:
            return None
        if row.digest != request.digest:
            raise InvalidRequest(
                Message(
                    "The picture {generation} was asked for under this Idempotency-Key with another wish. Use a new key.",
                    generation=row.generation,
                )
            )
        if row.done:
            return RequestDone(row.generation)
        if row.lease > now and (database.shared or life_of(row.worker) != "dead"):
            raise RequestAtWork
        return None

    def _database(self) -> Database:
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
            return self._opened


def _of(request: NamedRequest) -> ColumnElement[bool]:
    return and_(_COLUMNS.owner == request.owner, _COLUMNS.key == request.key)


def _mine(claim: RequestClaim) -> ColumnElement[bool]:
    return and_(
        _of(claim.request), _COLUMNS.generation == claim.generation, _COLUMNS.worker == claim.worker, _COLUMNS.done == 0
    )
