"""Watches a folder on a thread of its own and hands on the pictures that have arrived whole."""

from __future__ import annotations

import hashlib
import os
import queue
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.intake.alarm import FolderAlarm
from catchlight.intake.folder_scan import FolderScan, Stamp, WaitTimes, stamp_of
from catchlight.intake.whole import check_whole, is_begun, is_of_another_kind

_LOOK_SECONDS = 0.25
"""Between two looks at files that are waited for."""
_IDLE_SECONDS = 1.0
"""Between two looks at whether the folder is still there."""
_END_SECONDS = 10.0


@dataclass(frozen=True)
class ArrivedFile:
    """A picture that lies whole in the folder. sha256: of its bytes. others: of the same shot, a JPEG's raw files or a raw file's
    JPEGs, that lie there; a JPEG comes after its raw file."""

    path: Path
    stamp: Stamp
    sha256: str
    others: tuple[tuple[Path, Stamp], ...] = ()


@dataclass(frozen=True)
class RefusedFile:
    """A file that has stood still and is no whole picture. others: as of an ArrivedFile."""

    path: Path
    stamp: Stamp
    fault: CatchlightError
    others: tuple[tuple[Path, Stamp], ...] = ()


@dataclass(frozen=True)
class ForeignFile:
    """A file that is no picture by its name nor by what is in it."""

    path: Path
    stamp: Stamp


@dataclass(frozen=True)
class WatchNotice:
    """Something that the user is told: a folder is away, or is back. fault: why it is away."""

    message: Message
    fault: StorageFault | None = None


IntakeNews = ArrivedFile | RefusedFile | ForeignFile | WatchNotice


class FolderWatcher:
    """A context: the thread runs within it. Files there at the start are taken as those that come."""

    def __init__(
        self,
        folder: Path,
        limits: DecodeLimits,
        *,
        without: Path | None = None,
        subfolders: bool = False,
        times: WaitTimes | None = None,
        poll: bool = False,
        settled: Mapping[Path, Stamp] | None = None,
    ) -> None:
        """without: a folder inside that is left out. poll: look every second rather than rely on the system's reports.
        settled: versions of files that were dealt with before."""
        self._folder = folder
        self._limits = limits
        self._subfolders = subfolders
        self._poll = poll
        self._times = times or WaitTimes()
        self._scan = FolderScan(folder, without, subfolders=subfolders, times=self._times, settled=settled or {})
        self._news: queue.SimpleQueue[IntakeNews] = queue.SimpleQueue()
        self._woken = threading.Event()
        self._stop = threading.Event()
        self._settled = threading.Event()
        self._alarm: FolderAlarm | None = None
        self._identity: tuple[int, int] | None = None
        self._fault: Exception | None = None
        self._away = False
        self._next_look = 0.0
        self._thread = threading.Thread(target=self._watch, name="folder watcher", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._woken.set()
        self._thread.join(_END_SECONDS)

    def take(self) -> list[IntakeNews]:
        """What has come since the last call. Raises what has ended the thread, which nothing foreseen does."""
        if self._fault is not None:
            raise self._fault
        found = []
        while not self._news.empty():
            found.append(self._news.get())
        return found

    @property
    def settled(self) -> bool:
        """Whether the folder has been looked at and nothing in it is waited for; what has come must still be taken."""
        return self._settled.is_set()

    def _watch(self) -> None:
        try:
            while not self._stop.is_set():
                self._once(time.monotonic())
                self._woken.wait(_LOOK_SECONDS if self._scan.pending else _IDLE_SECONDS)
        except Exception as fault:  # noqa: BLE001 - the border of the thread: raised again where its news are taken
            self._fault = fault
        finally:
            self._end_alarm()

    def _once(self, now: float) -> None:
        """Look at the folder where there is reason to, and at the files that are due."""
        woken = self._woken.is_set()
        self._woken.clear()
        if not self._is_there():
            return
        if woken or self._poll or now >= self._next_look:
            self._next_look = now + self._times.rescan
            try:
                self._scan.look(now)
            except OSError as fault:
                self._lose(fault)
                return
        for path, stamp in self._scan.due(now):
            if self._stop.is_set():
                return
            self._try(path, stamp)
        if self._scan.pending:
            self._settled.clear()
        else:
            self._settled.set()

    def _is_there(self) -> bool:
        """Whether the folder is there; another one in its place is listened to anew."""
        try:
            status = os.stat(self._folder)
        except OSError as fault:
            self._lose(fault)
            return False
        identity = status.st_dev, status.st_ino
        deaf = self._alarm is not None and self._alarm.deaf
        if identity != self._identity or (deaf and time.monotonic() >= self._next_look):
            self._end_alarm()
            self._identity, self._next_look = identity, 0.0
            if not self._poll:
                self._alarm = FolderAlarm(self._folder, self._woken, subfolders=self._subfolders)
        if self._away:
            self._away = False
            self._news.put(WatchNotice(Message("The folder {path} is back.", path=display_name(self._folder))))
        return True

    def _lose(self, fault: OSError) -> None:
        self._end_alarm()
        self._identity = None
        self._settled.clear()
        if not self._away:
            self._away = True
            parts = {"path": display_name(self._folder), "why": fault.strerror or str(fault)}
            said = Message("The folder {path} cannot be read: {why}. It is waited for.", **parts)
            why = StorageFault(Message("The folder {path} cannot be read: {why}.", **parts))
            self._news.put(WatchNotice(said, why))

    def _try(self, path: Path, stamp: Stamp) -> None:
        """Read a file that has stood still: hand it on, refuse it, or let it wait."""
        name = display_name(path.name)
        data = b""
        try:
            self._limits.check_bytes(stamp.size, name)
            data = path.read_bytes()
            check_whole(data, self._limits, name)
        except OSError as fault:
            said = Message("Could not read {path}: {why}.", path=display_name(path), why=fault.strerror or str(fault))
            self._put_off(path, stamp, StorageFault(said))
            return
        except CatchlightError as fault:
            self._put_off(path, stamp, fault, data)
            return
        if stamp_of(path) == stamp and len(data) == stamp.size:
            others = self._scan.others_of_shot(path)
            self._news.put(ArrivedFile(path, stamp, hashlib.sha256(data).hexdigest(), others))
            self._scan.settle(path, stamp)

    def _put_off(self, path: Path, stamp: Stamp, fault: CatchlightError, data: bytes | None = None) -> None:
        """data: what was read of it; None where it cannot be read."""
        foreign = data is not None and is_of_another_kind(path, data)
        if foreign and data is not None and is_begun(data):
            self._news.put(ForeignFile(path, stamp))  # written on, it is tried again
        elif self._scan.put_off(path, time.monotonic()):
            return
        elif foreign:
            self._news.put(ForeignFile(path, stamp))
        else:
            self._news.put(RefusedFile(path, stamp, fault, self._scan.others_of_shot(path)))
        self._scan.settle(path, stamp)

    def _end_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.close()
            self._alarm = None
