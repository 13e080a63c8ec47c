"""A lock on a folder that ends with the process that holds it, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

LOCK_SUFFIX = ".lock"
"""Of a file beside the folder, on systems that lock files alone; it goes when it is let go."""


class FolderLock:
    """Held by one process; a second one cannot take it. Not inherited by processes that are started meanwhile."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    @classmethod
    def take(cls, folder: Path) -> FolderLock | None:
        """The lock of a folder that is there; None where somebody holds it, or the folder has gone meanwhile. Raises nothing."""
        try:
            handle = _open(folder)
        except OSError:
            return None
        if _lock(handle) and _is_still(handle, folder):
            return cls(handle)
        os.close(handle)
        return None

    def release(self) -> None:
        """Let it go; again does nothing."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        return os.open(folder.with_name(folder.name + LOCK_SUFFIX), os.O_RDWR | os.O_CREAT | os.O_TEMPORARY)

    def _lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _is_still(handle: int, folder: Path) -> bool:
        return folder.is_dir()

else:
    import fcntl

    def _open(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _is_still(handle: int, folder: Path) -> bool:
        """Whether the name still leads to what was locked."""
        try:
            return os.path.samestat(os.fstat(handle), folder.lstat())
        except OSError:
            return False
