"""What lies in a folder, and which of it has stood still long enough to be tried. Reads no file."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from catchlight.core.files.kinds import is_raw, may_have_raw, shot_of
from catchlight.intake.ignored import is_ignored, is_ignored_folder


class Stamp(NamedTuple):
    """By what a version of a file is known: bytes, and nanoseconds of its last change."""

    size: int
    modified: int


@dataclass(frozen=True)
class WaitTimes:
    """Seconds. still: size and time unchanged before a file is tried. bad: unchanged before one that is no whole picture is told
    of. rescan: between two looks at the whole folder where the system reports nothing. pair: that a JPEG waits beyond ``still``
    for its raw file, in a folder that has shown raw files."""

    still: float = 2.0
    bad: float = 60.0
    rescan: float = 30.0
    pair: float = 15.0


@dataclass
class Candidate:
    """A file that may be a picture. since: when its stamp was first seen; due: when it is to be tried next."""

    stamp: Stamp
    since: float
    due: float
    tries: int = 0


class FolderScan:
    """The files of a folder that are not dealt with yet. Times are seconds of a monotonic clock that the caller reads."""

    def __init__(
        self, folder: Path, without: Path | None, *, subfolders: bool, times: WaitTimes, settled: Mapping[Path, Stamp]
    ) -> None:
        """without: a folder inside that is left out. settled: versions of files that were dealt with before."""
        self.folder = folder
        self._without = None if without is None else os.path.realpath(without)
        self._subfolders = subfolders
        self._times = times
        self._settled = dict(settled)
        self._pending: dict[Path, Candidate] = {}
        self._shots: Mapping[tuple[Path, str], frozenset[Path]] = {}
        """The raw files and JPEGs that lie there, of shots that have a raw file."""
        self._has_shown_raws = any(map(is_raw, settled))

    @property
    def pending(self) -> int:
        """How many files are waited for."""
        return len(self._pending)

    def look(self, now: float) -> None:
        """Read the whole folder. Raises OSError where it cannot be read."""
        found = self.present()
        for path in self._settled.keys() - found.keys():
            del self._settled[path]  # comes it again, its content tells whether it was done
        for path in self._pending.keys() - found.keys():
            del self._pending[path]
        self._shots = _shots_with_raws(found)
        self._has_shown_raws = self._has_shown_raws or bool(self._shots)
        for path, stamp in found.items():
            self._note(path, stamp, now)

    def present(self) -> dict[Path, Stamp]:
        """The files that lie there now. Raises OSError."""
        return dict(self._files(self.folder))

    def due(self, now: float) -> list[tuple[Path, Stamp]]:
        """Files that have stood still and are to be tried, the oldest first."""
        for path in list(self._pending):
            stamp = stamp_of(path)
            if stamp is None:
                del self._pending[path]
            else:
                self._note(path, stamp, now)
        ready = [
            (one.since, path, one)
            for path, one in self._pending.items()
            if now >= one.due and not self._waits_for_raw(path)
        ]
        return [(path, one.stamp) for _since, path, one in sorted(ready, key=lambda entry: entry[:2])]

    def others_of_shot(self, path: Path) -> tuple[tuple[Path, Stamp], ...]:
        """The raw files of a JPEG's shot that lie there, or the JPEGs of a raw file's, as they are now."""
        others = sorted(self._shots.get(shot_of(path), ()))
        stamps = [(other, stamp_of(other)) for other in others if is_raw(other) != is_raw(path)]
        return tuple((other, stamp) for other, stamp in stamps if stamp is not None)

    def settle(self, path: Path, stamp: Stamp) -> None:
        """This version of the file is dealt with."""
        self._settled[path] = stamp
        self._pending.pop(path, None)

    def put_off(self, path: Path, now: float) -> bool:
        """A file is no whole picture yet: try it again later. False where it has stood still so long that it never will be."""
        one = self._pending[path]
        if now >= one.since + self._times.bad:
            return False
        one.tries += 1
        one.due = min(now + self._times.still * 2**one.tries, one.since + self._times.bad)
        return True

    def _note(self, path: Path, stamp: Stamp, now: float) -> None:
        if self._settled.get(path) == stamp:
            return
        known = self._pending.get(path)
        if known is None or known.stamp != stamp:
            alone = self._has_shown_raws and may_have_raw(path) and shot_of(path) not in self._shots
            self._pending[path] = Candidate(stamp, now, now + self._times.still + alone * self._times.pair)

    def _waits_for_raw(self, path: Path) -> bool:
        """Whether the raw file of its shot comes first: what becomes of that decides."""
        return may_have_raw(path) and any(
            is_raw(other) and other in self._pending for other in self._shots.get(shot_of(path), ())
        )

    def _files(self, folder: Path) -> Iterator[tuple[Path, Stamp]]:
        with os.scandir(folder) as entries:
            for entry in entries:
                path = folder / entry.name
                if entry.is_dir(follow_symlinks=False):
                    if self._subfolders and not is_ignored_folder(entry.name) and not self._is_left_out(path):
                        yield from self._inside(path)
                elif not is_ignored(entry.name) and (stamp := stamp_of(path)) is not None:
                    yield path, stamp

    def _inside(self, folder: Path) -> Iterator[tuple[Path, Stamp]]:
        try:
            yield from self._files(folder)
        except OSError:
            return  # a folder inside that is gone, or closed to us: what it holds is not offered

    def _is_left_out(self, folder: Path) -> bool:
        return self._without is not None and os.path.realpath(folder) == self._without


def _shots_with_raws(paths: Iterable[Path]) -> dict[tuple[Path, str], frozenset[Path]]:
    shots = defaultdict(set)
    for path in paths:
        if is_raw(path) or may_have_raw(path):
            shots[shot_of(path)].add(path)
    return {shot: frozenset(files) for shot, files in shots.items() if any(map(is_raw, files))}


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of a regular file, or of the one that a link leads to; None for anything else."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Stamp(status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None
