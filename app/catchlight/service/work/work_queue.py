"""The port between what has to be done and who does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from catchlight.core.progress import Progress

WorkKind = Literal["selection", "batch_file"]
PRIORITIES: Mapping[WorkKind, int] = {"selection": 100, "batch_file": 0}
"""Higher ones are done first: somebody waits for a profile picture, nobody for the next file of a batch."""


@dataclass(frozen=True)
class WorkItem:
    """Something to be done. entry: the id under which the stores know all about it; nothing else ever crosses a queue.

    owner: name of the token it was asked for with, for fair sharing; None for this machine's own.
    """

    kind: WorkKind
    entry: str
    owner: str | None = None


class WorkQueue(Protocol):
    """Hands items to workers. Delivered at least once: the stores' leases make it once. Thread safe."""

    def defer(self, items: Sequence[WorkItem]) -> None:
        """There is something to be done. An item that waits already is not doubled. Raises StorageFault."""
        ...

    def cancel(self, items: Sequence[WorkItem]) -> None:
        """These need not be done any more; one at work is told by its store. Raises StorageFault."""
        ...


class WorkRunner(Protocol):
    """Does the items of one kind."""

    @property
    def kind(self) -> WorkKind: ...

    def run(self, entry: str, progress: Progress) -> None:
        """Do what the entry asks for, unless it is done, called off, or somebody else's.

        Returns when its end is stored, or when it was given back because ``progress`` was cancelled. Raises StorageFault
        where that could not be written; it is then done again.
        """
        ...

    def waiting(self) -> Sequence[WorkItem]:
        """All that is to be done and that nobody is at, longest waiting first: what a queue may have lost is found by it."""
        ...
