"""The file that jobs are kept in: opened, checked, and read or written in whole transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk, move_aside
from catchlight.core.messages import Message
from catchlight.store.generation_schema import connect
from catchlight.store.jobs.schema import JOBS, METADATA, VERSION

FILE = "jobs.sqlite3"


class Database:
    """One folder's jobs. Safe for several threads, and for several processes on one folder."""

    def __init__(self, folder: Path) -> None:
        """Opens or makes the file; a damaged one is kept aside and said in ``notices``. Raises StorageFault."""
        self._folder = folder
        self.notices: tuple[Message, ...] = ()
        with disk(Message("create {path}", path=str(folder))):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._prepare()
        except DatabaseError as fault:
            self.engine.dispose()
            if "not a database" not in str(fault) and "malformed" not in str(fault):
                raise StorageFault(
                    Message("The jobs in {path} cannot be opened: {why}.", path=str(folder), why=str(fault.orig))
                ) from fault
            kept = move_aside(folder / FILE)
            for rest in ("-wal", "-shm"):
                (folder / (FILE + rest)).unlink(missing_ok=True)
            self.notices = (
                Message(
                    "The list of jobs was damaged; a new one is in use. The old one is kept as {path}.", path=str(kept)
                ),
            )
            self._prepare()

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self._faults(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that holds the write lock from its beginning and is on the disk when it ends."""
        with (
            self._faults(),
            self.engine.connect().execution_options(write=True) as connection,
            connection.begin(),
        ):
            yield connection

    def _prepare(self) -> None:
        self.engine = connect(self._folder / FILE)
        with self.engine.connect().execution_options(write=True) as connection, connection.begin():
            version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
            if version > VERSION:
                raise StorageFault(
                    Message(
                        "The jobs in {path} were made by a newer Catchlight. Update the program.",
                        path=str(self._folder),
                    )
                )
            if not inspect(connection).has_table(JOBS.name):
                METADATA.create_all(connection)
                connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as fault:
            reason = getattr(fault, "orig", None) or fault
            raise StorageFault(
                Message("The jobs in {path} could not be used: {why}.", path=str(self._folder), why=str(reason))
            ) from fault
