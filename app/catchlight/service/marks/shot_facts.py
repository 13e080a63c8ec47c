"""When a picture was taken, without decoding it."""

from __future__ import annotations

import datetime
import errno
import os
import stat
from pathlib import Path

from catchlight.imaging.io.exif import PREFIX, shot_time

HEAD_BYTES = 131_072
"""So much of a file is looked through for its Exif block, which is at most half of that."""


def head_of(picture: Path, size: int) -> bytes:
    """The first bytes of a regular file; a pipe or a device is not waited for. Raises OSError, ValueError for a bad name."""
    handle = os.open(picture, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        return file.read(size)


def time_taken(picture: Path) -> str:
    """``2026:11:27 18:30:05`` by its Exif, else when the file was changed last; empty where it cannot be reached."""
    try:
        head = head_of(picture, HEAD_BYTES)
        begin = head.find(PREFIX)
        told = shot_time(head[begin:]) if begin >= 0 else ""
        return told or f"{datetime.datetime.fromtimestamp(picture.stat().st_mtime):%Y:%m:%d %H:%M:%S}"
    except (OSError, OverflowError, ValueError):
        return ""
