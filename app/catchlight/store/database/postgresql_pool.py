"""Connections to PostgreSQL: one pool a process and address, whose connections notice a server that is gone."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine, create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message

if TYPE_CHECKING:
    import psycopg

KEPT_CONNECTIONS, MORE_CONNECTIONS = 4, 12
"""Of a process: kept open, and made beyond these while they are needed. PostgreSQL allows 100 in all unless told otherwise."""
POOL_SECONDS = 10
"""How long somebody waits for a connection when all are in use."""
_CONNECT: dict[str, int | str] = {
    "application_name": "catchlight",
    "client_encoding": "UTF8",
    "connect_timeout": 5,
    # A server that vanished without a word is noticed after 5 + 3 * 3 = 14 s: by probes of a connection that waits for its
    # answer, and by data that is not acknowledged.
    "keepalives": 1, "keepalives_idle": 5, "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": 14_000,
}  # fmt: skip
_LIMITS = "-c statement_timeout=30s -c lock_timeout=15s -c idle_in_transaction_session_timeout=60s"
"""No statement here takes a second; one that waits for longer than half a minute is given up with its locks, and so is the
transaction of a process that was stopped in the middle."""


@dataclass(frozen=True)
class PostgresAddress:
    """Where a database is. Its text has neither the password nor the options."""

    url: URL

    @classmethod
    def parse(cls, url: str) -> PostgresAddress:
        """Raises StorageFault, in which nothing of the URL is repeated: a password may stand anywhere in a wrong one."""
        try:
            return cls(make_url(url).set(drivername="postgresql+psycopg"))
        except (ArgumentError, ValueError):
            raise StorageFault(
                Message(
                    "The address of the database is not understood. Write postgresql://user@host/database; characters such as "
                    "/ or @ in a password are written %2F and %40, or the password is left to ~/.pgpass."
                )
            ) from None

    @property
    def hosts(self) -> tuple[str, ...]:
        """Several where the database has a stand-by: the one that can be written to is used."""
        named = self.url.query.get("host", self.url.host or "")
        return tuple(named.split(",") if isinstance(named, str) else named)

    def __str__(self) -> str:
        user = f"{self.url.username}@" if self.url.username else ""
        port = f":{self.url.port}" if self.url.port else ""
        return f"postgresql://{user}{','.join(self.hosts)}{port}/{self.url.database or ''}"

    def connect_arguments(self) -> dict[str, Any]:
        """For psycopg's ``connect``; what the URL says goes before what is said here."""
        asked = self.url.query
        given: dict[str, Any] = {name: value for name, value in _CONNECT.items() if name not in asked}
        given["options"] = f"{_LIMITS} {asked.get('options', '')}".strip()
        if len(self.hosts) > 1 and "target_session_attrs" not in asked:
            given["target_session_attrs"] = "read-write"
        return given

    def psycopg_arguments(self) -> dict[str, Any]:
        """For those who connect without SQLAlchemy; the password is among them where the URL has one."""
        _, named = self.url.get_dialect()().create_connect_args(self.url)
        return {**named, **self.connect_arguments()}

    def connect(self) -> psycopg.Connection[Any]:
        """A connection outside the pool that commits by itself. Raises psycopg.Error."""
        import psycopg

        return psycopg.connect(**self.psycopg_arguments(), autocommit=True)


class PostgresPool:
    """The pool of an address, which all its users in this process share; the last one to ``leave`` closes it."""

    _lock = threading.Lock()
    _open: dict[tuple[int, URL], tuple[Engine, int]] = {}  # noqa: RUF012 - of the process

    def __init__(self, address: PostgresAddress) -> None:
        self.address = address
        self._key = (os.getpid(), address.url)  # a fork must not write into its parent's connections
        with self._lock:
            engine, users = self._open.get(self._key) or (_make_engine(address), 0)
            self._open[self._key] = engine, users + 1
        self.engine = engine
        self._left = False

    def leave(self) -> None:
        with self._lock:
            if self._left:
                return
            self._left = True
            engine, users = self._open.pop(self._key)
            if users > 1:
                self._open[self._key] = engine, users - 1
                return
        engine.dispose()


def _make_engine(address: PostgresAddress) -> Engine:
    return create_engine(
        address.url, connect_args=address.connect_arguments(), pool_pre_ping=True, pool_use_lifo=True,
        pool_size=KEPT_CONNECTIONS, max_overflow=MORE_CONNECTIONS, pool_timeout=POOL_SECONDS,
    )  # fmt: skip
