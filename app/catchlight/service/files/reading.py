"""Reading picture files: only regular ones, and no more than is allowed."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.core.errors import StorageFault, UnsupportedImage
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message

if TYPE_CHECKING:
    from catchlight.core.progress import Progress
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.imaging.picture import Picture

_KINDS = (
    (stat.S_ISDIR, Message("a folder")),
    (stat.S_ISFIFO, Message("a pipe")),
    (stat.S_ISSOCK, Message("a socket")),
    (stat.S_ISCHR, Message("a device")),
    (stat.S_ISBLK, Message("a device")),
)


def read_file(path: Path, limits: DecodeLimits) -> bytes:
    """The bytes of a regular file; its kind and size are asked before anything is read.

    Raises UnsupportedImage for what is no regular file, ImageTooLarge beyond the limits, StorageFault where the system
    refuses.
    """
    name = display_name(path.name)
    try:
        _check(os.stat(path), name, limits)
        # Not to wait for the other end of a pipe that takes the file's place between the two calls.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        with open(handle, "rb") as file:
            _check(os.fstat(handle), name, limits)
            data = file.read(limits.max_bytes + 1)
    except (OSError, ValueError) as fault:  # ValueError: a null byte in the name
        raise _refused(path, fault) from fault
    limits.check_bytes(len(data), name)
    return data


def check_file(path: Path, limits: DecodeLimits) -> None:
    """Raises what ``read_file`` would, as far as it is known before reading: for readers that open files by themselves."""
    try:
        _check(os.stat(path), display_name(path.name), limits)
    except (OSError, ValueError) as fault:
        raise _refused(path, fault) from fault


def read_picture(path: Path, limits: DecodeLimits, progress: Progress | None = None) -> Picture:
    """The picture of a file. Raises what ``read_file`` and ``codec.decode`` raise."""
    from catchlight.imaging.io import codec
    from catchlight.imaging.source_file import read_from

    picture = codec.decode(read_file(path, limits), limits, display_name(path.name), progress=progress)
    return read_from(picture, path)


def _check(status: os.stat_result, name: str, limits: DecodeLimits) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = next((words for matches, words in _KINDS if matches(status.st_mode)), Message("something else"))
        raise UnsupportedImage(
            Message("{name} is no regular file but {kind}. Choose a picture file.", name=name, kind=kind)
        )
    limits.check_bytes(status.st_size, name)


def _refused(path: Path, fault: OSError | ValueError) -> StorageFault:
    reason = getattr(fault, "strerror", None) or Message("its name is not valid")
    return StorageFault(Message("Could not read {path}: {why}.", path=display_name(path), why=reason))
