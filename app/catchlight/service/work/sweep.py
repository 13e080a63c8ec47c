"""Finding what is stuck: items of workers that died, and items that wait in the stores and that the queue has lost."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from catchlight.service.work.lab_queue import LabQueue
from catchlight.service.work.work_queue import WorkKind, WorkRunner

if TYPE_CHECKING:
    from procrastinate.manager import JobManager

STALLED_SECONDS = 10.0
"""A worker that has sent no heartbeat for so long is dead to the queue."""


async def release_stalled(manager: JobManager, kinds: Iterable[WorkKind]) -> None:
    """Let others take what dead workers were at. Items of kinds that this program does not know are left alone.

    Raises ConnectorException.
    """
    from procrastinate.exceptions import UniqueViolation
    from procrastinate.jobs import Status

    await manager.prune_stalled_workers(STALLED_SECONDS)
    for kind in kinds:
        for job in await manager.get_stalled_jobs(queue=kind, seconds_since_heartbeat=STALLED_SECONDS):
            assert job.id is not None
            try:
                await manager.retry_job_by_id_async(job.id, retry_at=datetime.now(UTC))
            except UniqueViolation:  # the same item waits again already
                await manager.finish_job_by_id_async(job.id, Status.FAILED, delete_job=True)


def defer_lost(queue: LabQueue, runners: Iterable[WorkRunner]) -> None:
    """Put what waits in the stores into the queue, unless it stands there. Raises StorageFault."""
    for runner in runners:
        queue.defer(runner.waiting())
