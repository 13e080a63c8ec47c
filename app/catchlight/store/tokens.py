"""Tokens of a service's clients: who may do what under which name.

Only digests are kept; a token is shown once, when it is made.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Column, Integer, MetaData, Row, String, Table, func, select, update

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.suggest import close_matches
from catchlight.store.database.dialect import insert_if_absent
from catchlight.store.database.opening import open_database
from catchlight.store.database.schema import Schema
from catchlight.store.token_scopes import REQUESTS_A_MINUTE, SCOPES, USUAL_SCOPES

PREFIX = "cl_"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_METADATA = MetaData()
_TOKENS = Table(
    "tokens",
    _METADATA,
    Column("name", String, primary_key=True),
    Column("digest", String, nullable=False, unique=True),
    Column("scopes", JSON, nullable=False),
    Column("rate", Integer, nullable=False),
    Column("created", String, nullable=False),
    Column("revoked", String),
)
SCHEMA = Schema(_METADATA, name="tokens")
_COLUMNS = _TOKENS.c


@dataclass(frozen=True)
class ClientToken:
    """A client of the service. rate: requests a minute. revoked: when; None while the token is good."""

    name: str
    scopes: frozenset[str]
    rate: int
    created: datetime
    revoked: datetime | None = None


class ClientTokens:
    """The tokens of a home, or of the servers of a lab. Safe for several threads and processes."""

    def __init__(self, path: Path, database: str = "") -> None:
        """Opens the file or makes it. A damaged one is set aside, told in ``notices``, and locks the service until there are
        new tokens. database: the URL of the one that takes the file's place. Raises StorageFault.
        """
        self._database = open_database(database, path, SCHEMA)
        self.notices = self._database.notices
        if self.notices:
            self.revoke(self._lock())

    def close(self) -> None:
        self._database.close()

    def add(self, name: str, scopes: Collection[str] = USUAL_SCOPES, rate: int = REQUESTS_A_MINUTE) -> str:
        """A new token, which nothing can show again. A name stays taken after its token was revoked: pictures belong to it.

        name: 1 to 64 of a-z, 0-9, dot, hyphen and underscore. rate: requests a minute, at least 1. Raises InvalidRequest.
        """
        _check(name, scopes, rate)
        token = f"{PREFIX}{secrets.token_urlsafe(32)}"
        row = {
            "name": name, "digest": _digest(token), "scopes": sorted(set(scopes)), "rate": rate, "created": _now(),
        }  # fmt: skip
        with self._database.write() as connection:
            if not insert_if_absent(connection, _TOKENS, row):
                raise InvalidRequest(
                    Message("There is a token {name!r} already, or there was one. Choose another name.", name=name)
                )
        return token

    def _lock(self) -> str:
        """A token that nobody has, so that there was one; gives its name."""
        name = f"damaged-{datetime.now(UTC):%Y%m%d%H%M%S}"
        self.add(name)
        return name

    def all(self) -> tuple[ClientToken, ...]:
        """All that were ever made, by name."""
        with self._database.read() as connection:
            return tuple(_client(row) for row in connection.execute(select(_TOKENS).order_by(_COLUMNS.name)))

    def revoke(self, name: str) -> None:
        """From now on the token is nobody's. Raises InvalidRequest where there is none, or it was revoked before."""
        known = [client.name for client in self.all() if client.revoked is None]
        good = (_COLUMNS.name == name) & _COLUMNS.revoked.is_(None)
        with self._database.write() as connection:
            if connection.execute(update(_TOKENS).where(good).values(revoked=_now())).rowcount != 1:
                near = close_matches(name, known, n=3, cutoff=0.4)
                raise InvalidRequest(
                    Message("There is no token {name!r}. Did you mean {near}?", name=name[:80], near=near)
                    if near
                    else Message("There is no token {name!r}.", name=name[:80])
                )

    def find(self, token: str) -> ClientToken | None:
        """Whose token this is; None for one that was never made, or was revoked."""
        query = select(_TOKENS).where(_COLUMNS.digest == _digest(token), _COLUMNS.revoked.is_(None))
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else _client(row)

    @property
    def ever_made(self) -> bool:
        """Whether one was ever made: from then on the service asks for tokens, also when the last one was revoked."""
        with self._database.read() as connection:
            return bool(connection.execute(select(func.count()).select_from(_TOKENS)).scalar_one())


def _check(name: str, scopes: Collection[str], rate: int) -> None:
    """Raises InvalidRequest for a name, a scope or a rate that is none."""
    if not _NAME.fullmatch(name):
        raise InvalidRequest(
            Message(
                "{name!r} is no name of a token: use 1 to 64 of a-z, 0-9, dot, hyphen and underscore.", name=name[:80]
            )
        )
    wrong = [scope for scope in scopes if scope not in SCOPES]
    if wrong or not scopes:
        raise InvalidRequest(
            Message("There is no scope {scope!r}; known are {known}.", scope=", ".join(wrong)[:80], known=list(SCOPES))
        )
    if rate < 1:
        raise InvalidRequest(Message("A token must allow at least one request a minute."))


def _digest(token: str) -> str:
    """SHA-256 is enough: a token is 256 bits of chance, which no list of likely ones holds."""
    return hashlib.sha256(token.encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _client(row: Row[Any]) -> ClientToken:
    revoked = None if row.revoked is None else datetime.fromisoformat(row.revoked)
    return ClientToken(row.name, frozenset(row.scopes), row.rate, datetime.fromisoformat(row.created), revoked)
