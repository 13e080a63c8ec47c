"""The journal of one batch: a SQLite file that knows after any kill what is finished and what is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, Self, TypeVar

from sqlalchemy import JSON, BigInteger, Column, Float, Integer, MetaData, String, Table, func, select, update

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.files.naming import decode_path, encode_path, name_key
from catchlight.core.messages import Message
from catchlight.store.batches.item import BatchItem
from catchlight.store.database.schema import Schema
from catchlight.store.database.sqlite import SqliteDatabase
from catchlight.store.migrations.batches import MIGRATIONS

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
FILES = Table(
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
    Column("source", String),
    Column("name", String),
    Column("content", String, index=True),
)
"""source, name, content: of files that are not in the plan but came later."""
ARRIVALS = Table(
    "arrivals",
    _METADATA,
    Column("path", String, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("modified", BigInteger, nullable=False),
)
"""Versions of files that were dealt with: ``store.batches.arrivals``."""
SERVERS = Table(
    "servers",
    _METADATA,
    Column("address", String, primary_key=True),
    Column("request", String, nullable=False),
    Column("batch", String),
)
"""Servers that the files were handed to: ``store.batches.server_batches``."""
SCHEMA = Schema(_METADATA, MIGRATIONS)


class StoredPlan(Protocol):
    """What a batch is to do, as far as its journal knows. sources: absolute paths, each once; none where files come later."""

    @property
    def sources(self) -> tuple[Path, ...]: ...

    def model_dump_json(self) -> str: ...

    @classmethod
    def model_validate_json(cls, json_data: str, /) -> Self: ...


PlanT = TypeVar("PlanT", bound=StoredPlan)


class BatchBusy(CatchlightError):
    """Another window or terminal is at this batch."""

    code = "batch_busy"


class Journal(Generic[PlanT]):
    """States of a batch's files. Every change is on the disk when the call returns."""

    def __init__(self, path: Path, plan: type[PlanT]) -> None:
        """Opens a journal. plan: what its plan is read as. Raises StorageFault, DamagedFile."""
        self.path = path
        self.database = SqliteDatabase(path, SCHEMA, create=False)
        try:
            with self.database.read() as connection:
                stored = connection.execute(select(_BATCH.c.plan)).scalar_one_or_none()
            if stored is None:
                raise StorageFault(Message("The journal {path} was never begun.", path=str(path)))
            self.plan = plan.model_validate_json(stored)
        except ValueError as fault:
            self.close()
            raise StorageFault(
                Message("The file {path} could not be used: {why}.", path=str(path), why=str(fault).splitlines()[0])
            ) from fault
        except StorageFault:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path, plan: PlanT) -> Journal[PlanT]:
        """A new journal with every file waiting. Raises StorageFault."""
        with closing(SqliteDatabase(path, SCHEMA)) as database, database.write() as connection:
            connection.execute(_BATCH.insert().values(plan=plan.model_dump_json(), state="open"))
            rows = [{"number": number, "state": "waiting"} for number in range(len(plan.sources))]
            if rows:
                connection.execute(FILES.insert(), rows)
        return cls(path, type(plan))

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def state(self) -> Ending:
        """``open``: to be continued; ``cancelled``: the user called it off; ``finished``: no file is waiting."""
        with self.database.read() as connection:
            found: Ending = connection.execute(select(_BATCH.c.state)).scalar_one()
        return found

    def end(self, state: Ending) -> None:
        with self.database.write() as connection:
            connection.execute(update(_BATCH).values(state=state))

    def items(self) -> list[BatchItem]:
        """All files in order."""
        with self.database.read() as connection:
            rows = connection.execute(select(FILES).order_by(FILES.c.number)).all()
        return [item_of(row._asdict(), self.plan.sources) for row in rows]

    def counts(self) -> dict[str, int]:
        """How many files are in each state that any is in."""
        with self.database.read() as connection:
            rows = connection.execute(select(FILES.c.state, func.count()).group_by(FILES.c.state)).all()
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
        key = name_key(stored)
        values = {"output": stored, "output_key": key, "sha256": sha256, "seconds": seconds}
        values |= {"state": "writing", "verdict": verdict, "notes": list(notes)}
        taken = select(FILES.c.number).where(FILES.c.output_key == key, FILES.c.number != number)
        with self.database.write() as connection:
            if connection.execute(taken).first() is not None:
                return False
            connection.execute(update(FILES).where(FILES.c.number == number).values(**values))
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
        with self.database.write() as connection:
            changed = connection.execute(update(FILES).where(FILES.c.state == "failed").values(**empty)).rowcount
            if changed:
                connection.execute(update(_BATCH).values(state="open"))
        return changed

    def close(self) -> None:
        self.database.close()

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

    def _set(self, number: int, **values: Any) -> BatchItem:
        changed = update(FILES).where(FILES.c.number == number).values(**values).returning(FILES)
        with self.database.write() as connection:
            row = connection.execute(changed).one()
        return item_of(row._asdict(), self.plan.sources)


def item_of(row: dict[str, Any], sources: Sequence[Path]) -> BatchItem:
    """A row of FILES as an item. sources: of the plan, for rows that name none."""
    stored = row.pop("source")
    source = decode_path(stored) if stored else sources[row["number"]]
    row |= {"name": row["name"] or "", "content": row["content"] or ""}
    output = row.pop("output")
    notes = row.pop("notes")
    del row["output_key"]
    where = decode_path(output) if output else None
    return BatchItem(source=source, output=where, notes=tuple(notes or ()), **row)
