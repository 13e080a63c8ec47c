"""Where files of a session can lie that never reach a disk: file systems in memory."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

IN_MEMORY = frozenset({"tmpfs", "ramfs"})
"""File systems that keep their files in memory. What the system swaps out of a tmpfs is on disk: see docs/kiosk.md."""
MOUNTS = Path("/proc/self/mountinfo")
SHARED_MEMORY = Path("/dev/shm")  # nosec B108 # folders there are made by mkdtemp, or only searched
"""Files there never reach a disk (Linux)."""
_ROOM = 256 * 1024 * 1024
"""Bytes that a session with takes of 24 megapixels and their results needs."""


def session_roots() -> list[Path]:
    """Folders in which sessions may lie, or may have lain before a crash: in memory first, the system's temporary folder last."""
    named = [SHARED_MEMORY, Path(os.environ.get("XDG_RUNTIME_DIR") or SHARED_MEMORY)]
    found = [folder for folder in dict.fromkeys(named) if is_in_memory(folder) and os.access(folder, os.W_OK | os.X_OK)]
    return [*found, Path(tempfile.gettempdir())]


def best_root() -> Path:
    """The first of ``session_roots`` with room for a session; the last where none has."""
    roots = session_roots()
    return next((root for root in roots if free_bytes(root) >= _ROOM), roots[-1])


def free_bytes(folder: Path) -> int:
    """Free space for files of this user; 0 where it cannot be told."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


def is_in_memory(folder: Path) -> bool:
    """Whether files in a folder lie in memory; False where the system does not tell (it is Linux that does)."""
    return file_system(folder) in IN_MEMORY


def file_system(folder: Path, mounts: Path = MOUNTS) -> str:
    """The type of the file system that a folder lies on, "" where the system does not tell. mounts: as in proc(5)."""
    try:
        real = folder.resolve(strict=True)
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    kind, longest = "", -1
    for place, name in _mounted(lines):
        if real.is_relative_to(place) and len(place.parts) >= longest:  # a later mount lies over an earlier one
            kind, longest = name, len(place.parts)
    return kind


def _mounted(lines: list[str]) -> Iterator[tuple[Path, str]]:
    """Mount points and their types. Blanks in names are written as octal numbers."""
    for line in lines:
        before, found, after = line.partition(" - ")
        fields = before.split(" ")
        if found and len(fields) > 4:
            place = fields[4]
            for written, sign in ((r"\040", " "), (r"\011", "\t"), (r"\012", "\n"), (r"\134", "\\")):
                place = place.replace(written, sign)
            yield Path(place), after.split(" ")[0]
