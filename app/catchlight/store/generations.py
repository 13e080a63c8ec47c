"""The store of generations: rows in a database, and their pictures in a folder or a store that servers share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import func, select

from catchlight.core.errors import StorageFault, UnknownEntry
from catchlight.core.messages import Message
from catchlight.imaging.picture import Picture
from catchlight.store.blobs.blobs import Blobs
from catchlight.store.blobs.folder import FolderBlobs
from catchlight.store.database.database import Database
from catchlight.store.database.sqlite import SqliteDatabase
from catchlight.store.generation import UPLOAD, Generation, GenerationPage
from catchlight.store.generation_schema import ENTRY, GENERATIONS, SCHEMA, generation_of, row_of
from catchlight.store.ids import generation_id
from catchlight.store.settings.resource_limits import StoreLimits
from catchlight.store.upkeep.leftovers import begin_sweep, clear_leftovers, find_orphans
from catchlight.store.upkeep.surplus import forget_surplus

FILE = "generations.sqlite3"
PICTURES = "pictures"
"""Name of the folder of the pictures."""
PRUNE_SECONDS, ORPHAN_SECONDS = 3000.0, 80_000.0
"""How long a sweep of a shared store is done by nobody again: a little under an hour and a day, at which they are called for."""
_FORGOTTEN_AT_ONCE = 500


class Generations:
    """Stored pictures with how they came to be. Safe for several threads and processes, and several machines where it is shared.

    On one computer a picture's file has its generation's id, and is written while the database's write lock is held: whoever
    holds the lock knows that a file without a row is left over from a crash. In a shared store a picture lies under its digest,
    once for all rows that have it. It is written, and removed with its last row, under a lock of that digest; what a crash
    leaves between the two has no row, and is found by its age.
    """

    def __init__(
        self,
        folder: Path,
        limits: StoreLimits | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        database: Database | None = None,
        blobs: Blobs | None = None,
    ) -> None:
        """Opens the store and cleans up after a crash; ``notices`` says what was found. Raises StorageFault.

        folder: where database and pictures lie, unless they are given. database: of ``SCHEMA``; closed with the store.
        """
        self._folder = folder
        self._limits = limits or StoreLimits()
        self._now = now
        self._database = database or SqliteDatabase(folder / FILE, SCHEMA, unit=folder)
        try:
            self._blobs = blobs or FolderBlobs(folder / PICTURES, shared=self._database.shared)
            if self._blobs.shared and not self._database.shared:
                raise StorageFault(
                    Message(
                        "Pictures that several servers share need a database that they share: set storage.database."
                    )
                )
            self._shared = self._blobs.shared
            self.notices: tuple[Message, ...] = self._database.notices
            if not self._shared:
                self.notices += clear_leftovers(self._database, self._blobs)
                self.prune()
        except StorageFault:
            self._database.close()
            raise

    def close(self) -> None:
        self._database.close()

    def add(self, generation: Generation, picture: Picture, data: bytes) -> None:
        """Store a generation with its file (``data``, kept unchanged) and the thumbnail of ``picture``."""
        self.add_all([(generation, picture, data)])

    def add_all(self, made: Sequence[tuple[Generation, Picture, bytes]]) -> None:
        """Store several, all of them or none."""
        rows = [row_of(*one, by_digest=self._shared) for one in made]
        files = {row["file"]: data for row, (_, _, data) in zip(rows, made, strict=True)}
        written: list[str] = []
        try:
            with self._database.write() as connection:
                for key in sorted(files):
                    self._database.lock(connection, key)
                connection.execute(GENERATIONS.insert(), rows)
                for key, data in files.items():
                    self._blobs.put(key, data)
                    written.append(key)
                surplus = []
                if not self._shared:
                    surplus = forget_surplus(connection, self._limits, self._now(), spare=rows[-1]["id"])
        except StorageFault:
            if not self._shared:
                self._remove(written)
            raise
        self._remove(surplus)

    def upload(self, picture: Picture, data: bytes, owner: str | None = None, entry: str | None = None) -> Generation:
        """Store a picture as it came in, so that later work can name it by its id. owner: see ``Generation``. entry: its id
        where it has one already.
        """
        generation = Generation(
            id=entry or generation_id(),
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
            row = connection.execute(select(*ENTRY).where(GENERATIONS.c.id == entry)).one_or_none()
        if row is None:
            raise UnknownEntry("generation", entry)
        return generation_of(row)

    def data(self, entry: str) -> bytes:
        """The file as it was delivered.

        Raises UnknownEntry, also when the generation is deleted meanwhile, and StorageFault for a picture that is damaged.
        """
        file = self._file_of(entry)
        if file is None:
            raise UnknownEntry("generation", entry)
        try:
            return self._blobs.get(file)
        except KeyError:
            if self._shared and self._file_of(entry) is not None:
                raise StorageFault(
                    Message("The picture of {entry} is missing in the store. Restore it from a backup.", entry=entry)
                ) from None
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
        query = select(*ENTRY).order_by(GENERATIONS.c.id.desc()).limit(limit + 1)
        if owner is not None:
            query = query.where(GENERATIONS.c.owner == owner)
        if before is not None:
            query = query.where(GENERATIONS.c.id < before)
        with self._database.read() as connection:
            found = [generation_of(row) for row in connection.execute(query)]
        shown = tuple(found[:limit])
        return GenerationPage(generations=shown, next=shown[-1].id if len(found) > limit else None)

    def with_result(self, digest: str) -> tuple[Generation, ...]:
        """Generations whose picture has this digest, newest first."""
        query = select(*ENTRY).where(GENERATIONS.c.result == digest).order_by(GENERATIONS.c.id.desc())
        with self._database.read() as connection:
            return tuple(generation_of(row) for row in connection.execute(query))

    def history(self, digest: str) -> tuple[Generation, ...]:
        """Everything that was made from the picture with this digest, step upon step, oldest first."""
        found: dict[str, Generation] = {}
        digests, parents = {digest}, set[str]()
        with self._database.read() as connection:
            while digests:
                reached = GENERATIONS.c.source.in_(digests) | GENERATIONS.c.parent.in_(parents)
                rows = connection.execute(select(*ENTRY).where(reached))
                new = [entry for entry in map(generation_of, rows) if entry.id not in found]
                found.update((entry.id, entry) for entry in new)
                digests, parents = {entry.result for entry in new}, {entry.id for entry in new}
        return tuple(sorted(found.values(), key=lambda entry: entry.id))

    def parent_of(self, picture: Picture, owner: str | None = None) -> str | None:
        """The stored generation that ``picture`` is the result of: by its pixels, else by the record in its file.

        owner: only among his; None for everybody's.
        """
        same = select(GENERATIONS.c.id).where(GENERATIONS.c.result == picture.digest)
        if owner is not None:
            same = same.where(GENERATIONS.c.owner == owner)
        with self._database.read() as connection:
            newest: str | None = connection.execute(
                same.order_by(GENERATIONS.c.id.desc()).limit(1)
            ).scalar_one_or_none()
        if newest is not None:
            return newest
        named = [step.generation for step in picture.record.steps if step.generation]
        query = select(GENERATIONS.c.id).where(GENERATIONS.c.id.in_(named))
        if owner is not None:
            query = query.where(GENERATIONS.c.owner == owner)
        with self._database.read() as connection:
            known = set(connection.execute(query).scalars())
        return next((entry for entry in reversed(named) if entry in known), None)

    def delete(self, entry: str) -> None:
        """Remove a generation with its picture and thumbnail. Raises UnknownEntry.

        A disk of this computer that is full has no room for the log of the deletion: then the picture goes first, which makes
        some. Should there still be none, StorageFault is raised, and the entry without a picture goes when the store is opened
        next. In a shared store the row goes first: where the picture cannot be removed then, StorageFault says so, and the sweep
        removes it.
        """
        file = self._file_of(entry)
        if file is None:
            raise UnknownEntry("generation", entry)
        try:
            self._delete_row(entry)
        except StorageFault:
            if self._shared:
                raise
            self._remove([file])
            self._delete_row(entry)
        try:
            self._remove([file])
        except StorageFault as fault:
            if not self._shared:
                raise
            raise StorageFault(
                Message(
                    "The entry is deleted; its picture goes later, since now it could not: {why}", why=fault.message
                )
            ) from fault

    def prune(self, limits: StoreLimits | None = None) -> int:
        """Bring the store within its limits (or new ones, kept from now on); returns how many generations went."""
        self._limits = limits or self._limits
        count = 0
        while True:
            with self._database.write() as connection:
                self._database.lock(connection, "prune")
                surplus = forget_surplus(connection, self._limits, self._now(), most=_FORGOTTEN_AT_ONCE)
            self._remove(surplus)
            count += len(surplus)
            if not surplus:
                return count

    def sweep(self) -> int:
        """What time makes superfluous goes; returns how many generations and pictures without one went.

        To be called hourly by whoever runs for long. Of all that share a store, one does it: an hour long, or a day long what
        has to look at every picture.
        """
        if not self._shared:
            return self.prune()  # what is without a row was found when it was opened
        count = 0
        if begin_sweep(self._database, "limits", PRUNE_SECONDS):
            count += self.prune()
        if begin_sweep(self._database, "orphans", ORPHAN_SECONDS):
            for key in find_orphans(self._database, self._blobs):
                self._remove([key])
                count += 1
        return count

    def check(self) -> None:
        """Raises StorageFault where nothing could be stored: pictures or rows cannot be written or read."""
        self._blobs.check()
        self._database.check()
        with self._database.read() as connection:
            connection.execute(select(GENERATIONS.c.id).limit(1)).first()

    @property
    def bytes(self) -> int:
        """Size of all stored pictures."""
        with self._database.read() as connection:
            return int(connection.execute(select(func.coalesce(func.sum(GENERATIONS.c.bytes), 0))).scalar_one())

    def _file_of(self, entry: str) -> str | None:
        wanted = select(GENERATIONS.c.file).where(GENERATIONS.c.id == entry)
        with self._database.read() as connection:
            return connection.execute(wanted).scalar_one_or_none()

    def _delete_row(self, entry: str) -> None:
        with self._database.write() as connection:
            connection.execute(GENERATIONS.delete().where(GENERATIONS.c.id == entry))

    def _remove(self, files: Sequence[str]) -> None:
        """Remove pictures whose rows are gone; one that another row has, or has got meanwhile, stays."""
        if not self._shared:
            for file in files:
                self._blobs.delete(file)
            return
        for file in files:
            with self._database.write() as connection:
                self._database.lock(connection, file)
                if (
                    connection.execute(select(GENERATIONS.c.id).where(GENERATIONS.c.file == file).limit(1)).first()
                    is None
                ):
                    self._blobs.delete(file)
