"""Removing a folder with all that lies in it: counted, digested, and on a disk overwritten before."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

_PIECE = 1 << 20
SQLITE = b"SQLite format 3\x00"


@dataclass
class Removal:
    """What went and what did not. removed: files by kind, and rows of databases; remaining: names relative to the folder."""

    removed: Counter[str] = field(default_factory=Counter)
    digests: list[str] = field(default_factory=list)
    remaining: list[str] = field(default_factory=list)


def remove_tree(folder: Path, *, overwrite: bool) -> Removal:
    """Remove a folder and everything in it; links are removed, never followed. Raises nothing: what stays is told.

    A file's kind is the first folder it lies in. overwrite: write zeros over each file first, for what lies on a disk; that helps
    against undeleting, and does not reach copies that a flash disk or a journal keeps.
    """
    done = Removal()
    _make_accessible(folder)
    for parent, folders, files in os.walk(folder, topdown=False):
        for name in files:
            _remove_file(Path(parent, name), folder, overwrite, done)
        for name in folders:
            _remove_folder(Path(parent, name), folder, done)
    if folder.exists():
        _remove_folder(folder, folder, done)
    return done


def _make_accessible(folder: Path) -> None:
    """Take back what was forbidden: a folder that cannot be read cannot be emptied."""
    for parent, folders, _ in os.walk(folder):
        for place in (Path(parent, name) for name in folders):
            if not place.is_symlink():
                with contextlib.suppress(OSError):
                    place.chmod(stat.S_IRWXU)


def _remove_file(file: Path, root: Path, overwrite: bool, done: Removal) -> None:
    name = file.relative_to(root)
    kind = name.parts[0] if len(name.parts) > 1 else "other"
    try:
        if stat.S_ISREG(file.lstat().st_mode):
            file.chmod(stat.S_IRUSR | stat.S_IWUSR)
            if rows := _rows(file):
                done.removed["rows"] += rows
            done.digests.append(_digest(file))
            if overwrite:
                _overwrite(file)
        file.unlink()
        done.removed[kind] += 1
    except OSError:
        done.remaining.append(name.as_posix())


def _remove_folder(place: Path, root: Path, done: Removal) -> None:
    try:
        if place.is_symlink():
            place.unlink()
        else:
            place.rmdir()
    except OSError:
        done.remaining.append(place.relative_to(root).as_posix())


def _digest(file: Path) -> str:
    """sha256 of a file, in hex."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _overwrite(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as opened:
        for start in range(0, size, _PIECE):
            opened.write(bytes(min(_PIECE, size - start)))
        opened.flush()
        os.fsync(opened.fileno())


def _rows(file: Path) -> int:
    """How many rows a database holds; 0 for what is none, or cannot be read as one any more."""
    with file.open("rb") as opened:
        if opened.read(len(SQLITE)) != SQLITE:
            return 0
    beside = [file.with_name(f"{file.name}{ending}") for ending in ("-wal", "-shm")]
    made = [place for place in beside if not place.exists()]
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            counts = [f'SELECT count(*) FROM "{name}"' for name in _tables(database)]  # nosec B608 # quoted; none can be bound
            return sum(database.execute(count).fetchone()[0] for count in counts)
    except sqlite3.Error:
        return 0
    finally:
        for place in made:  # looking into a database with a write-ahead log makes them, after the folder was listed
            place.unlink(missing_ok=True)


def _tables(database: sqlite3.Connection) -> Iterator[str]:
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
        yield name.replace('"', '""')
