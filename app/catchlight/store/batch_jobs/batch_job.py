"""A batch of a client as it is looked at, and a file of it as it is handed over."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from catchlight.store.batch_jobs.batch_events import FileOutcome

BATCH_PATTERN = re.compile(r"batch_[0-9a-f]{32}")


@dataclass(frozen=True)
class NewFile:
    """A file of a batch that begins. refusal: code and sentence where it is known already that it cannot be done."""

    number: int
    name: str
    sha256: str
    bytes: int
    refusal: tuple[str, str] | None = None


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class BatchSummary(_Part):
    """A batch with the number of its files in each state."""

    batch_id: str
    created: datetime
    files: int
    missing: int
    waiting: int
    running: int
    done: int
    failed: int


class BatchList(_Part):
    """Batches, the newest first."""

    batches: tuple[BatchSummary, ...]


class BatchDetails(BatchSummary):
    """A batch with all its files. last_event: number of the last event that is contained in this. uploads: digests of the files
    whose bytes have not come."""

    last_event: int
    uploads: tuple[str, ...]
    outcomes: tuple[FileOutcome, ...]


def entry_of(batch: str, number: int) -> str:
    """The id of a file as work to be done."""
    return f"{batch}/{number}"


def place_of_entry(entry: str) -> tuple[str, int]:
    """Batch and number of ``entry_of``. Raises ValueError for another text."""
    batch, separator, number = entry.rpartition("/")
    if not separator or not number.isdecimal() or not BATCH_PATTERN.fullmatch(batch):
        raise ValueError(f"{entry[:80]!r} is no file of a batch")
    return batch, int(number)
