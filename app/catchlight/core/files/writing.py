"""Writing files so that a crash leaves either the old state or the new one, never half of each."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message

READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)
"""How systems say that a file or a folder may not be written to."""
TEMPORARY = ".partial"
"""Suffix of a file that is still being written; one that outlives its writer is a leftover."""


@contextmanager
def disk(doing: Message) -> Iterator[None]:
    """Turns the system's OSError into a StorageFault: "doing" continues "Could not ..."."""
    try:
        yield
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise StorageFault(
            Message("Could not {doing}: {why}. Check the disk's free space and permissions.", doing=doing, why=reason)
        ) from fault


@contextmanager
def writing(target: Path, doing: Message | None = None) -> Iterator[None]:
    """The same for writing a file, or for making what ``doing`` says; a folder that is read-only is told in these words."""
    with disk(doing or Message("write {path}", path=str(target))):
        try:
            yield
        except OSError as fault:
            if fault.errno not in READ_ONLY:
                raise
            raise StorageFault(
                Message(
                    "Nothing can be written into the folder {folder}: it is read-only ({why}). Choose another folder.",
                    folder=str(target.parent),
                    why=fault.strerror or str(fault),
                )
            ) from fault


def make_private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for this user alone: faces are nobody else's business.

    What exists stays as it is. Raises OSError.
    """
    if folder.is_dir():
        return
    make_private_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def open_new(file: Path, mode: int = 0o666) -> BinaryIO:
    """A file that nobody has, opened to be written; never one that a link leads to. mode: less the user's umask.

    Raises FileExistsError where the name is taken, also by a link, and OSError.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(file, flags, mode), "wb")


def write_atomic(target: Path, data: bytes, *, replace: bool = True, mode: int = 0o666) -> None:
    """Write ``target`` by way of a temporary neighbour, flushed to the disk before it takes the name.

    replace: False raises FileExistsError where the name is taken. mode: of the file, less the user's umask.
    Raises StorageFault; leaves no temporary file.
    """
    with writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".{secrets.token_hex(8)}{TEMPORARY}")  # as short for the longest of names
    try:
        with writing(target), open_new(temporary, mode) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, target, replace=replace)
    finally:
        temporary.unlink(missing_ok=True)


def put_in_place(temporary: Path, target: Path, *, replace: bool) -> None:
    """Give a finished file, flushed and in the same folder, its name.

    replace: False raises FileExistsError where the name is taken, and leaves the finished file. Raises StorageFault.
    """
    if replace:
        with writing(target):
            temporary.replace(target)
    else:
        _take_free_name(temporary, target)
        with disk(Message("write {path}", path=str(target))):
            temporary.unlink(missing_ok=True)
    _flush_folder(target.parent)


def move_aside(file: Path) -> Path:
    """Move a file or folder that cannot be used out of the way, under a free name beside it, and give that name."""
    number = 1
    while (kept := file.with_name(f"{file.name}.damaged-{number}")).exists():
        number += 1
    with disk(Message("move {path} aside", path=str(file))):
        file.rename(kept)
    return kept


def _take_free_name(temporary: Path, target: Path) -> None:
    """Rename, refusing a taken name: by hard link where the file system has links, else by looking first."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError(target) from None
        with writing(target):
            temporary.replace(target)


def _flush_folder(folder: Path) -> None:
    """Make the new name itself durable; systems that cannot open a folder do this on their own."""
    if os.name != "posix":
        return
    with disk(Message("write to {path}", path=str(folder))):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
