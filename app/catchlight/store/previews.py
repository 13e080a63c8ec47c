"""Small pictures that can be made again, on disk by name: bounded, the longest unused go first."""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from catchlight.core.files.writing import TEMPORARY, make_private_folder, open_new

log = logging.getLogger(__name__)

_SLACK = 0.9
"""What is left of the limit after it was passed, so that not every further picture has to look through the folder."""
_FRESH_SECONDS = 3600
"""A use within this time of the last one is not written down."""


class Previews:
    """Bytes by name. Safe for several threads, and for several processes on one folder.

    A disk that refuses is logged and never raised: what is not kept is made again. Faces lie here: the folder is the
    user's alone.
    """

    def __init__(self, folder: Path, most_bytes: int) -> None:
        """most_bytes: 0 keeps nothing. Nothing is created until something is kept."""
        self._folder = folder
        self._most = most_bytes
        self._lock = threading.Lock()
        self._size: int | None = None

    def find(self, name: str) -> bytes | None:
        """What is kept under ``name``: letters and digits, at least two."""
        file = self._file(name)
        try:
            data = file.read_bytes()
            if time.time() - file.stat().st_mtime > _FRESH_SECONDS:
                os.utime(file)
        except FileNotFoundError:
            return None
        except OSError as fault:
            log.warning("%s cannot be read: %s", file, fault)
            return None
        return data

    def keep(self, name: str, data: bytes) -> None:
        """Keep ``data`` in the place of what had the name. One picture larger than the whole limit is not kept."""
        if len(data) > self._most:
            return
        file = self._file(name)
        temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}{TEMPORARY}")
        with self._lock:
            try:
                make_private_folder(self._folder)
                file.parent.mkdir(exist_ok=True)
                known = self._total()
                before = file.stat().st_size if file.exists() else 0
                with open_new(temporary, 0o600) as written:
                    written.write(data)  # not flushed: after a crash of the system it is made again
                temporary.replace(file)
                self._size = known + len(data) - before
                if self._size > self._most:
                    self._shrink()
            except OSError as fault:
                self._size = None
                log.warning("A preview could not be kept in %s: %s", self._folder, fault)
                self._remove(temporary)

    def discard(self, name: str) -> None:
        """Forget one, as after it was found damaged."""
        with self._lock:
            self._remove(self._file(name))
            self._size = None

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            for file, _, _ in self._files():
                self._remove(file)
            self._size = None

    @property
    def bytes(self) -> int:
        """What all of them take on disk."""
        with self._lock:
            self._size = None
            return self._total()

    def _file(self, name: str) -> Path:
        return self._folder / name[:2] / name

    def _total(self) -> int:
        if self._size is None:
            self._size = sum(size for _, size, _ in self._files())
        return self._size

    def _shrink(self) -> None:
        files = sorted(self._files(), key=lambda entry: entry[2])
        total = sum(size for _, size, _ in files)
        for file, size, _ in files:
            if total <= self._most * _SLACK:
                break
            self._remove(file)
            total -= size
        self._size = total

    def _files(self) -> Iterable[tuple[Path, int, float]]:
        """Every file with its size and when it was last used; one that goes meanwhile is left out."""
        if not self._folder.is_dir():
            return
        for part in os.scandir(self._folder):
            if not part.is_dir(follow_symlinks=False):
                continue
            for entry in os.scandir(part.path):
                try:
                    found = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                yield Path(entry.path), found.st_size, found.st_mtime

    def _remove(self, file: Path) -> None:
        try:
            file.unlink(missing_ok=True)
        except OSError as fault:
            log.warning("%s cannot be deleted: %s", file, fault)


def content_version(folders: Iterable[Path], *more: object) -> str:
    """What renderings hang on besides their own wishes: the state of all files below ``folders``, and ``more``.

    Another version of the program, other weights, or a row that the user has added give another one. Takes some
    milliseconds: the files are not read, their sizes and dates are.
    """
    state = hashlib.sha256(repr(more).encode())
    for folder in folders:
        for root, inside, files in os.walk(folder):
            inside[:] = sorted(name for name in inside if name != "__pycache__")
            for name in sorted(files):
                found = os.stat(os.path.join(root, name))
                state.update(f"{os.path.join(root, name)}:{found.st_size}:{found.st_mtime_ns};".encode())
    return state.hexdigest()
