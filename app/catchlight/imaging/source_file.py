"""The file that a picture came from, for what has to look at its bytes again when a result of it is written."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catchlight.imaging.picture import Picture

_HEAD = 4096
"""Bytes that tell a file's type."""


@dataclass(frozen=True)
class SourceFile:
    """A file by its path, or by its bytes where it has none. steps: of the record that it held when it was read."""

    media_type: str
    path: Path | None = None
    size: int = 0
    modified: int = 0
    """Nanoseconds, as the file system has them."""
    data: bytes = field(default=b"", repr=False)
    steps: int = 0

    def read(self) -> bytes | None:
        """Its bytes; None where the file is gone, cannot be read, or was changed since."""
        if self.path is None:
            return self.data
        try:
            with self.path.open("rb") as file:
                status = os.fstat(file.fileno())
                if (status.st_size, status.st_mtime_ns) != (self.size, self.modified):
                    return None
                return file.read()
        except OSError:
            return None


def read_from(picture: Picture, path: Path) -> Picture:
    """The picture, knowing the file that it was just read from; as it was where that cannot be asked any more."""
    try:
        status = path.stat()
    except OSError:
        return picture
    said = picture.metadata
    source = SourceFile(
        said.media_type, path.absolute(), status.st_size, status.st_mtime_ns, steps=len(picture.record.steps)
    )
    return picture.with_(metadata=replace(said, sources=(source,)))


def traced(picture: Picture, path: Path) -> Picture:
    """The picture, knowing a file that it was made from and not read from itself; as it was where that is gone."""
    from catchlight.imaging.io.sniff import sniff

    try:
        with path.open("rb") as file:
            head, status = file.read(_HEAD), os.fstat(file.fileno())
    except OSError:
        return picture
    source = SourceFile(sniff(head) or "", path.absolute(), status.st_size, status.st_mtime_ns)
    return picture.with_(metadata=replace(picture.metadata, sources=(source,)))


def sent_as(picture: Picture, data: bytes) -> Picture:
    """The picture, knowing the bytes that it was decoded from."""
    said = picture.metadata
    source = SourceFile(said.media_type, data=data, size=len(data), steps=len(picture.record.steps))
    return picture.with_(metadata=replace(said, sources=(source,)))


def joined(picture: Picture, pictures: tuple[Picture, ...]) -> Picture:
    """A result, knowing the files of what it was made from: the first picture's, then those of the others."""
    found = dict.fromkeys(source for one in pictures for source in one.metadata.sources)
    sources = tuple(found)
    if sources == picture.metadata.sources:
        return picture
    return picture.with_(metadata=replace(picture.metadata, sources=sources))
