"""Ratings, flags and colour labels of picture files: in XMP sidecars, or where none can be written, in the store."""

from __future__ import annotations

import errno
import logging
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.core.errors import StorageFault
from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import write_atomic
from catchlight.core.messages import Message
from catchlight.imaging.sidecar.mark import NO_MARK, PictureMark
from catchlight.imaging.sidecar.packet import LONGEST, put_mark, read_mark
from catchlight.imaging.sidecar.packet_layout import NotXmp
from catchlight.service.marks.shot_facts import head_of
from catchlight.service.marks.sidecar_names import newest_first, sidecars_to_read, sidecars_to_write

if TYPE_CHECKING:
    from catchlight.store.marks import MarkStore

HEAD_BYTES = 262_144
"""So much of a picture is looked through for a packet inside: JPEGs have theirs within the first segments."""
_BEGIN, _END = b"<x:xmpmeta", b"</x:xmpmeta>"
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)

log = logging.getLogger(__name__)


class PictureGone(StorageFault):
    """The picture that is to be marked lies in its folder no more. ``picture``: where it was."""

    def __init__(self, picture: Path) -> None:
        name = display_name(picture.name)
        super().__init__(
            Message("{name} is not there any more, and was not rated. Close it, or bring it back.", name=name)
        )
        self.picture = picture


class MarkFiles:
    """Reads and writes marks. Thread safe."""

    def __init__(self, open_store: Callable[[], MarkStore]) -> None:
        """open_store: opened when it is first needed."""
        self._open = open_store
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._store: MarkStore | None = None

    @property
    def store(self) -> MarkStore:
        """Raises StorageFault where it cannot be opened; the next call tries again."""
        with self._lock:
            if self._store is None:
                self._store = self._open()
            return self._store

    def read(self, picture: Path, others: Sequence[Path] = ()) -> PictureMark:
        """The mark of a picture: of the store, of the newest sidecar that has one, else of the packet inside the file.

        others: the other files of the same shot, such as the JPEG beside a raw file; what is said of any of them counts.
        Raises StorageFault where the store cannot be read. Sidecars that cannot be read are passed over.
        """
        files = (picture, *others)
        for file in files:
            kept = self.store.get(file)
            if kept is not None:
                return kept
        for sidecar in sidecars_to_read(files):
            try:
                found = read_mark(_bytes_of(sidecar))
            except (OSError, NotXmp) as fault:
                log.warning("%s is passed over: %s", sidecar, fault)
                continue
            if found is not None:
                return found
        return next((mark for mark in map(_inside, newest_first(files)) if mark is not None), NO_MARK)

    def write(self, picture: Path, mark: PictureMark, others: Sequence[Path] = ()) -> Message | None:
        """Keep a mark. None where it stands in the sidecars; else the reason why it is kept in the store instead.

        others: the other files of the same shot, which get the same mark where they are there.
        Raises PictureGone where the folder is there and the picture is not, and StorageFault where neither takes the mark.
        """
        with self._writing:
            if _is_gone(picture):
                raise PictureGone(picture)
            reasons = [self._write_one(file, mark) for file in (picture, *others) if not _is_gone(file)]
            return next((reason for reason in reasons if reason is not None), None)

    def _write_one(self, picture: Path, mark: PictureMark) -> Message | None:
        refused = self._write_sidecars(picture, mark)
        if refused is not None:
            self.store.put(picture, mark)
        elif self.store.get(picture) is not None:
            self.store.forget(picture)
        return refused

    def close(self) -> None:
        with self._lock:
            if self._store is not None:
                self._store.close()
                self._store = None

    @staticmethod
    def _write_sidecars(picture: Path, mark: PictureMark) -> Message | None:
        if not os.path.isdir(picture.parent):  # a disk that is away: no folder is made in its place
            return Message(
                "The folder {folder} is not there now. The ratings of its pictures are kept by Catchlight, and other programs do "
                "not see them.",
                folder=display_name(picture.parent),
            )
        for file in sidecars_to_write(picture):
            try:
                before = _bytes_of(file) if file.exists() else None
                after = put_mark(before, mark)
                if after != before:
                    write_atomic(file, after)
            except (OSError, StorageFault, NotXmp) as fault:
                log.warning("%s could not be written: %s", file, fault)
                return _reason(file, fault)
        return None


def _is_gone(picture: Path) -> bool:
    """Whether its folder is there and it is not."""
    return os.path.isdir(picture.parent) and not os.path.lexists(picture)


def _bytes_of(file: Path) -> bytes:
    """Raises OSError."""
    return head_of(file, LONGEST + 1)


def _inside(picture: Path) -> PictureMark | None:
    """What the packet inside the picture says."""
    try:
        head = head_of(picture, HEAD_BYTES)
        begin = head.find(_BEGIN)
        end = head.find(_END, begin)
        return read_mark(head[begin : end + len(_END)]) if 0 <= begin < end else None
    except (OSError, ValueError) as fault:  # NotXmp is one; and so is a null byte in the name
        log.info("%s has no readable mark inside: %s", picture, fault)
        return None


def _reason(file: Path, fault: Exception) -> Message:
    cause = fault.__cause__ if isinstance(fault, StorageFault) else fault
    if isinstance(cause, OSError) and cause.errno in _FORBIDDEN:
        return Message(
            "Nothing can be written into the folder {folder}: it is read-only. The ratings of its pictures are kept by "
            "Catchlight, and other programs do not see them.",
            folder=str(file.parent),
        )
    if isinstance(fault, NotXmp):
        return Message(
            "{name} is damaged and was left as it is. The rating is kept by Catchlight; move that file away, and the "
            "next rating is written anew.",
            name=display_name(file.name),
        )
    return Message(
        "{name} could not be written ({why}). The rating is kept by Catchlight, and other programs do not see it.",
        name=display_name(file.name),
        why=str(getattr(cause, "strerror", None) or cause),
    )
