"""Reading picture files: only regular ones, no more than is allowed, and every fault of a decoder told as one of the picture."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.engine.errors import CatchlightError, ImageTooLarge, StorageFault, UnsupportedImage
from catchlight.service.files.naming import shown_name

if TYPE_CHECKING:
    from catchlight.engine.codec import Limits
    from catchlight.engine.picture import Picture

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
log = logging.getLogger(__name__)


def read_file(path: Path, max_bytes: int) -> bytes:
    """The bytes of a regular file; its kind and size are asked before anything is read.

    Raises UnsupportedImage for what is no regular file, ImageTooLarge beyond ``max_bytes``, StorageFault where the system
    refuses.
    """
    name = shown_name(path.name)
    try:
        _check(os.stat(path), name, max_bytes)
        # Not to wait for the other end of a pipe that takes the file's place between the two calls.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        with open(handle, "rb") as file:
            _check(os.fstat(handle), name, max_bytes)
            data = file.read(max_bytes + 1)
    except (OSError, ValueError) as fault:  # ValueError: a null byte in the name
        raise _refused(path, fault) from fault
    if len(data) > max_bytes:
        raise _too_large(name, len(data), max_bytes)
    return data


def check_file(path: Path, max_bytes: int) -> None:
    """Raises what ``read_file`` would, as far as it is known before reading: for readers that open files by themselves."""
    try:
        _check(os.stat(path), shown_name(path.name), max_bytes)
    except (OSError, ValueError) as fault:
        raise _refused(path, fault) from fault


def read_picture(path: Path, limits: Limits) -> Picture:
    """The picture of a file. Raises what ``read_file`` and ``decode_picture`` raise."""
    return decode_picture(read_file(path, limits.max_bytes), limits, shown_name(path.name))


def decode_picture(data: bytes, limits: Limits | None, name: str) -> Picture:
    """``codec.decode`` at the border of the engine: whatever a decoder raises concerns this picture alone.

    Raises ImageTooLarge (also where memory is short), InvalidRequest, UnsupportedImage.
    """
    from catchlight.engine import codec
    from catchlight.engine.progress import Cancelled

    called = name or "the picture"
    try:
        return codec.decode(data, limits, name)
    except (CatchlightError, Cancelled):
        raise
    except MemoryError as fault:
        raise ImageTooLarge(f"{called} needs more memory than there is. Save a smaller copy.") from fault
    except Exception as fault:
        log.warning("A decoder failed on %s (%s: %s).", called, type(fault).__name__, fault)
        raise UnsupportedImage(
            f"{called} is damaged, or of a kind that cannot be read. Open it in another program and export it again."
        ) from fault


def _check(status: os.stat_result, name: str, max_bytes: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = next((words for matches, words in _KINDS if matches(status.st_mode)), "something else")
        raise UnsupportedImage(f"{name} is no regular file but {kind}. Choose a picture file.")
    if status.st_size > max_bytes:
        raise _too_large(name, status.st_size, max_bytes)


def _too_large(name: str, size: int, max_bytes: int) -> ImageTooLarge:
    return ImageTooLarge(
        f"{name} has {size / 1e6:.1f} MB; the limit is {max_bytes / 1e6:.0f} MB (limits.maxBytes in the settings)."
    )


def _refused(path: Path, fault: OSError | ValueError) -> StorageFault:
    reason = getattr(fault, "strerror", None) or "its name is not valid"
    return StorageFault(f"Could not read {shown_name(path)}: {reason}.")
