"""The journal of one batch: a SQLite file that knows after any kill what is finished and what is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import JSON, Column, Connection, Float, Integer, MetaData, String, Table, func, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.files.naming import decode_path, encode_path, name_key
from catchlight.core.messages import Message
from catchlight.service.batch.item import BatchItem
from catchlight.service.batch.plan import BatchPlan
from catchlight.store.generation_schema import connect

VERSION = 3
SUFFIX = ".sqlite3"
_NO_RESULT: dict[str, Any] = {"output": None, "output_key": None, "sha256": None, "verdict": None, "notes": None}
Ending = Literal["open", "cancelled", "finished"]

_METADATA = MetaData()
_BATCH = Table(
    "batch",
    _METADATA,
    Column("plan", String, nullable=False),
    Column("state", String, nullable=False),
)
_FILES = Table(
    "files",
    _METADATA,
    Column("number", Integer, primary_key=True),
    Column("state", String, nullable=False),
    Column("seconds", Float),
    Column("output", String),
    Column("output_key", String, unique=True),
    Column("sha256", String),
    Column("code", String),
    Column("message", String),
    Column("verdict", String),
    Column("notes", JSON(none_as_null=True)),
)
_SINCE = {
    1: (
        "ALTER TABLE files ADD COLUMN output_key VARCHAR",
        "ALTER TABLE files ADD COLUMN verdict VARCHAR",
        "CREATE UNIQUE INDEX files_output_key ON files (output_key)",
    ),
    2: ("ALTER TABLE files ADD COLUMN notes JSON",),
}
"""What journals lack that were last written by a version: keys that tell names apart as the least discerning file system does,
and verdicts; notes."""


class BatchBusy(CatchlightError):
    """Another window or terminal is at this batch."""

    code = "batch_busy"


class Journal:
    """States of a batch's files. Every change is on the disk when the call returns."""

    def __init__(self, path: Path) -> None:
        """Opens a journal. Raises StorageFault where it is damaged or of a newer program."""
        self.path = path
        if not path.is_file():
            raise StorageFault(Message("There is no journal {path}.", path=str(path)))
        self._engine = connect(path)
        self._renew()
        with self._read() as connection:
            version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
            if version != VERSION:
                raise StorageFault(
                    Message(
                        "The journal {path} is of another version ({version}) of the program.",
                        path=str(path),
                        version=version,
                    )
                )
            self.plan = BatchPlan.model_validate_json(connection.execute(select(_BATCH.c.plan)).scalar_one())

    @classmethod
    def create(cls, path: Path, plan: BatchPlan) -> Journal:
        """A new journal with every file waiting. Raises StorageFault."""
        engine = connect(path)
        with _faults(path), engine.connect().execution_options(write=True) as connection, connection.begin():
            _METADATA.create_all(connection)
            connection.execute(_BATCH.insert().values(plan=plan.model_dump_json(), state="open"))
            rows = [{"number": number, "state": "waiting"} for number in range(len(plan.sources))]
            connection.execute(_FILES.insert(), rows)
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
        engine.dispose()
        return cls(path)

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def state(self) -> Ending:
        """``open``: to be continued; ``cancelled``: the user called it off; ``finished``: no file is waiting."""
        with self._read() as connection:
            found: Ending = connection.execute(select(_BATCH.c.state)).scalar_one()
        return found

    def end(self, state: Ending) -> None:
        with self._write() as connection:
            connection.execute(update(_BATCH).values(state=state))

    def items(self) -> list[BatchItem]:
        """All files in order."""
        with self._read() as connection:
            rows = connection.execute(select(_FILES).order_by(_FILES.c.number)).all()
        return [_item(row._asdict(), self.plan.sources) for row in rows]

    def counts(self) -> dict[str, int]:
        """How many files are in each state that any is in."""
        with self._read() as connection:
            rows = connection.execute(select(_FILES.c.state, func.count()).group_by(_FILES.c.state)).all()
        return {str(state): int(count) for state, count in rows}

    def intend(
        self,
        number: int,
        output: Path,
        sha256: str,
        seconds: float,
        verdict: str | None = None,
        notes: Sequence[str] = (),
    ) -> bool:
        """Note the name that a finished result is about to get; False where another file of the batch has it."""
        stored = encode_path(output)
        values = {"output": stored, "output_key": name_key(stored), "sha256": sha256, "seconds": seconds}
        try:
            self._set(number, state="writing", verdict=verdict, notes=list(notes), **values)
        except IntegrityError:
            return False
        return True

    def finish(self, number: int) -> BatchItem:
        return self._set(number, state="done", code=None, message=None)

    def fail(self, number: int, code: str, message: str, seconds: float) -> BatchItem:
        return self._set(number, state="failed", code=code, message=message, seconds=seconds, **_NO_RESULT)

    def release(self, number: int) -> BatchItem:
        """Back among those that wait."""
        return self._set(number, state="waiting", seconds=None, **_NO_RESULT)

    def retry(self) -> int:
        """Let the failed ones wait again; gives how many."""
        empty = {"state": "waiting", "code": None, "message": None, "seconds": None}
        with self._write() as connection:
            changed = connection.execute(update(_FILES).where(_FILES.c.state == "failed").values(**empty)).rowcount
            if changed:
                connection.execute(update(_BATCH).values(state="open"))
        return changed

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other process from this batch until the end, or until this process is no more. Raises BatchBusy."""
        lock = sqlite3.connect(self.path.with_suffix(".lock"), timeout=0, isolation_level=None, check_same_thread=False)
        try:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as fault:
                raise BatchBusy(
                    Message("Another window or terminal is at this batch. Let it end, or stop it there.")
                ) from fault
            yield
        finally:
            lock.close()

    def _renew(self) -> None:
        """Bring a journal of an older program to this version."""
        with self._read() as connection:
            version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        if version not in _SINCE:
            return
        with self._write() as connection:
            for lacking in range(version, VERSION):
                for statement in _SINCE[lacking]:
                    connection.exec_driver_sql(statement)
            for number, output in connection.execute(select(_FILES.c.number, _FILES.c.output)).all():
                if output:
                    row = _FILES.c.number == number
                    connection.execute(update(_FILES).where(row).values(output_key=name_key(output)))
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")

    def _set(self, number: int, **values: Any) -> BatchItem:
        changed = update(_FILES).where(_FILES.c.number == number).values(**values).returning(_FILES)
        with self._write() as connection:
            row = connection.execute(changed).one()
        return _item(row._asdict(), self.plan.sources)

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with _faults(self.path), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        with (
            _faults(self.path),
            self._engine.connect().execution_options(write=True) as connection,
            connection.begin(),
        ):
            yield connection


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, ValueError) as fault:
        reason = getattr(fault, "orig", None) or str(fault).splitlines()[0]
        raise StorageFault(
            Message("The journal {path} could not be used: {why}.", path=str(path), why=reason)
        ) from fault


def _item(row: dict[str, Any], sources: Sequence[Path]) -> BatchItem:
    output = row.pop("output")
    notes = row.pop("notes")
    del row["output_key"]
    where = decode_path(output) if output else None
    return BatchItem(source=sources[row["number"]], output=where, notes=tuple(notes or ()), **row)
