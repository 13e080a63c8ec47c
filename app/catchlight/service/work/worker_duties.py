"""What a worker of a lab does beside its items: it is heard of, sweeps the queue, and attends to what one of all workers does."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from catchlight.core.errors import StorageFault
from catchlight.service.work.lab_queue import LabQueue
from catchlight.service.work.sweep import defer_lost, release_stalled
from catchlight.service.work.work_queue import WorkKind, WorkRunner
from catchlight.store.database.database import Database
from catchlight.store.jobs.owners import this_owner
from catchlight.store.work.duties import begin_duty
from catchlight.store.work.members import BEAT_SECONDS, Members

if TYPE_CHECKING:
    from procrastinate.manager import JobManager

Duty = tuple[float, Callable[[], object]]
"""How many seconds lie between two times, whichever workers do it, and what is done: on a thread; it may raise StorageFault."""
SWEEP_SECONDS = 4.0
"""How often one of all workers looks for what is stalled or lost."""
_DUTY_SECONDS = 15.0
"""How often a worker asks whether a duty is due."""
_LOG = logging.getLogger(__name__)


class WorkerDuties:
    """Three coroutines that go on until they are cancelled; a database that is away stops none of them."""

    def __init__(
        self,
        database: Database,
        queue: LabQueue,
        runners: Sequence[WorkRunner],
        jobs: int,
        duties: Mapping[str, Duty],
        busy: Callable[[], int],
    ) -> None:
        """jobs: items at once; busy: how many of them there are now."""
        self._database, self._queue, self._runners = database, queue, runners
        self._jobs, self._busy = jobs, busy
        self._members, self._name = Members(database), this_owner()
        self._duties: dict[str, Duty] = {"work_members": (60.0, self._members.forget_dead), **duties}
        self._done: Counter[str] = Counter()
        self._seconds: dict[str, float] = defaultdict(float)
        self._refused = False

    def note(self, kind: WorkKind, seconds: float) -> None:
        """An item was done. On the event loop."""
        self._done[kind] += 1
        self._seconds[kind] += seconds

    def leave(self) -> None:
        """Be counted among the workers no more. Raises StorageFault."""
        self._members.leave(self._name)

    async def beat(self) -> None:
        while True:
            done = {kind: (count, self._seconds[kind]) for kind, count in self._done.items() if count}
            if await self._safely(asyncio.to_thread(self._beat, done)):
                for kind, (count, seconds) in done.items():
                    self._done[kind] -= count
                    self._seconds[kind] -= seconds
            await asyncio.sleep(BEAT_SECONDS)

    async def sweep(self, manager: JobManager) -> None:
        """Every worker asks whether it is time, and one of them sweeps."""
        while True:
            await self._safely(self._sweep(manager))
            await asyncio.sleep(SWEEP_SECONDS / 4)

    async def attend(self) -> None:
        """Every worker asks for each duty, and one of them gets it."""
        while True:
            for name, (seconds, duty) in self._duties.items():
                await self._safely(asyncio.to_thread(self._attend, name, seconds, duty))
            await asyncio.sleep(_DUTY_SECONDS)

    def _beat(self, done: Mapping[str, tuple[int, float]]) -> None:
        self._members.beat(self._name, "worker", self._jobs, self._busy())
        if done:
            self._members.note_durations(done)

    async def _sweep(self, manager: JobManager) -> None:
        if await asyncio.to_thread(begin_duty, self._database, "work_sweep", SWEEP_SECONDS):
            await release_stalled(manager, [runner.kind for runner in self._runners])
            await asyncio.to_thread(defer_lost, self._queue, self._runners)

    def _attend(self, name: str, seconds: float, duty: Callable[[], object]) -> None:
        if begin_duty(self._database, name, seconds):
            duty()

    async def _safely(self, work: Awaitable[None]) -> bool:
        """Whether it could be done; a database that is away is told once, and when it is back."""
        try:
            await work
        except Exception as fault:
            if not is_database_fault(fault):
                raise
            if not self._refused:
                _LOG.warning("%s", fault)
            self._refused = True
            return False
        if self._refused:
            _LOG.warning("The database is back.")
        self._refused = False
        return True


def is_database_fault(fault: Exception) -> bool:
    """Whether a fault says that the database is away, or refuses."""
    import psycopg
    from procrastinate.exceptions import ConnectorException

    return isinstance(fault, ConnectorException | psycopg.Error | OSError | StorageFault)
