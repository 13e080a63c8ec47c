"""SQLite files: opened, checked, migrated, and read or written in whole transactions."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk, make_private_folder, move_aside
from catchlight.core.messages import Message
from catchlight.store.database.dialect import list_columns, read_clock
from catchlight.store.database.schema import Schema

PRAGMAS = ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL")
"""How every connection begins: it waits up to 30 s for another's lock, and what is committed is on the disk."""
KEPT_CONNECTIONS, MORE_CONNECTIONS = 5, 10
"""Of a process to a file: kept open, and made beyond these while they are needed. As many as were in use at once hold one or two
handles each for good: SQLite keeps the handle of a closed one for the next, lest the locks of the others go with it."""
_MAGIC = b"SQLite format 3\0"
_VERSION_AT = slice(60, 64)
"""Bytes of the ``user_version`` in a SQLite file's header (https://www.sqlite.org/fileformat.html, section 1.3)."""
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class DamagedFile(StorageFault):
    """A file that is no database any more, and for which there is no new one. It lies where the message says."""


class SilentSubscription:
    """A subscription that never hears anything."""

    def close(self) -> None:
        """There is nothing to end."""


class SqliteDatabase:
    """A SQLite file. Safe for several threads, and for several processes on one file."""

    def __init__(self, path: Path, schema: Schema, *, unit: Path | None = None, create: bool = True) -> None:
        """Opens the file, or makes it. Raises StorageFault, also for a file of a newer program, which is not touched.

        A damaged file is set aside, a new one made and this told in ``notices``. unit: the folder that is set aside with it;
        None: the file alone. create: False raises DamagedFile once the file is set aside, and StorageFault where it is missing.
        """
        self.path = path
        self.notices: tuple[Message, ...] = ()
        self._schema = schema
        if create:
            with disk(Message("create {path}", path=str(path.parent))):
                make_private_folder(path.parent)
                _make_private_file(path)
        elif not path.is_file():
            raise StorageFault(Message("There is no file {path}.", path=str(path)))
        try:
            self._open()
        except DatabaseError as fault:
            self._engine.dispose()
            if not _is_damage(fault):
                raise StorageFault(
                    Message("The file {path} cannot be opened: {why}.", path=str(path), why=str(fault.orig))
                ) from fault
            kept = _set_aside(path, unit or path)
            if not create:
                raise DamagedFile(
                    Message("The file {name} was damaged. It is kept as {kept}.", name=path.name, kept=str(kept))
                ) from fault
            self.notices = (
                Message(
                    "The file {name} was damaged; a new one is in use. The old one is kept: {kept}.",
                    name=path.name,
                    kept=str(kept),
                ),
            )
            path.parent.mkdir(mode=0o700, exist_ok=True)
            _make_private_file(path)
            self._open()
        except StorageFault:
            self._engine.dispose()
            raise

    @property
    def shared(self) -> bool:
        """A file belongs to one machine."""
        return False

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state. Raises StorageFault for what the database refuses."""
        with self._faults(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that holds the write lock from its beginning and is on the disk when it ends. Raises StorageFault."""
        with self._faults(), self._locked() as connection:
            yield connection

    def check(self) -> None:
        with self.read() as connection:
            connection.exec_driver_sql("PRAGMA user_version")

    def lock(self, connection: Connection, name: str) -> None:
        """Every ``write`` holds the lock of the whole file already."""

    def now(self, connection: Connection) -> float:
        return read_clock(connection)

    def notify(self, connection: Connection, channel: str, payload: str) -> None:
        """Nobody listens to a file: other processes look for what is new."""

    def listen(self, channel: str, heard: Callable[[str], object], missed: Callable[[], object]) -> SilentSubscription:
        return SilentSubscription()

    def _open(self) -> None:
        self._engine = connect(self.path)
        self._refuse_newer(stored_version(self.path))
        unclosed = _has_log(self.path)  # after a crash, or while another process is at it
        with self._locked() as connection:
            version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
            self._refuse_newer(version)
            if version == 0:
                self._schema.tables.create_all(connection)
            for migrate in self._schema.migrations[version - 1 :] if version else ():
                migrate(connection)
            if version != self._schema.version:
                connection.exec_driver_sql(f"PRAGMA user_version = {self._schema.version}")
            self._check(connection, thoroughly=unclosed)

    def _refuse_newer(self, version: int) -> None:
        if version > self._schema.version:
            raise StorageFault(
                Message("The file {path} was made by a newer Catchlight. Update the program.", path=str(self.path))
            )

    def _check(self, connection: Connection, thoroughly: bool) -> None:
        """Raises DatabaseError of SQLite's kind for damage. thoroughly: every page is looked at, which costs its reading."""
        for name, table in self._schema.tables.tables.items():
            lacking = sorted({column.name for column in table.columns} - list_columns(connection, name))
            if lacking:
                raise _damage(f"table {name} lacks {', '.join(lacking)}")
        if thoroughly:
            found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
            if found != "ok":
                raise _damage(found)

    @contextmanager
    def _locked(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(write=True) as connection, connection.begin():
            yield connection

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as fault:
            reason = getattr(fault, "orig", None) or str(fault).splitlines()[0]
            raise StorageFault(
                Message("The file {path} could not be used: {why}.", path=str(self.path), why=str(reason))
            ) from fault


def _make_private_file(path: Path) -> None:
    """An empty file for this user alone where there is none; SQLite gives its own files beside it the same permissions."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def connect(database: Path) -> Engine:
    """An engine over a SQLite file; a connection with the option ``write`` takes the write lock at once."""
    engine = create_engine(f"sqlite:///{database}", pool_size=KEPT_CONNECTIONS, max_overflow=MORE_CONNECTIONS)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy's BEGIN below is the only one
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def stored_version(path: Path) -> int:
    """``user_version`` of a file, read without a change to it or its log; 0 where there is none, or no SQLite file.

    Raises StorageFault.
    """
    if _has_log(path):
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
                return int(connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.DatabaseError:
            return 0  # whoever opens it to work with it is told what it is
    with disk(Message("read {path}", path=str(path))):
        if not path.is_file():
            return 0
        with path.open("rb") as file:
            head = file.read(_VERSION_AT.stop)
    if not head.startswith(_MAGIC) or len(head) < _VERSION_AT.stop:
        return 0
    return int.from_bytes(head[_VERSION_AT], "big")


def _has_log(path: Path) -> bool:
    """Whether SQLite's write-ahead log of the file holds anything: it is empty or gone after the last one has closed it."""
    log = path.with_name(path.name + "-wal")
    return log.is_file() and log.stat().st_size > 0


def _is_damage(fault: DatabaseError) -> bool:
    code = getattr(fault.orig, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _DAMAGE  # the low byte of an extended code is its kind


def _damage(found: str) -> DatabaseError:
    reason = sqlite3.DatabaseError(found)
    reason.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return DatabaseError(None, None, reason)


def _set_aside(path: Path, unit: Path) -> Path:
    """Move a damaged file, or the folder that it belongs to, out of the way with SQLite's own files beside it."""
    kept = move_aside(unit)
    if unit == path:
        for suffix in ("-wal", "-shm"):
            with disk(Message("move {path} aside", path=f"{path}{suffix}")):
                if (rest := path.with_name(path.name + suffix)).exists():
                    rest.rename(kept.with_name(kept.name + suffix))
    return kept
