"""Where traces of a session could lie: folders of disk and memory, and files that this process holds open or has mapped."""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from catchlight.kiosk.wipe.ram_disk import SHARED_MEMORY
from catchlight.paths import Home

SPOOLS = (Path("/var/spool/cups"), Path("/var/cache/cups"), Path("/var/spool/cups-pdf"))
_TEMPORARY = (Path("/tmp"), Path("/var/tmp"))  # nosec B108 # searched; nothing is made there
_MAPPING = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (r\S*) \S+ \S+ (\d+)\s+(\S.*)")
_MOST_MAPPED = 1 << 30


def search_places(home: Home) -> list[Path]:
    """Every folder that the program, its libraries, the desktop and the printing system write to, without those inside others."""
    person = Path.home()
    named = [
        home.root,
        home.cache,
        Path(tempfile.gettempdir()),
        *_TEMPORARY,
        SHARED_MEMORY,
        Path(os.environ.get("XDG_RUNTIME_DIR") or SHARED_MEMORY),
        person,
        *SPOOLS,
    ]
    found = list(dict.fromkeys(place.resolve() for place in named if place.is_dir()))
    return [place for place in found if not any(place != other and place.is_relative_to(other) for other in found)]


def changed_files(places: Iterable[Path], since: float, unread: list[str]) -> Iterator[Path]:
    """Regular files of the folders and below whose content or name changed at ``since`` (seconds of the epoch) or later.

    unread: hears what could not be looked at, for want of rights. Links are not followed.
    """
    for place in places:
        for parent, folders, files in os.walk(place, onerror=lambda fault: unread.append(str(fault.filename))):
            folders[:] = [name for name in folders if not Path(parent, name).is_symlink()]
            for name in files:
                file = Path(parent, name)
                try:
                    state = file.lstat()
                except OSError:
                    continue  # gone meanwhile
                if stat.S_ISREG(state.st_mode) and max(state.st_mtime, state.st_ctime) >= since:
                    if os.access(file, os.R_OK):
                        yield file
                    else:
                        unread.append(str(file))


def open_files(since: float) -> Iterator[tuple[str, Path]]:
    """Name and path of every regular file that this process holds open, also of those without a name any more. Linux only."""
    folder = Path("/proc/self/fd")
    for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            state = entry.stat()
            name = os.readlink(entry)
        except OSError:
            continue  # that of this listing
        if stat.S_ISREG(state.st_mode) and max(state.st_mtime, state.st_ctime) >= since:
            yield f"{name} (open)", entry


def mapped_memory(since: float) -> Iterator[tuple[str, bytes]]:
    """Name and content of the files that this process has mapped and that changed, or have no name any more. Linux only."""
    table = Path("/proc/self/maps")
    if not table.is_file():
        return
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        for line in table.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
            found = _MAPPING.fullmatch(line)
            if found is None or found.group(4) == "0":
                continue
            start, end, name = int(found.group(1), 16), int(found.group(2), 16), found.group(5)
            if end - start <= _MOST_MAPPED and _is_of_interest(name, since):
                try:
                    memory.seek(start)
                    yield f"{name} (mapped)", memory.read(end - start)
                except OSError:
                    continue  # beyond the end of its file


def _is_of_interest(name: str, since: float) -> bool:
    if name.endswith(" (deleted)") or name.startswith("/memfd:"):
        return True
    try:
        state = os.stat(name)
    except OSError:
        return True
    return max(state.st_mtime, state.st_ctime) >= since
