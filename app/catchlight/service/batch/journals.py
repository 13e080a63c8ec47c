"""The journals of all batches: begun, found again after a crash, and forgotten when they are old."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.service.batch.journal import SUFFIX, BatchBusy, Journal
from catchlight.service.batch.plan import BatchPlan

KEPT = 20
"""So many journals of ended batches are kept, the newest."""
log = logging.getLogger(__name__)


class Journals:
    """A folder with a journal for each batch; made when the first one begins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, plan: BatchPlan) -> Journal:
        """A journal for a new batch. Raises StorageFault."""
        with disk(Message("create {path}", path=str(self.folder))):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.forget_old()
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        return Journal.create(self.folder / f"{name}{SUFFIX}", plan)

    def find(self, wanted: Callable[[Journal], bool]) -> Journal | None:
        """The newest journal that fits and that nobody is at; the others are closed again. Raises StorageFault."""
        for path in self._paths():
            try:
                journal = Journal(path)
            except StorageFault as fault:
                log.warning("%s", fault.message)
                continue
            if wanted(journal) and not _busy(journal):
                return journal
            journal.close()
        return None

    def unfinished(self) -> Journal | None:
        """The newest batch that was interrupted: neither finished nor called off, and nobody is at it."""
        return self.find(lambda journal: journal.state == "open")

    def forget_old(self) -> None:
        """Delete the journals of ended batches beyond the newest; those to be continued stay."""
        ended = 0
        for path in self._paths():
            try:
                journal = Journal(path)
            except StorageFault:
                continue
            state = journal.state
            journal.close()
            ended += state != "open"
            if state != "open" and ended > KEPT:
                for file in self.folder.glob(f"{path.stem}.*"):
                    with disk(Message("delete {path}", path=str(file))):
                        file.unlink(missing_ok=True)

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob(f"*{SUFFIX}"), reverse=True) if self.folder.is_dir() else []


def _busy(journal: Journal) -> bool:
    try:
        with journal.held():
            return False
    except BatchBusy:
        return True
