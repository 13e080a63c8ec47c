"""The journals of all batches: begun, found again after a crash, and forgotten when they are old."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk, make_private_folder
from catchlight.core.messages import Message
from catchlight.store.batches.journal import SUFFIX, BatchBusy, Journal, PlanT
from catchlight.store.database.sqlite import DamagedFile

KEPT = 20
"""So many journals of ended batches are kept, the newest."""
log = logging.getLogger(__name__)


class Journals(Generic[PlanT]):
    """A folder with a journal for each batch; made when the first one begins. ``notices`` tells which were damaged."""

    def __init__(self, folder: Path, plan: type[PlanT], *, forgets: bool = True) -> None:
        """plan: what the journals' plans are read as. forgets: whether old journals of ended batches are deleted."""
        self.folder = folder
        self.notices: tuple[Message, ...] = ()
        self._plan = plan
        self._forgets = forgets

    def begin(self, plan: PlanT) -> Journal[PlanT]:
        """A journal for a new batch. Raises StorageFault."""
        with disk(Message("create {path}", path=str(self.folder))):
            make_private_folder(self.folder)
        self.forget_old()
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{secrets.token_hex(3)}"
        return Journal.create(self.folder / f"{name}{SUFFIX}", plan)

    def find(self, wanted: Callable[[Journal[PlanT]], bool], *, busy_too: bool = False) -> Journal[PlanT] | None:
        """The newest journal that fits and that nobody is at, the others are closed again. busy_too: also one that somebody is
        at. Raises StorageFault."""
        for path in self._paths():
            journal = self._opened(path)
            if journal is None:
                continue
            if wanted(journal) and (busy_too or not _busy(journal)):
                return journal
            journal.close()
        return None

    def unfinished(self) -> Journal[PlanT] | None:
        """The newest batch that was interrupted: neither finished nor called off, and nobody is at it."""
        return self.find(lambda journal: journal.state == "open")

    def forget_old(self) -> None:
        """Delete the journals of ended batches beyond the newest; those to be continued stay."""
        if not self._forgets:
            return
        ended = 0
        for path in self._paths():
            journal = self._opened(path)
            if journal is None:
                continue
            state = journal.state
            journal.close()
            ended += state != "open"
            if state != "open" and ended > KEPT:
                for file in self.folder.glob(f"{path.stem}.*"):
                    with disk(Message("delete {path}", path=str(file))):
                        file.unlink(missing_ok=True)

    def _opened(self, path: Path) -> Journal[PlanT] | None:
        """None for one that cannot be used: of a newer program, or damaged, which is told."""
        try:
            return Journal(path, self._plan)
        except DamagedFile as fault:
            self.notices += (fault.message,)
        except StorageFault as fault:
            log.warning("%s", fault.message)
        return None

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob(f"*{SUFFIX}"), reverse=True) if self.folder.is_dir() else []


def _busy(journal: Journal[Any]) -> bool:
    try:
        with journal.held():
            return False
    except BatchBusy:
        return True
