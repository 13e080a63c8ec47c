"""The port between a run of a batch and those who do its files: processes of this computer, or a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from catchlight.service.batch.messages import Reply, Task
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal


class Crew(Protocol):
    """Takes tasks, and tells what becomes of them. Used from one thread."""

    @property
    def count(self) -> int:
        """Files that are worked on at once, for the time that is left."""
        ...

    @property
    def room(self) -> int:
        """How many more tasks can be given."""
        ...

    @property
    def working(self) -> list[int]:
        """Numbers of the files that were given and have not ended."""
        ...

    @property
    def processes(self) -> list[int]:
        """Ids of the processes of this computer that are at work."""
        ...

    def give(self, task: Task) -> None:
        """Hand a task over; its result is to lie under its temporary name when the reply says that it is done."""
        ...

    def hear(self, seconds: float) -> list[Reply]:
        """What there is to tell, waiting at most so long. Raises a CatchlightError where nobody can do the files."""
        ...

    def cancel(self) -> list[int]:
        """Call the files off. Gives the numbers of those that have ended by that; the others still reply."""
        ...

    def close(self) -> None:
        """Let go of all; what is unfinished is taken up by the next run."""
        ...


CrewMaker = Callable[[Journal[Any], Sequence[BatchItem], int], Crew]
"""Makes the crew of a run: its journal, the files that wait when it begins, how many are to be at work at once at most."""
