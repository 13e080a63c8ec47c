"""Profile pictures as work of a lab: whichever worker is told of a job does it, while its lease is kept."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

from catchlight.core.errors import StorageFault
from catchlight.core.progress import Progress
from catchlight.service.selection.job_execution import JobExecutor
from catchlight.service.selection.job_steps import JobResources
from catchlight.service.selection.notifier import JobNotifier
from catchlight.service.work.work_queue import WorkItem, WorkKind
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.jobs.leases import Leases

PATIENCE_SECONDS = 45.0
"""How long a database that is away is waited for before a job's end is given up and the job done again."""
_LOG = logging.getLogger(__name__)


class SelectionRunner:
    """Does selection jobs by their ids, in as many threads as call ``run``."""

    kind: WorkKind = "selection"

    def __init__(self, leases: Leases, resources: JobResources, patience: float = PATIENCE_SECONDS) -> None:
        self._leases = leases
        self._executor = JobExecutor(leases, resources, JobNotifier(), patience=patience)
        self._closing = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="leases", daemon=True)

    def start(self) -> None:
        """Keep the leases of what runs from now on, until ``close``."""
        self._keeper.start()

    def close(self) -> None:
        self._closing.set()
        self._keeper.join()

    def run(self, entry: str, progress: Progress) -> None:
        lease = self._leases.take(entry)
        if lease is None:
            return  # ended, called off, or another worker's
        try:
            self._executor.run(lease, progress)
        except LeaseLost:
            _LOG.warning("Job %s went to another process; it is left to that one.", entry)

    def waiting(self) -> Sequence[WorkItem]:
        return [WorkItem("selection", job, client) for job, client in self._leases.waiting()]

    def _keep(self) -> None:
        pause = min(1.0, self._leases.lease / 4)
        while not self._closing.wait(pause):
            try:
                self._executor.renew()
            except StorageFault as fault:
                _LOG.warning("%s", fault.message)
