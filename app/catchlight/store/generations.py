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
from catchlight.core.messages import Message, mark
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record
from catchlight.store.database.sqlite import SqliteDatabase
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
        self.notices: tuple[Message, ...] = ()
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
            write_atomic(self._pictures / row["file"], data, mode=0o600)
            surplus = self._forget_surplus(connection, spare=generation.id)
        self._unlink(surplus)

    def upload(self, picture: Picture, data: bytes, owner: str | None = None) -> Generation:
        """Store a picture as it came in, so that later work can name it by its id. owner: see ``Generation``."""
        generation = Generation(
            id=generation_id(),
            operation=UPLOAD,
            parent=self.parent_of(picture, owner),
            record=picture.record,
            result=picture.digest,
            media_type=picture.metadata.media_type,
            width=picture.width,
            height=picture.height,
            bytes=len(data),
            name=picture.metadata.name,
            owner=owner,
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
        with disk(Message("read the picture of {path}", path=entry)):
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

    def page(self, limit: int = 50, before: str | None = None, owner: str | None = None) -> GenerationPage:
        """Newest first; ``before`` is the ``next`` of the page before. owner: only his; None for everybody's."""
        query = select(*_ENTRY).order_by(GENERATIONS.c.id.desc()).limit(limit + 1)
        if owner is not None:
            query = query.where(GENERATIONS.c.owner == owner)
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

    def parent_of(self, picture: Picture, owner: str | None = None) -> str | None:
        """The stored generation that ``picture`` is the result of: by its pixels, else by the record in its file.

        owner: only among his; None for everybody's.
        """
        same = next((entry for entry in self.with_result(picture.digest) if owner in (None, entry.owner)), None)
        if same is not None:
            return same.id
        named = [step.generation for step in picture.record.steps if step.generation]
        query = select(GENERATIONS.c.id).where(GENERATIONS.c.id.in_(named))
        if owner is not None:
            query = query.where(GENERATIONS.c.owner == owner)
        with self._database.read() as connection:
            known = set(connection.execute(query).scalars())
        return next((entry for entry in reversed(named) if entry in known), None)

    def delete(self, entry: str) -> None:
        """Remove a generation with its picture and thumbnail. Raises UnknownEntry.

        A disk that is full has no room for the log of the deletion: then the picture goes first, which makes some. Should
        there still be none, StorageFault is raised, and the entry without a picture goes when the store is opened next.
        """
        with self._database.read() as connection:
            wanted = select(GENERATIONS.c.file).where(GENERATIONS.c.id == entry)
            file: str | None = connection.execute(wanted).scalar_one_or_none()
        if file is None:
            raise UnknownEntry("generation", entry)
        try:
            self._delete_row(entry)
        except StorageFault:
            self._unlink([file])
            self._delete_row(entry)
        self._unlink([file])

    def _delete_row(self, entry: str) -> None:
        with self._database.write() as connection:
            connection.execute(GENERATIONS.delete().where(GENERATIONS.c.id == entry))

    def prune(self, limits: StoreLimits | None = None) -> int:
        """Bring the store within its limits (or new ones, kept from now on); returns how many generations went."""
        self._limits = limits or self._limits
        with self._database.write() as connection:
            surplus = self._forget_surplus(connection)
        self._unlink(surplus)
        return len(surplus)

    def check(self) -> None:
        """Raises StorageFault where nothing could be stored: folder gone or not writable, database not readable, disk full."""
        with disk(Message("use the store in {path}", path=str(self._folder))):
            free = shutil.disk_usage(self._pictures).free
        if not os.access(self._pictures, os.W_OK):
            raise StorageFault(
                Message("The store in {path} cannot be written to. Check its permissions.", path=str(self._folder))
            )
        if free < LEAST_FREE:
            raise StorageFault(
                Message("The disk of the store in {path} is full. Free at least 100 MB.", path=str(self._folder))
            )
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
        self._database = SqliteDatabase(self._folder / FILE, SCHEMA, unit=self._folder)
        with disk(Message("create {path}", path=str(self._pictures))):
            self._pictures.mkdir(mode=0o700, exist_ok=True)
        self.notices = self._database.notices + self._clean()
        self.prune()

    def _clean(self) -> tuple[Message, ...]:
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
            (partial, mark("Store: {count} unfinished picture of an interrupted run was removed.")),
            (len(stray) - partial, mark("Store: {count} picture without an entry was removed.")),
            (len(lost), mark("Store: {count} entry without a picture was removed.")),
        )
        return tuple(Message(template, count=count) for count, template in said if count)

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
            with disk(Message("delete {path}", path=str(file))):
                (self._pictures / file).unlink(missing_ok=True)


def _generation(row: Row[Any]) -> Generation:
    found = row._asdict()
    return Generation.model_validate({**found, "record": Record.model_validate(found["record"])})


def _suffix(media_type: str) -> str:
    return _SUFFIXES.get(media_type, "." + media_type.rpartition("/")[2])
