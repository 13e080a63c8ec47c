"""A style book as one file, to be given away and taken in: a ZIP of the pieces' files and a list of what belongs to each.

``style-book.json``: ``{"format": "catchlight-style-book", "version": 1, "pieces": [{"file": "pieces/0001.png", "name": …, "tags":
[…], "note": …, "created": …}, …]}``. Nothing is ever unpacked by the names inside: a file is read only where the list names it.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import BaseModel, ConfigDict, ValidationError

from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.core.files.writing import TEMPORARY, disk, open_new, put_in_place
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.store.style_book import StyleBook
from catchlight.store.style_book_entry import PIECE_LIMITS, StyleBookEntry, fold, free_name, read_piece_file

FORMAT, VERSION = "catchlight-style-book", 1
SUFFIX = ".catchlight-stylebook"
MOST_PIECES, MOST_BYTES, MOST_LIST_BYTES = 5000, 4_000_000_000, 8_000_000
"""Of a file that is taken in: pieces, bytes of all of it, bytes of its list."""
_LIST = "style-book.json"
_INSIDE = re.compile(r"pieces/[0-9]{1,6}\.png")
_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError)
"""What reading a damaged, encrypted or exotic ZIP raises."""


class _Listed(BaseModel):
    """A piece in the list."""

    model_config = ConfigDict(frozen=True)

    file: str
    name: str
    tags: tuple[str, ...] = ()
    note: str = ""
    created: datetime


@dataclass(frozen=True)
class StyleBookImport:
    """added: pieces that came in. known: names of those that the book had already. left_out: what could not be taken in, and
    why."""

    added: tuple[StyleBookEntry, ...]
    known: tuple[str, ...]
    left_out: tuple[Message, ...]


def export_book(
    book: StyleBook, target: Path, progress: Progress, names: Sequence[str] = (), *, replace: bool = False
) -> tuple[Path, int]:
    """Write all pieces, or those of ``names``, to a file; gives it, and how many. Raises UnknownEntry, StorageFault,
    InvalidRequest for an empty book and where a file is there already."""
    entries = [book.find(name) for name in names] if names else list(book.entries())
    if not entries:
        raise InvalidRequest(Message("The style book is empty: there is nothing to export."))
    path = target if target.suffix == SUFFIX else target.with_name(target.name + SUFFIX)
    temporary = path.with_name(f".{secrets.token_hex(8)}{TEMPORARY}")
    try:
        with disk(Message("write {path}", path=str(path))), open_new(temporary) as file:
            _write(book, entries, file, progress)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path, replace=replace)
    except FileExistsError:
        raise InvalidRequest(
            Message("{path} exists already. Choose another name, or replace it.", path=str(path))
        ) from None
    finally:
        temporary.unlink(missing_ok=True)
    return path, len(entries)


def _write(book: StyleBook, entries: Sequence[StyleBookEntry], file: BinaryIO, progress: Progress) -> None:
    rows = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for number, entry in enumerate(entries, 1):
            progress.report(number / (len(entries) + 1), "writing")
            name = f"pieces/{number:04d}.png"
            archive.writestr(name, book.file(entry))
            given = entry.model_dump(mode="json", include={"name", "tags", "note", "created"})
            rows.append({"file": name, **given})
        text = json.dumps({"format": FORMAT, "version": VERSION, "pieces": rows}, indent=1, ensure_ascii=False)
        archive.writestr(_LIST, text, zipfile.ZIP_DEFLATED)


def import_book(book: StyleBook, file: Path, progress: Progress) -> StyleBookImport:
    """Take in the pieces of an exported book. One whose name is taken gets a number behind it; one whose file the book has
    already is left. Raises InvalidRequest for another kind of file, StorageFault."""
    with disk(Message("read {path}", path=str(file))):
        if file.stat().st_size > MOST_BYTES:
            raise _refused(file, Message("it is far too large"))
        try:
            archive = zipfile.ZipFile(file)
        except zipfile.BadZipFile as fault:
            raise _refused(file, Message("it is no ZIP file")) from fault
    with archive:
        listed, left_out = _list_of(archive, file)
        added: list[StyleBookEntry] = []
        known: list[str] = []
        for number, row in enumerate(listed, 1):
            progress.report(number / (len(listed) + 1), "reading")
            try:
                data = _read(archive, row.file, PIECE_LIMITS.max_bytes)
                same = book.with_file(data)
                if same is not None:
                    known.append(same.name)
                    continue
                picture = read_piece_file(data, row.name[:80])
                name = free_name(row.name, [fold(entry.name) for entry in book.entries()])
                added.append(book.add(picture, name, row.tags, row.note, row.created))
            except CatchlightError as fault:
                left_out.append(Message("{name}: {reason}", name=row.name[:80], reason=fault.message))
        named = {_LIST, *(row.file for row in listed)}
        foreign = sum(1 for info in archive.infolist() if not info.is_dir() and info.filename not in named)
    if foreign:
        left_out.append(Message("Files that are no piece of its list and were left out: {count}.", count=foreign))
    return StyleBookImport(tuple(added), tuple(known), tuple(left_out))


def _list_of(archive: zipfile.ZipFile, file: Path) -> tuple[list[_Listed], list[Message]]:
    """The pieces that can be read, and why others cannot."""
    try:
        found = json.loads(_read(archive, _LIST, MOST_LIST_BYTES))
    except (CatchlightError, ValueError, RecursionError) as fault:
        raise _refused(file, Message("it has no list of pieces")) from fault
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("pieces"), list):
        raise _refused(file, Message("it has no list of pieces"))
    version = found.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise _refused(file, Message("it was made by a newer program"))
    pieces: list[Any] = found["pieces"]
    if len(pieces) > MOST_PIECES:
        raise _refused(file, Message("it has more than {most} pieces", most=MOST_PIECES))
    listed, left_out = [], []
    for number, entry in enumerate(pieces, 1):
        try:
            row = _Listed.model_validate(entry)
        except ValidationError:
            left_out.append(Message("Entry {number} of its list is not valid.", number=number))
            continue
        if _INSIDE.fullmatch(row.file) is None:
            left_out.append(Message("{name}: its file has a name that is not allowed.", name=row.name[:80]))
            continue
        listed.append(row)
    return listed, left_out


def _read(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of the archive, of at most ``most`` bytes whatever it says of its size. Raises InvalidRequest."""
    try:
        with archive.open(name) as inside:
            data = inside.read(most + 1)
    except KeyError as fault:
        raise InvalidRequest(Message("its file is missing")) from fault
    except _BROKEN as fault:
        raise InvalidRequest(Message("its file is damaged")) from fault
    if len(data) > most:
        raise InvalidRequest(Message("its file is too large"))
    return data


def _refused(file: Path, why: Message) -> InvalidRequest:
    return InvalidRequest(Message("{name} is no exported style book: {why}.", name=file.name, why=why))
