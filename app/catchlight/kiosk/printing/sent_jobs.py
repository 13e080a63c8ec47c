"""Which sheets were sent to a printer: a file for each, flushed to the disk before and after sending, so that a restart knows."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk, write_atomic
from catchlight.core.messages import Message

KEPT_S = 60 * 86_400
"""Records older than this are removed: no session lasts as long, and no queue remembers."""


@dataclass(frozen=True)
class SentJob:
    """job: the queue's id; "" where it is not known whether the queue took it. outcome: how it ended, a ``JobStatus``, once the
    queue was made to forget it; ``LOST`` where the queue forgot it by itself; "" while the queue knows."""

    queue: str
    job: str
    outcome: str = ""


LOST = "lost"


class SentJobs:
    """The records of one kiosk. Keys are those of the sheets; the folder is made when something is written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unwritten: dict[tuple[str, str], str] = {}
        """Outcomes, by queue and job, that the disk had no room for."""

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
            return SentJob(str(entry["queue"]), str(entry["job"]), str(entry.get("outcome", "")))
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
        self._write(self._file(key_digest(key)), SentJob(queue, ""))

    def finish(self, key: str, queue: str, job: str) -> None:
        """The queue took it. Raises StorageFault."""
        self.finish_digest(key_digest(key), queue, job)

    def finish_digest(self, digest: str, queue: str, job: str) -> None:
        """The same by the key's digest."""
        self._write(self._file(digest), SentJob(queue, job))

    def end(self, queue: str, job: str, outcome: str) -> None:
        """The queue is about to forget the job. Raises StorageFault; the outcome is known then until the program ends."""
        self._unwritten[queue, job] = outcome
        found = next(((digest, sent) for digest, sent in self.newest() if (sent.queue, sent.job) == (queue, job)), None)
        if found is not None:
            self._write(self._file(found[0]), replace(found[1], outcome=outcome))
        del self._unwritten[queue, job]

    def outcome(self, queue: str, job: str) -> str:
        """How a job ended that the queue does not know any more; "" where that is not known here either."""
        if (queue, job) in self._unwritten:
            return self._unwritten[queue, job]
        return next((sent.outcome for _, sent in self.newest() if (sent.queue, sent.job) == (queue, job)), "")

    def newest(self) -> Iterator[tuple[str, SentJob]]:
        """All records with their digests, the last one first: a queue that was set up anew gives its numbers again. Raises
        StorageFault."""
        if not self._folder.is_dir():
            return
        with disk(Message("read {path}", path=str(self._folder))):
            files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files:
            sent = self.read_digest(file.stem)
            if sent is not None:
                yield file.stem, sent

    def _file(self, digest: str) -> Path:
        return self._folder / f"{digest}.json"

    def _write(self, file: Path, sent: SentJob) -> None:
        write_atomic(file, json.dumps(asdict(sent)).encode())

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
