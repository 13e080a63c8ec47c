"""PostgreSQL: one database that all servers and workers of a studio share."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, create_engine, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.store.database.schema import Schema

SCHEMES = ("postgresql", "postgres")
CONNECT_SECONDS = 5
_VERSIONS = Table(
    "catchlight_schemas",
    MetaData(),
    Column("name", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("compatible", Integer),
)
"""Which version the tables of each schema have, and the oldest version of the program's that may still use them."""


class PostgresDatabase:
    """The tables of one schema in a PostgreSQL database. Safe for several threads, processes and machines."""

    def __init__(self, url: str, schema: Schema) -> None:
        """Makes the tables where they are missing, or brings them to their present version.

        url: ``postgresql://user:password@host/database``. Raises StorageFault: no such server, the extra ``lab`` is not
        installed, or tables of a newer program that this one may not use.
        """
        if importlib.util.find_spec("psycopg") is None:
            raise StorageFault(
                Message('PostgreSQL needs psycopg. Install it with python -m pip install "catchlight[lab]".')
            )
        try:
            address = make_url(url).set(drivername="postgresql+psycopg")
        except ArgumentError as fault:
            raise StorageFault(
                Message("The address of the database is not understood. Write postgresql://user@host/database.")
            ) from fault
        self.notices: tuple[Message, ...] = ()
        self.address = address.render_as_string(hide_password=True)
        self._schema = schema
        self._engine = create_engine(
            address, pool_pre_ping=True, pool_size=8, max_overflow=8,
            connect_args={"connect_timeout": CONNECT_SECONDS, "application_name": f"catchlight {schema.name}"},
        )  # fmt: skip
        try:
            with self.write() as connection:
                self._prepare(connection)
        except StorageFault:
            self._engine.dispose()
            raise

    @property
    def shared(self) -> bool:
        return True

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self._faults(), self._engine.connect() as connection:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            with connection.execution_options(**options).begin():
                yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        with self._faults(), self._engine.begin() as connection:
            yield connection

    def lock(self, connection: Connection, name: str) -> None:
        connection.execute(select(func.pg_advisory_xact_lock(_number(f"{self._schema.name}/{name}"))))

    def now(self, connection: Connection) -> float:
        return float(connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one())

    def notify(self, connection: Connection, channel: str, payload: str) -> None:
        connection.execute(select(func.pg_notify(channel, payload)))

    def close(self) -> None:
        self._engine.dispose()

    def _prepare(self, connection: Connection) -> None:
        """One process at a time makes or migrates the tables."""
        connection.execute(select(func.pg_advisory_xact_lock(_number("catchlight_schemas"))))
        _VERSIONS.create(connection, checkfirst=True)
        mine = _VERSIONS.c.name == self._schema.name
        found = connection.execute(select(_VERSIONS).where(mine)).one_or_none()
        values = {"version": self._schema.version, "compatible": self._schema.compatible}
        if found is None:
            self._schema.tables.create_all(connection)
            connection.execute(insert(_VERSIONS).values(name=self._schema.name, **values))
        elif found.version < self._schema.version:
            for migrate in self._schema.migrations[found.version - 1 :]:
                migrate(connection)
            connection.execute(update(_VERSIONS).where(mine).values(values))
        elif found.version > self._schema.version and (
            found.compatible is None or found.compatible > self._schema.version
        ):
            raise StorageFault(
                Message("The database {path} was made by a newer Catchlight. Update the program.", path=self.address)
            )

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as fault:
            reason = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0]
            raise StorageFault(
                Message("The database {path} could not be used: {why}.", path=self.address, why=reason)
            ) from fault


def _number(name: str) -> int:
    """An advisory lock's 64 bit key from a name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
