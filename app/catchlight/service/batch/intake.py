"""Files that come to a run while it goes on, and what else is told then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from catchlight.core.messages import Message
from catchlight.store.batches.item import BatchItem


@dataclass(frozen=True)
class RunNotice:
    """Something that the user is told while a run goes on, and that is the state of no file."""

    message: Message


class Intake(Protocol):
    """Where a run's files come from that were not there when it began. Called on the thread of the run."""

    def take(self) -> Iterable[BatchItem | RunNotice]:
        """What has come since the last call: files that wait or were refused, all in the journal."""

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""
