"""PostgreSQL: one database that all servers and workers of a lab share."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.core.retry import RetryPolicy, Transient
from catchlight.core.storage_faults import count_fault
from catchlight.store.database.dialect import read_clock
from catchlight.store.database.postgresql_pool import KEPT_CONNECTIONS, MORE_CONNECTIONS, PostgresAddress, PostgresPool
from catchlight.store.database.schema import Schema
from catchlight.store.database.subscription import PostgresSubscription
from catchlight.store.database.versions import check_writable, lock_number, prepare_tables

SCHEMES = ("postgresql", "postgres")
_LOCK_NOT_AVAILABLE, _NO_PRIVILEGE, _READ_ONLY = "55P03", "42501", "25006"
"""Codes of PostgreSQL's errors (https://www.postgresql.org/docs/current/errcodes-appendix.html)."""
_MIGRATING = RetryPolicy(attempts=8, first=0.5, longest=4.0)
"""A migration lets others pass between its attempts; after about half a minute it is given up."""
_READ = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}


class PostgresDatabase:
    """The tables of one schema in a PostgreSQL database. Safe for several threads, processes and machines.

    Every transaction raises StorageFault where the server is away, and works again when it is back.
    """

    def __init__(self, url: str, schema: Schema) -> None:
        """Makes the tables where they are missing, or brings them to their present version.

        url: ``postgresql://user:password@host/database``. Raises StorageFault: no such server, the extra ``lab`` is not
        installed, a database that is not ours or cannot be written to, or tables of a newer program that this one may not use.
        """
        if importlib.util.find_spec("psycopg") is None:
            raise StorageFault(
                Message('PostgreSQL needs psycopg. Install it with python -m pip install "catchlight[lab]".')
            )
        self.notices: tuple[Message, ...] = ()
        self._schema = schema
        self._pool = PostgresPool(PostgresAddress.parse(url))
        self.address = str(self._pool.address)
        try:
            _MIGRATING.call(self._prepare)
        except StorageFault:
            self.close()
            raise

    @property
    def shared(self) -> bool:
        return True

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self._faults(), self._pool.engine.connect() as connection, connection.execution_options(**_READ).begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        with self._faults(), self._pool.engine.begin() as connection:
            yield connection

    def check(self) -> None:
        with self.write() as connection:
            check_writable(connection, self.address)

    def lock(self, connection: Connection, name: str) -> None:
        connection.execute(select(func.pg_advisory_xact_lock(lock_number(f"{self._schema.name}/{name}"))))

    def now(self, connection: Connection) -> float:
        return read_clock(connection)

    def notify(self, connection: Connection, channel: str, payload: str) -> None:
        connection.execute(select(func.pg_notify(channel, payload)))

    def listen(
        self, channel: str, heard: Callable[[str], object], missed: Callable[[], object]
    ) -> PostgresSubscription:
        return PostgresSubscription(self._pool.address.connect, channel, heard, missed)

    def close(self) -> None:
        self._pool.leave()

    def _prepare(self) -> None:
        try:
            with self.write() as connection:
                prepare_tables(connection, self._schema, self.address)
        except StorageFault as fault:
            if _code(fault.__cause__) == _LOCK_NOT_AVAILABLE:
                raise Transient(fault) from fault.__cause__
            raise

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as fault:
            count_fault("database")
            raise StorageFault(self._refusal(fault)) from fault

    def _refusal(self, fault: SQLAlchemyError) -> Message:
        """What is said of a fault; never values of a statement, which may be personal."""
        if isinstance(fault, PoolExhausted):
            count = KEPT_CONNECTIONS + MORE_CONNECTIONS
            return Message(
                "All {count} connections of this process to {path} are in use.", count=count, path=self.address
            )
        if not isinstance(fault, DBAPIError) or fault.orig is None:
            return Message("The database {path} could not be used: {why}.", path=self.address, why=type(fault).__name__)
        code, lines = _code(fault), [line.strip() for line in str(fault.orig).splitlines() if line.strip()]
        why = (lines[0] if code else " ".join(lines)).rstrip(".")[
            :600
        ]  # further lines of a statement's error show values
        if code == _NO_PRIVILEGE:
            return Message(
                "The database {path} does not allow it: {why}. Its user must own the tables, or have the right to make them "
                "(GRANT CREATE ON SCHEMA public).",
                path=self.address,
                why=why,
            )
        if code == _READ_ONLY:
            return Message("The database {path} can only be read now: {why}.", path=self.address, why=why)
        return Message("The database {path} could not be used: {why}.", path=self.address, why=why)


def _code(fault: BaseException | None) -> str:
    """PostgreSQL's code of an error; empty where the server did not answer with one."""
    found = getattr(getattr(fault, "orig", None), "sqlstate", None)
    return found if isinstance(found, str) else ""
