"""Doing a job that was taken: its steps, what is told of them, its lease meanwhile, and its end; here and in a lab."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.service.delivery.targets import DeliveryFault
from catchlight.service.selection import job_steps
from catchlight.service.selection.failures import failure_of
from catchlight.service.selection.job_steps import JobResources
from catchlight.service.selection.notifier import JobNotifier
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.jobs.leases import MOST_ATTEMPTS, Lease, Leases, StepResult
from catchlight.store.jobs.ledger import cancellation

T = TypeVar("T")
StopReason = Literal["", "parked", "cancelled", "lost"]

STORAGE_RETRIES = RetryPolicy(first=1.0, longest=15.0)
"""Waits for a disk or a database that refuses; there is no last one."""
_TELL_SECONDS, _TELL_SHARE = 0.25, 0.02
"""Inside a step an event is told at most this often, and only for that much progress."""
_LOG = logging.getLogger(__name__)


@dataclass
class RunningJob:
    """One job at work. why: for what reason it was stopped."""

    leases: Leases
    lease: Lease
    notifier: JobNotifier
    patience: float
    around: Progress
    progress: Progress = field(init=False)
    step: str = ""
    why: StopReason = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _told: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.progress = self.around.linked(self.heard)

    def stop(self, why: StopReason) -> None:
        self.why = self.why or why
        self.progress.cancel()

    def hold(self) -> None:
        self.write(lambda: self.leases.hold(self.lease))

    def begin(self, step: str, fraction: float, done: StepResult | None) -> None:
        with self._lock:
            self.step = step
            self._tell(step, fraction, done)

    def heard(self, fraction: float, step: str) -> None:
        with self._lock:
            before, at = self._told
            if time.monotonic() - at >= _TELL_SECONDS and fraction - before >= _TELL_SHARE:
                self._tell(step, fraction)

    def write(self, work: Callable[[], T]) -> T:
        """What ``work`` writes in the list of jobs, tried again while the patience lasts. Raises StorageFault, LeaseLost."""
        deadline, faults = time.monotonic() + self.patience, 0
        while True:
            try:
                return work()
            except StorageFault as fault:
                faults += 1
                pause = STORAGE_RETRIES.wait(faults)
                if time.monotonic() + pause > deadline or self.why == "parked":
                    raise
                _LOG.warning("Job %s: %s", self.lease.job, fault.message)
                time.sleep(pause)

    def _tell(self, step: str, fraction: float, done: StepResult | None = None) -> None:
        self.write(lambda: self.leases.advance(self.lease, step, fraction, done))
        self._told = fraction, time.monotonic()
        self.notifier.ring([self.lease.job])


class JobExecutor:
    """Does jobs that were taken, and knows those that are at work. Thread safe."""

    def __init__(
        self, leases: Leases, resources: JobResources, notifier: JobNotifier, *, patience: float = 0.0
    ) -> None:
        """patience: seconds that a database of several machines may be away before a job's step or end is given up; with it a
        fault of storage or delivery is no end of a job either while it has attempts left. 0: on one computer it is.
        """
        self.leases = leases
        self._resources, self._notifier, self._patience = resources, notifier, patience
        self._lock = threading.Lock()
        self._running: dict[str, RunningJob] = {}
        self._parking = False

    def run(self, lease: Lease, progress: Progress | None = None) -> None:
        """Do the job to its end, or until it is stopped. Cancelling ``progress`` parks it.

        Raises LeaseLost, and StorageFault where its end could not be written or it is to be tried again.
        """
        running = RunningJob(self.leases, lease, self._notifier, self._patience, progress or Progress())
        with self._lock:
            self._running[lease.job] = running
            if self._parking:
                running.stop("parked")
        try:
            self._run(running)
        finally:
            with self._lock:
                del self._running[lease.job]
            self._notifier.ring([lease.job])

    def stop(self, job: str, why: StopReason) -> None:
        """Stop a job that is at work here."""
        with self._lock:
            running = self._running.get(job)
        if running is not None:
            running.stop(why)

    def park_all(self) -> None:
        """Park what is at work here, and whatever is run from now on."""
        with self._lock:
            self._parking = True
            found = list(self._running.values())
        for running in found:
            running.stop("parked")

    def renew(self) -> None:
        """Keep the jobs that are at work for another lease; the lost and the called off are stopped. Raises StorageFault."""
        with self._lock:
            held = dict(self._running)
        lost, cancelling = self.leases.renew([running.lease for running in held.values()])
        for job in lost:
            held[job].stop("lost")  # or it has just ended, and there is nothing left to stop
        for job in cancelling:
            held[job].stop("cancelled")

    def _run(self, running: RunningJob) -> None:
        lease, leases = running.lease, self.leases
        try:
            pictures, done = job_steps.run(self._resources, lease, running.progress, running)
            running.write(lambda: leases.complete(lease, pictures, done))
        except Cancelled:
            if running.why == "cancelled":
                running.write(lambda: leases.fail(lease, cancellation(running.step)))
            elif running.why != "lost":
                running.why = "parked"
                running.write(lambda: leases.park(lease))
        except LeaseLost:
            raise
        except Exception as fault:
            if not isinstance(fault, CatchlightError):
                _LOG.exception("Job %s failed in %s", lease.job, running.step, exc_info=fault)
            if self._patience and isinstance(fault, StorageFault | DeliveryFault) and lease.attempt < MOST_ATTEMPTS:
                running.write(lambda: leases.postpone(lease))
                raise StorageFault(fault.message) from fault
            failure = failure_of(fault, running.step)
            running.write(lambda: leases.fail(lease, failure))
