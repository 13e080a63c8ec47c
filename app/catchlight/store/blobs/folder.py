"""Blobs as files of one folder: of this computer, or of a share that several servers have mounted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import TEMPORARY, disk, make_private_folder, write_atomic
from catchlight.core.messages import Message
from catchlight.store.blobs.blobs import BlobInfo
from catchlight.store.blobs.keys import damage, is_by_digest, is_intact, shard

LEAST_FREE = 100_000_000
"""Bytes that must be free on the disk."""


class FolderBlobs:
    """Files for this user alone, flushed to the disk before they take their names."""

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        """Makes the folder. shared: of several servers; a file then lies in a folder of the first two characters of its key, so
        that none holds a million. Raises StorageFault.
        """
        self.folder = folder
        self._shared = shared
        with disk(Message("create {path}", path=str(folder))):
            make_private_folder(folder)

    @property
    def shared(self) -> bool:
        return self._shared

    def put(self, key: str, data: bytes) -> None:
        file = self._file(key)
        if self._shared:
            with disk(Message("create {path}", path=str(file.parent))):
                file.parent.mkdir(mode=0o700, exist_ok=True)
        write_atomic(file, data, mode=0o600)

    def get(self, key: str) -> bytes:
        with disk(Message("read the picture {key}", key=key)):
            try:
                data = self._file(key).read_bytes()
            except FileNotFoundError:
                raise KeyError(key) from None
        if not is_intact(key, data):
            raise damage(key)
        return data

    @contextmanager
    def open(self, key: str) -> Iterator[BinaryIO]:
        if is_by_digest(key):
            yield BytesIO(self.get(key))  # nothing of a damaged one is given out
            return
        with disk(Message("read the picture {key}", key=key)):
            try:
                file = self._file(key).open("rb")
            except FileNotFoundError:
                raise KeyError(key) from None
        with file:
            yield file

    def delete(self, key: str) -> None:
        with disk(Message("delete {path}", path=key)):
            self._file(key).unlink(missing_ok=True)

    def list(self) -> Iterator[BlobInfo]:
        """With what writers who died have left half written, whose keys lead to them but are nobody's."""
        with disk(Message("read {path}", path=str(self.folder))):
            for entry in self._entries():
                with suppress(FileNotFoundError):  # it goes meanwhile
                    found = entry.stat(follow_symlinks=False)
                    key = entry.name
                    if self._shared and key.endswith(TEMPORARY):
                        key = f"{Path(entry.path).parent.name}/{key}"
                    yield BlobInfo(key, found.st_size, datetime.fromtimestamp(found.st_mtime, UTC))

    def check(self) -> None:
        with disk(Message("use the store in {path}", path=str(self.folder))):
            free = shutil.disk_usage(self.folder).free
        if not os.access(self.folder, os.W_OK):
            raise StorageFault(
                Message("The store in {path} cannot be written to. Check its permissions.", path=str(self.folder))
            )
        if free < LEAST_FREE:
            raise StorageFault(
                Message("The disk of the store in {path} is full. Free at least 100 MB.", path=str(self.folder))
            )

    def _file(self, key: str) -> Path:
        return self.folder / (shard(key) if self._shared else key)

    def _entries(self) -> Iterator[os.DirEntry[str]]:
        with os.scandir(self.folder) as found:
            for entry in found:
                if self._shared and entry.is_dir(follow_symlinks=False):
                    with os.scandir(entry.path) as inside:
                        yield from (file for file in inside if file.is_file(follow_symlinks=False))
                elif not self._shared:
                    yield entry
