"""When a picture was taken, without decoding it."""

from __future__ import annotations

import datetime
from pathlib import Path

from catchlight.imaging.io.exif import PREFIX, shot_time

HEAD_BYTES = 131_072
"""So much of a file is looked through for its Exif block, which is at most half of that."""


def time_taken(picture: Path) -> str:
    """``2026:11:27 18:30:05`` by its Exif, else when the file was changed last; empty where it cannot be reached."""
    try:
        with picture.open("rb") as file:
            head = file.read(HEAD_BYTES)
        begin = head.find(PREFIX)
        told = shot_time(head[begin:]) if begin >= 0 else ""
        return told or f"{datetime.datetime.fromtimestamp(picture.stat().st_mtime):%Y:%m:%d %H:%M:%S}"
    except (OSError, OverflowError, ValueError):
        return ""
