"""Giving a finished result its name exactly once, whatever is killed in between."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catchlight.core.errors import InvalidRequest
from catchlight.core.files.naming import add_number
from catchlight.core.files.originals import is_one_of, refuse_original
from catchlight.core.files.writing import TEMPORARY, disk, put_in_place
from catchlight.core.messages import Message
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PendingResult:
    """A finished result under its temporary name. values: what the words of the pattern stand for."""

    number: int
    sha256: str
    suffix: str
    values: Mapping[str, object]
    seconds: float
    verdict: str | None = None
    notes: tuple[str, ...] = ()


def temporary_path(journal: Journal[Any], number: int) -> Path:
    """Where the result of a file lies until it has its name; one place for each, so that leftovers are found."""
    return Path(journal.plan.output.folder, f".{journal.id}-{number}{TEMPORARY}")


class Publisher:
    """Names results by the plan. First the intention is in the journal, then the file has its name, then it is done."""

    def __init__(self, journal: Journal[Any], open_files: Callable[[], Sequence[Path]] = tuple) -> None:
        """journal: of a BatchPlan, or of another plan with an output and sources. open_files: gives those of pictures that are
        open meanwhile, which are not written over either.
        """
        self._journal = journal
        self._output = journal.plan.output
        self._sources = set(journal.plan.sources)
        self._open_files = open_files

    def publish(self, made: PendingResult) -> BatchItem:
        """Raises InvalidRequest where the name is taken and numbers were not wished for, StorageFault."""
        path = self._output.folder / self._output.file_name(made.values, made.suffix)
        return self._put(path, made)

    def refuse_early(self, number: int, name: str, date: str) -> None:
        """Whether the result is sure to be refused, before any work. Raises InvalidRequest.

        Only where the pattern's name is known without the result.
        """
        if self._output.taken != "refuse" or self._output.media_type is None:
            return
        known = {"name": name, "number": number + 1, "date": date}
        if any(f"{{{word}}}" in self._output.pattern for word in ("document", "width", "height")):
            return
        from catchlight.imaging.io import codec

        path = self._output.folder / self._output.file_name(known, codec.EXTENSIONS[self._output.media_type])
        if os.path.lexists(path):
            raise self._taken(path)

    def recover(self) -> None:
        """Bring the journal and the folder together after a crash: what has its name is done, what is finished gets it."""
        for item in self._journal.items():
            if item.state != "writing" or item.output is None or item.sha256 is None:
                continue
            waiting = temporary_path(self._journal, item.number)
            if _sum(item.output) == item.sha256:
                self._journal.finish(item.number)
            elif _sum(waiting) == item.sha256:
                seconds = item.seconds or 0.0
                made = PendingResult(
                    item.number, item.sha256, item.output.suffix, {}, seconds, item.verdict, item.notes
                )
                try:
                    self._put(item.output, made)
                except InvalidRequest as fault:
                    self._journal.fail(item.number, fault.code, fault.message, made.seconds)
            else:
                self._journal.release(item.number)
        self.sweep()

    def sweep(self) -> None:
        """Delete what was begun and will be made anew; nobody writes any more. What waits for its name stays."""
        waiting = {
            temporary_path(self._journal, item.number) for item in self._journal.items() if item.state == "writing"
        }
        for left in self._output.folder.glob(f".{self._journal.id}-*{TEMPORARY}"):
            if left in waiting:
                continue
            with disk(Message("delete {path}", path=str(left))):
                left.unlink(missing_ok=True)

    def _put(self, wanted: Path, made: PendingResult) -> BatchItem:
        finished, path, number = temporary_path(self._journal, made.number), wanted, 2
        while True:
            own = self._is_source(path)
            if own and self._output.taken != "number":
                raise InvalidRequest(
                    Message(
                        "{path} is a picture of the batch, which is never written over. Choose another name.",
                        path=str(path),
                    )
                )
            if self._output.taken == "replace":
                refuse_original(path, self._open_files())
            told = made.verdict, made.notes
            if not own and self._journal.intend(made.number, path, made.sha256, made.seconds, *told):
                try:
                    put_in_place(finished, path, replace=self._output.taken == "replace")
                except FileExistsError:
                    if self._output.taken == "refuse":
                        raise self._taken(path) from None
                else:
                    return self._journal.finish(made.number)
            path, number = add_number(wanted, number), number + 1

    def _is_source(self, path: Path) -> bool:
        """Whether writing there would touch a picture that the batch reads: also under another name of its."""
        return path in self._sources or is_one_of(path, self._sources)

    @staticmethod
    def _taken(path: Path) -> InvalidRequest:
        return InvalidRequest(
            Message(
                "{path} exists already. Choose another folder or name, or let it be replaced or numbered.",
                path=str(path),
            )
        )


def _sum(file: Path) -> str | None:
    """sha256 of a file; None where there is none. Raises StorageFault."""
    if not file.is_file():
        return None
    with disk(Message("read {path}", path=str(file))), file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
