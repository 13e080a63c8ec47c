"""Which sheets were sent to a printer: a file for each, flushed to the disk before and after sending, so that a restart knows."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk, write_atomic
from catchlight.core.messages import Message

KEPT_S = 60 * 86_400
"""Records older than this are removed: no session lasts as long, and no queue remembers."""


@dataclass(frozen=True)
class SentJob:
    """job: the queue's id; "" where it is not known whether the queue took it."""

    queue: str
    job: str


class SentJobs:
    """The records of one kiosk. Keys are those of the sheets; the folder is made when something is written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, key: str) -> SentJob | None:
        """What is known of a key; None where nothing was ever sent with it. Raises StorageFault."""
        return self.read_digest(key_digest(key))

    def read_digest(self, digest: str) -> SentJob | None:
        """The same by the key's digest."""
        file = self._file(digest)
        with disk(Message("read {path}", path=str(file))):
            if not file.exists():
                return None
            data = file.read_bytes()
        try:
            entry = json.loads(data)
            return SentJob(str(entry["queue"]), str(entry["job"]))
        except (ValueError, KeyError, TypeError) as fault:
            raise StorageFault(
                Message(
                    "{path} is damaged. Look into the print queue whether the sheet was printed, then delete the file.",
                    path=str(file),
                )
            ) from fault

    def begin(self, key: str, queue: str) -> None:
        """About to be sent. Raises StorageFault."""
        self._remove_old()
        self._write(key, SentJob(queue, ""))

    def finish(self, key: str, queue: str, job: str) -> None:
        """The queue took it. Raises StorageFault."""
        self._write(key, SentJob(queue, job))

    def _file(self, digest: str) -> Path:
        return self._folder / f"{digest}.json"

    def _write(self, key: str, sent: SentJob) -> None:
        entry = {"queue": sent.queue, "job": sent.job}
        write_atomic(self._file(key_digest(key)), json.dumps(entry).encode())

    def _remove_old(self) -> None:
        if not self._folder.is_dir():
            return
        limit = time.time() - KEPT_S
        with disk(Message("tidy {path}", path=str(self._folder))):
            for file in self._folder.glob("*.json"):
                if file.stat().st_mtime < limit:
                    file.unlink(missing_ok=True)


def key_digest(key: str) -> str:
    """Of a sheet's key, for names of files and jobs: whatever the key says of a session stays here."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]
