"""The store of generations: a SQLite database with the pictures as files beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, select

from catchlight.core.errors import StorageFault, UnknownEntry
from catchlight.core.files.writing import TEMPORARY, disk, write_atomic
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record
from catchlight.store.database import Database
from catchlight.store.generation import UPLOAD, Generation, GenerationPage, thumbnail
from catchlight.store.generation_schema import GENERATIONS, SCHEMA
from catchlight.store.ids import generation_id
from catchlight.store.settings import StoreLimits

_ENTRY = [column for column in GENERATIONS.c if column.name not in ("file", "thumbnail")]
FILE = "generations.sqlite3"
LEAST_FREE = 100_000_000
"""Bytes that must be free on the store's disk."""
_SUFFIXES = {"image/jpeg": ".jpg", "image/svg+xml": ".svg", "image/tiff": ".tif"}


class Generations:
    """Stored pictures with how they came to be. Safe for several threads, and for several processes on one folder.

    A picture's file is written while the database's write lock is held, and its row is committed after it. So
    whoever holds the lock knows that every temporary file and every file without a row is left over from a crash.
    """

    def __init__(
        self,
        folder: Path,
        limits: StoreLimits | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Opens the store and cleans up after a crash; ``notices`` says what was found. Raises StorageFault."""
        self._folder = folder
        self._limits = limits or StoreLimits()
        self._now = now
        self.notices: tuple[str, ...] = ()
        self._open()

    def close(self) -> None:
        self._database.close()

    def add(self, generation: Generation, picture: Picture, data: bytes) -> None:
        """Store a generation with its file (``data``, kept unchanged) and the thumbnail of ``picture``."""
        row = generation.model_dump(mode="json")
        row["file"] = generation.id + _suffix(generation.media_type)
        row["thumbnail"] = thumbnail(picture)
        with self._database.write() as connection:
            connection.execute(GENERATIONS.insert().values(row))
            write_atomic(self._pictures / row["file"], data)
            surplus = self._forget_surplus(connection, spare=generation.id)
        self._unlink(surplus)

    def upload(self, picture: Picture, data: bytes) -> Generation:
        """Store a picture as it came in, so that later work can name it by its id."""
        generation = Generation(
            id=generation_id(),
            operation=UPLOAD,
            parent=self.parent_of(picture),
            record=picture.record,
            result=picture.digest,
            media_type=picture.metadata.media_type,
            width=picture.width,
            height=picture.height,
            bytes=len(data),
            name=picture.metadata.name,
            created=self._now(),
        )
        self.add(generation, picture, data)
        return generation

    def find(self, entry: str) -> Generation:
        """Raises UnknownEntry (unknown_generation)."""
        with self._database.read() as connection:
            row = connection.execute(select(*_ENTRY).where(GENERATIONS.c.id == entry)).one_or_none()
        if row is None:
            raise UnknownEntry("generation", entry)
        return _generation(row)

    def data(self, entry: str) -> bytes:
        """The file as it was delivered. Raises UnknownEntry, also when the generation is deleted meanwhile."""
        with self._database.read() as connection:
            wanted = select(GENERATIONS.c.file).where(GENERATIONS.c.id == entry)
            file: str | None = connection.execute(wanted).scalar_one_or_none()
        if file is None:
            raise UnknownEntry("generation", entry)
        with disk(f"read the picture of {entry}"):
            try:
                return (self._pictures / file).read_bytes()
            except FileNotFoundError:
                raise UnknownEntry("generation", entry) from None

    def thumbnail(self, entry: str) -> bytes:
        """At most 256 px, PNG or JPEG. Raises UnknownEntry."""
        with self._database.read() as connection:
            wanted = select(GENERATIONS.c.thumbnail).where(GENERATIONS.c.id == entry)
            data = connection.execute(wanted).scalar_one_or_none()
        if data is None:
            raise UnknownEntry("generation", entry)
        return bytes(data)

    def page(self, limit: int = 50, before: str | None = None) -> GenerationPage:
        """Newest first; ``before`` is the ``next`` of the page before."""
        query = select(*_ENTRY).order_by(GENERATIONS.c.id.desc()).limit(limit + 1)
        if before is not None:
            query = query.where(GENERATIONS.c.id < before)
        with self._database.read() as connection:
            found = [_generation(row) for row in connection.execute(query)]
        shown = tuple(found[:limit])
        return GenerationPage(generations=shown, next=shown[-1].id if len(found) > limit else None)

    def with_result(self, digest: str) -> tuple[Generation, ...]:
        """Generations whose picture has this digest, newest first."""
        query = select(*_ENTRY).where(GENERATIONS.c.result == digest).order_by(GENERATIONS.c.id.desc())
        with self._database.read() as connection:
            return tuple(_generation(row) for row in connection.execute(query))

    def history(self, digest: str) -> tuple[Generation, ...]:
        """Everything that was made from the picture with this digest, step upon step, oldest first."""
        found: dict[str, Generation] = {}
        digests, parents = {digest}, set[str]()
        with self._database.read() as connection:
            while digests:
                reached = GENERATIONS.c.source.in_(digests) | GENERATIONS.c.parent.in_(parents)
                rows = connection.execute(select(*_ENTRY).where(reached))
                new = [entry for entry in map(_generation, rows) if entry.id not in found]
                found.update((entry.id, entry) for entry in new)
                digests, parents = {entry.result for entry in new}, {entry.id for entry in new}
        return tuple(sorted(found.values(), key=lambda entry: entry.id))

    def parent_of(self, picture: Picture) -> str | None:
        """The stored generation that ``picture`` is the result of: by its pixels, else by the record in its file."""
        same = self.with_result(picture.digest)
        if same:
            return same[0].id
        named = [step.generation for step in picture.record.steps if step.generation]
        with self._database.read() as connection:
            known = set(connection.execute(select(GENERATIONS.c.id).where(GENERATIONS.c.id.in_(named))).scalars())
        return next((entry for entry in reversed(named) if entry in known), None)

    def delete(self, entry: str) -> None:
        """Remove a generation with its picture and thumbnail. Raises UnknownEntry."""
        with self._database.write() as connection:
            gone = connection.execute(
                GENERATIONS.delete().where(GENERATIONS.c.id == entry).returning(GENERATIONS.c.file)
            ).scalar_one_or_none()
        if gone is None:
            raise UnknownEntry("generation", entry)
        self._unlink([gone])

    def prune(self, limits: StoreLimits | None = None) -> int:
        """Bring the store within its limits (or new ones, kept from now on); returns how many generations went."""
        self._limits = limits or self._limits
        with self._database.write() as connection:
            surplus = self._forget_surplus(connection)
        self._unlink(surplus)
        return len(surplus)

    def check(self) -> None:
        """Raises StorageFault where nothing could be stored: folder gone or not writable, database not readable, disk full."""
        with disk(f"use the store in {self._folder}"):
            free = shutil.disk_usage(self._pictures).free
        if not os.access(self._pictures, os.W_OK):
            raise StorageFault(f"The store in {self._folder} cannot be written to. Check its permissions.")
        if free < LEAST_FREE:
            raise StorageFault(f"The disk of the store in {self._folder} is full. Free at least 100 MB.")
        with self._database.read() as connection:
            connection.execute(select(GENERATIONS.c.id).limit(1)).first()

    @property
    def bytes(self) -> int:
        """Size of all stored pictures."""
        with self._database.read() as connection:
            return int(connection.execute(select(func.coalesce(func.sum(GENERATIONS.c.bytes), 0))).scalar_one())

    @property
    def _pictures(self) -> Path:
        return self._folder / "pictures"

    def _open(self) -> None:
        self._database = Database(self._folder / FILE, SCHEMA, unit=self._folder)
        with disk(f"create {self._pictures}"):
            self._pictures.mkdir(exist_ok=True)
        self.notices = self._database.notices + self._clean()
        self.prune()

    def _clean(self) -> tuple[str, ...]:
        """Remove what a crash has left, under the write lock, and say so."""
        with self._database.write() as connection:
            rows = {row.file: row.id for row in connection.execute(select(GENERATIONS.c.file, GENERATIONS.c.id))}
            present = {file.name for file in self._pictures.iterdir()}
            lost = [rows[file] for file in rows.keys() - present]
            connection.execute(GENERATIONS.delete().where(GENERATIONS.c.id.in_(lost)))
            stray = present - rows.keys()
            self._unlink(sorted(stray))
        partial = sum(name.endswith(TEMPORARY) for name in stray)
        said = (
            (partial, "unfinished picture of an interrupted run was removed"),
            (len(stray) - partial, "picture without an entry was removed"),
            (len(lost), "entry without a picture was removed"),
        )
        return tuple(f"Store: {count} {what}." for count, what in said if count)

    def _forget_surplus(self, connection: Connection, spare: str | None = None) -> list[str]:
        """Delete the rows that the limits no longer allow, oldest first, and give their files."""
        column = GENERATIONS.c
        summary = select(func.coalesce(func.sum(column.bytes), 0), func.min(column.created))
        total, first = connection.execute(summary).one()
        days = self._limits.keep_days
        oldest = self._now() - timedelta(days=days) if days is not None else None
        megabytes = self._limits.max_megabytes
        cap = megabytes * 1_000_000 if megabytes is not None else total
        if total <= cap and (oldest is None or first is None or datetime.fromisoformat(first) >= oldest):
            return []
        gone: dict[str, str] = {}
        for row in connection.execute(select(column.id, column.file, column.bytes, column.created).order_by(column.id)):
            stale = oldest is not None and datetime.fromisoformat(row.created) < oldest
            if row.id != spare and (total > cap or stale):
                gone[row.id] = row.file
                total -= row.bytes
        connection.execute(GENERATIONS.delete().where(column.id.in_(list(gone))))
        return list(gone.values())

    def _unlink(self, files: list[str]) -> None:
        for file in files:
            with disk(f"delete {file}"):
                (self._pictures / file).unlink(missing_ok=True)


def _generation(row: Row[Any]) -> Generation:
    found = row._asdict()
    return Generation.model_validate({**found, "record": Record.model_validate(found["record"])})


def _suffix(media_type: str) -> str:
    return _SUFFIXES.get(media_type, "." + media_type.rpartition("/")[2])
