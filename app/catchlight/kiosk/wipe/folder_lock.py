"""A lock on a folder that ends with the process that holds it, however that ends; and folders that are known by it."""

from __future__ import annotations

import logging
import os
import secrets
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from catchlight.core.files.writing import disk
from catchlight.core.messages import Message

_LOG = logging.getLogger(__name__)

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


def make_locked(root: Path, prefix: str) -> tuple[Path, FolderLock]:
    """A new, empty folder of the user's alone in ``root``, and the lock that is held on it. Raises StorageFault."""
    with disk(Message("make a folder in {path}", path=str(root))):
        while True:
            path = root / f"{prefix}{secrets.token_hex(8)}"
            path.mkdir(mode=0o700)  # fails where the name is taken, by a link too
            lock = FolderLock.take(path)
            if lock is not None:  # else a sweep met it between the two and took it for a leftover
                return path, lock


def leftovers(roots: Sequence[Path], prefix: str) -> Iterator[tuple[Path, FolderLock]]:
    """Folders with such names whose process is no more, each locked for whoever removes it.

    Folders of processes that live, those of other users, and links are left out.
    """
    for root in dict.fromkeys(roots):
        try:
            found = sorted(place for place in root.iterdir() if place.name.startswith(prefix))
        except OSError as fault:
            _LOG.warning("%s cannot be searched for leftovers: %s", root, fault.strerror)
            continue
        for place in found:
            lock = FolderLock.take(place) if _is_own(place) else None
            if lock is not None:
                yield place, lock


def _is_own(place: Path) -> bool:
    """Whether it is a folder, no link, of this user."""
    try:
        state = place.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(state.st_mode) and (not hasattr(os, "geteuid") or state.st_uid == os.geteuid())


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
