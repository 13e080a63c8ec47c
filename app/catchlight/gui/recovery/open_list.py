"""What is open, on disk: written while the program runs, taken back by the next start where it ended without being closed."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from PySide6.QtCore import QLockFile

from catchlight.core.errors import StorageFault
from catchlight.core.files.strict_json import parse_json
from catchlight.core.files.writing import make_private_folder, write_atomic
from catchlight.core.messages import Message
from catchlight.gui.recovery.stroke_drafts import StrokeDraft

log = logging.getLogger(__name__)

MOST_WINDOWS = 32
"""So many windows over one home keep a list of their own."""


class OpenPicture(BaseModel):
    """An open picture. pair: the other file of the same shot, empty for none.

    trail: generations of the steps that were shown, in that order, None for the picture as opened. strokes: what was drawn on
    them by hand and not applied."""

    model_config = ConfigDict(frozen=True)

    path: str
    name: str = ""
    sample: bool = False
    pasted: bool = False
    pair: str = ""
    trail: tuple[str | None, ...] = ()
    position: int = 0
    strokes: tuple[StrokeDraft, ...] = ()


class TabDraft(BaseModel):
    """What a tab was set to and had not applied. parameters: as the operation of that name takes them. pictures: where those
    that join the source are found again, in words of the tab's own."""

    model_config = ConfigDict(frozen=True)

    tab: str
    parameters: dict[str, Any]
    pictures: tuple[str, ...] = ()


class OpenList(BaseModel):
    """Everything that was open. current: index of the picture that was shown. tries: starts that took it back and ended badly.
    closed: by the user, who wants to go on with the same pictures.
    """

    model_config = ConfigDict(frozen=True)

    pictures: tuple[OpenPicture, ...] = ()
    current: int = 0
    tab: str = ""
    draft: TabDraft | None = None
    tries: int = 0
    closed: bool = False


class OpenListFile:
    """A file for the list of one running window, locked while that lives: what nobody locks is left from a crash."""

    def __init__(self, folder: Path) -> None:
        """Raises StorageFault where the folder cannot be made."""
        self._folder = folder
        self._lock: QLockFile | None = None
        self._file: Path | None = None

    def claim(self) -> list[OpenList]:
        """Take a place for this window; gives the lists of windows that ended without being closed, and takes them over.

        They are deleted with the first ``write``, so that a crash before it loses nothing.
        """
        try:
            make_private_folder(self._folder)
        except OSError as fault:
            raise StorageFault(
                Message(
                    "{path} cannot be made: {why}. Check its permissions.",
                    path=str(self._folder),
                    why=str(fault.strerror),
                )
            ) from fault
        found: list[OpenList] = []
        self._stale: list[Path] = []
        for number in range(1, MOST_WINDOWS + 1):
            file = self._folder / f"window-{number}.json"
            if self._lock is not None and not file.exists():
                continue
            lock = QLockFile(str(file.with_suffix(".lock")))
            lock.setStaleLockTime(0)  # however old: only a window that is not alive any more has lost it
            if not lock.tryLock(0):
                continue
            left = self._read(file)
            if left is not None:
                found.append(left)
            if self._lock is None:
                self._lock, self._file = lock, file
            else:
                self._stale.append(file)
                lock.unlock()
        return found

    def write(self, state: OpenList) -> None:
        """Raises StorageFault."""
        if self._file is None:
            return
        write_atomic(self._file, state.model_dump_json(exclude_defaults=True).encode())
        while self._stale:
            self._stale.pop().unlink(missing_ok=True)

    def release(self, *, keep: bool) -> None:
        """The window is closed. keep: the next start opens its pictures again."""
        if self._file is not None and not keep:
            self._file.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()
        self._file = self._lock = None

    @staticmethod
    def _read(file: Path) -> OpenList | None:
        try:
            data = file.read_bytes()
            try:
                return OpenList.model_validate_json(data)
            except ValidationError as fault:
                log.warning("Not all of %s can be used: %s", file, fault)
                return OpenList.model_validate_json(_without_strokes(data))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as fault:
            log.warning("%s cannot be used: %s", file, fault)
            return None


def _without_strokes(data: bytes) -> bytes:
    """A list whose strokes another version of the program has written: its pictures open all the same. Raises ValueError."""
    found = parse_json(data)
    pictures = found.get("pictures") if isinstance(found, dict) else None
    for picture in pictures if isinstance(pictures, list) else ():
        if isinstance(picture, dict):
            picture.pop("strokes", None)
    return json.dumps(found).encode()
