"""The style book: pieces of hair and garments that the user keeps, a database with their pictures as files beside it."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, select

from catchlight.core.errors import CatchlightError, UnknownEntry, UnusablePicture
from catchlight.core.files.writing import TEMPORARY, disk, move_aside, write_atomic
from catchlight.core.messages import Message
from catchlight.hair.reference.suitability import CODE
from catchlight.imaging.picture import Picture
from catchlight.store.database.sqlite import SqliteDatabase
from catchlight.store.style_book_entry import (
    PieceNameTaken,
    StyleBookEntry,
    clean_name,
    clean_note,
    clean_tags,
    encode_piece,
    fold,
    free_name,
    kind_of,
    matching,
    new_id,
    read_piece_file,
    tagged_with,
)
from catchlight.store.style_book_schema import PIECES, SCHEMA

FILE = "style-book.sqlite3"
_FOUND = "Found piece"
_ENTRY = [PIECES.c[name] for name in StyleBookEntry.model_fields]


class StyleBook:
    """Pieces by name. Safe for several threads, and for several processes on one folder.

    Opened at the first need, and made when the first piece is added. A piece's file is written while the database's write lock
    is held, and its row is committed after it.
    """

    def __init__(self, folder: Path, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.folder = folder
        self._now = now
        self._lock = threading.Lock()
        self._database: SqliteDatabase | None = None
        self._notices: tuple[Message, ...] = ()

    @property
    def notices(self) -> tuple[Message, ...]:
        """What opening it had to put right, for the user. Opens it, where there is one. Raises StorageFault."""
        if self._exists():
            self._opened()
        return self._notices

    def close(self) -> None:
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def entries(self) -> tuple[StyleBookEntry, ...]:
        """All pieces, by name. Raises StorageFault."""
        if not self._exists():
            return ()
        with self._opened().read() as connection:
            return tuple(_entry(row) for row in connection.execute(select(*_ENTRY).order_by(PIECES.c.folded)))

    def tagged(self, style: str, label: str) -> StyleBookEntry | None:
        """The piece of hair that is worn for a style of the catalogue. label: its name. Raises StorageFault."""
        return tagged_with(self.entries(), style, label)

    def search(self, text: str) -> tuple[StyleBookEntry, ...]:
        """Pieces whose name and tags fit all words of ``text``; slips are forgiven. Raises StorageFault."""
        return matching(self.entries(), text)

    def find(self, name: str) -> StyleBookEntry:
        """A piece by its name, whatever its case, or by its id. Raises UnknownEntry ``unknown_piece``, StorageFault."""
        entries = self.entries()
        found = next((entry for entry in entries if fold(name) == fold(entry.name) or name == entry.id), None)
        if found is None:
            raise UnknownEntry("piece", name, [entry.name for entry in entries])
        return found

    def path(self, entry: StyleBookEntry) -> Path:
        """Where the piece's file lies; it is not to be changed there."""
        return self.folder / "pieces" / f"{entry.id}.png"

    def file(self, entry: StyleBookEntry) -> bytes:
        """The piece's file, as it was added. Raises UnknownEntry where it was removed meanwhile, StorageFault."""
        with disk(Message("read the piece {name}", name=entry.name)):
            try:
                return self.path(entry).read_bytes()
            except FileNotFoundError:
                raise UnknownEntry("piece", entry.name) from None

    def picture(self, entry: StyleBookEntry) -> Picture:
        """The piece, ready to be worn. One that is damaged is set aside, forgotten, and told: UnusablePicture
        ``reference_unsuited``. Raises UnknownEntry, StorageFault."""
        data = self.file(entry)
        try:
            return read_piece_file(data, entry.name)
        except CatchlightError as fault:
            kept = self._set_aside(entry)
            raise UnusablePicture(
                Message(
                    "The piece {name} of the style book was damaged and is taken out of it; its file is kept as {path}.",
                    name=entry.name,
                    path=str(kept),
                ),
                code=CODE,
            ) from fault

    def add(
        self,
        picture: Picture,
        name: str,
        tags: Iterable[str] = (),
        note: str = "",
        created: datetime | None = None,
    ) -> StyleBookEntry:
        """Keep a piece. created: where it is not new. Raises PieceNameTaken, InvalidRequest for a name, tags or a note that is
        none, UnusablePicture for a picture that is no sound piece, StorageFault."""
        data = encode_piece(picture)
        name, words, note = clean_name(name), clean_tags(tags), clean_note(note)
        entry = StyleBookEntry(
            id=new_id(),
            kind=kind_of(picture),
            name=name,
            tags=words,
            note=note,
            created=created or self._now().replace(microsecond=0),
            width=picture.width,
            height=picture.height,
            bytes=len(data),
        )
        with self._opened().write() as connection:
            _require_free(connection, name)
            write_atomic(self.path(entry), data, replace=False)
            connection.execute(PIECES.insert().values(_row(entry, data)))
        return entry

    def with_file(self, data: bytes) -> StyleBookEntry | None:
        """The piece whose file is exactly this, where there is one. Raises StorageFault."""
        if not self._exists():
            return None
        with self._opened().read() as connection:
            wanted = select(*_ENTRY).where(PIECES.c.digest == hashlib.sha256(data).hexdigest()).limit(1)
            row = connection.execute(wanted).one_or_none()
        return None if row is None else _entry(row)

    def rename(self, name: str, new: str) -> StyleBookEntry:
        """Raises UnknownEntry, PieceNameTaken, InvalidRequest for a name that is none, StorageFault."""
        entry, new = self.find(name), clean_name(new)
        with self._opened().write() as connection:
            _require_free(connection, new, spare=entry.id)
            self._change(connection, entry, {"name": new, "folded": fold(new)})
        return entry.model_copy(update={"name": new})

    def describe(self, name: str, tags: Iterable[str] | None = None, note: str | None = None) -> StyleBookEntry:
        """Give a piece other tags, another note, or both. Raises UnknownEntry, InvalidRequest, StorageFault."""
        entry, changes = self.find(name), dict[str, Any]()
        if tags is not None:
            changes["tags"] = list(clean_tags(tags))
        if note is not None:
            changes["note"] = clean_note(note)
        if changes:
            with self._opened().write() as connection:
                self._change(connection, entry, changes)
        return self.find(entry.id)

    def correct(self, name: str, picture: Picture) -> StyleBookEntry:
        """Put another state of a piece in its place, such as a garment whose places were moved: name, tags, note and age stay,
        its id is a new one. Raises UnknownEntry, InvalidRequest, UnusablePicture for another kind of piece, StorageFault."""
        before, data = self.find(name), encode_piece(picture)
        if kind_of(picture) != before.kind:
            raise UnusablePicture(Message("This picture is no piece of a style book."), code=CODE)
        changes = {"id": new_id(), "width": picture.width, "height": picture.height, "bytes": len(data)}
        entry = before.model_copy(update=changes)
        with self._opened().write() as connection:
            gone = connection.execute(PIECES.delete().where(PIECES.c.id == before.id))
            if gone.rowcount == 0:
                raise UnknownEntry("piece", name)
            write_atomic(self.path(entry), data, replace=False)
            connection.execute(PIECES.insert().values(_row(entry, data)))
        with disk(Message("delete {path}", path=str(self.path(before)))):
            self.path(before).unlink(missing_ok=True)
        return entry

    def remove(self, name: str) -> StyleBookEntry:
        """Raises UnknownEntry, StorageFault."""
        entry = self.find(name)
        with self._opened().write() as connection:
            gone = connection.execute(PIECES.delete().where(PIECES.c.id == entry.id))
            if gone.rowcount == 0:
                raise UnknownEntry("piece", name)
        with disk(Message("delete {path}", path=str(self.path(entry)))):
            self.path(entry).unlink(missing_ok=True)
        return entry

    # Inside

    def _change(self, connection: Connection, entry: StyleBookEntry, changes: dict[str, Any]) -> None:
        done = connection.execute(PIECES.update().where(PIECES.c.id == entry.id).values(changes))
        if done.rowcount == 0:
            raise UnknownEntry("piece", entry.name)

    def _exists(self) -> bool:
        return self._database is not None or self.folder.is_dir()

    def _opened(self) -> SqliteDatabase:
        with self._lock:
            if self._database is None:
                database = SqliteDatabase(self.folder / FILE, SCHEMA)
                try:
                    pieces = self.folder / "pieces"
                    with disk(Message("create {path}", path=str(pieces))):
                        pieces.mkdir(mode=0o700, exist_ok=True)
                    self._notices = database.notices + self._clean(database)
                except CatchlightError:
                    database.close()
                    raise
                self._database = database
            return self._database

    def _clean(self, database: SqliteDatabase) -> tuple[Message, ...]:
        """Bring rows and files together again after a crash, or after the database was lost, under the write lock."""
        said: list[Message] = []
        with database.write() as connection:
            rows = {row.id: row.name for row in connection.execute(select(PIECES.c.id, PIECES.c.name))}
            present = {file.stem: file for file in (self.folder / "pieces").glob("*.png")}
            for entry in rows.keys() - present.keys():
                connection.execute(PIECES.delete().where(PIECES.c.id == entry))
                said.append(Message("Style book: the file of the piece {name} is gone.", name=rows[entry]))
            taken_in = 0
            for entry in sorted(present.keys() - rows.keys()):
                data = present[entry].read_bytes()
                try:
                    picture = read_piece_file(data, entry)
                except CatchlightError:
                    kept = move_aside(present[entry])
                    said.append(
                        Message("Style book: a file that is no sound piece was moved to {path}.", path=str(kept))
                    )
                    continue
                connection.execute(PIECES.insert().values(_row(self._found(connection, entry, picture, data), data)))
                taken_in += 1
            if taken_in:
                said.append(Message("Style book: pieces without an entry that were taken in: {count}.", count=taken_in))
            for file in (self.folder / "pieces").glob(f".*{TEMPORARY}"):
                with disk(Message("delete {path}", path=str(file))):
                    file.unlink(missing_ok=True)
        return tuple(said)

    def _found(self, connection: Connection, entry: str, picture: Picture, data: bytes) -> StyleBookEntry:
        """An entry for a file that has none, under a free name."""
        name = free_name(_FOUND, connection.execute(select(PIECES.c.folded)).scalars().all())
        made = picture.record.steps[-1].made or self._now().replace(microsecond=0)
        return StyleBookEntry(
            id=entry,
            kind=kind_of(picture),
            name=name,
            created=made,
            width=picture.width,
            height=picture.height,
            bytes=len(data),
        )

    def _set_aside(self, entry: StyleBookEntry) -> Path:
        with self._opened().write() as connection:
            connection.execute(PIECES.delete().where(PIECES.c.id == entry.id))
            return move_aside(self.path(entry))


def _require_free(connection: Connection, name: str, spare: str | None = None) -> None:
    row = connection.execute(select(PIECES.c.id, PIECES.c.name).where(PIECES.c.folded == fold(name))).one_or_none()
    if row is not None and row.id != spare:
        raise PieceNameTaken(row.name)


def _row(entry: StyleBookEntry, data: bytes) -> dict[str, Any]:
    return {**entry.model_dump(mode="json"), "folded": fold(entry.name), "digest": hashlib.sha256(data).hexdigest()}


def _entry(row: Row[Any]) -> StyleBookEntry:
    return StyleBookEntry.model_validate(row._asdict())
