"""The threads that do jobs, and the one that keeps their leases and hears what other processes tell."""

from __future__ import annotations

import logging
import threading
import time

from catchlight.core.errors import StorageFault
from catchlight.service.selection.job_execution import STORAGE_RETRIES, JobExecutor
from catchlight.service.selection.job_steps import JobResources
from catchlight.service.selection.notifier import JobNotifier
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.jobs.leases import Leases
from catchlight.store.jobs.ledger import JobStore

_LOOK_SECONDS = 0.25
"""How often other processes' jobs and events are looked for."""
_PRUNE_SECONDS = 3600.0
_LOG = logging.getLogger(__name__)


class Workers:
    """Does the jobs of a ledger. count: threads, each with one job at a time."""

    def __init__(
        self,
        ledger: JobStore,
        claims: Leases,
        bench: JobResources,
        bell: JobNotifier,
        count: int = 1,
        keep_days: float = 30,
    ) -> None:
        self._ledger, self._claims, self._bell = ledger, claims, bell
        self._count, self._keep_days = count, keep_days
        self._stopping = threading.Event()
        self._left: float | None = None
        """When ``leave`` was called first."""
        self._awake = threading.Semaphore(0)
        self._executor = JobExecutor(claims, bench, bell)
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin, with what other processes have left unfinished too."""
        place = self._ledger.last_place()
        self._threads = [threading.Thread(target=self._work, name=f"job-{number}") for number in range(self._count)]
        self._threads.append(threading.Thread(target=self._keep, args=(place,), name="jobs"))
        for thread in self._threads:
            thread.daemon = True  # a thread inside a network cannot be stopped; it must not hold the process
            thread.start()

    def wake(self) -> None:
        """There is a new job."""
        self._awake.release()

    def cancel(self, job: str) -> None:
        """Stop a job of this process at once; others are stopped by their own process."""
        self._executor.stop(job, "cancelled")

    def leave(self) -> None:
        """Take nothing more, and park what runs as soon as it can be, so that the next start goes on with it."""
        self._left = self._left or time.monotonic()
        self._stopping.set()
        self._executor.park_all()
        for _ in self._threads:
            self._awake.release()

    def stop(self, seconds: float = 5.0) -> bool:
        """``leave``, and wait; whether all threads have ended within so many seconds of the first ``leave``."""
        self.leave()
        deadline = (self._left or 0.0) + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        faults = 0
        while not self._stopping.is_set():
            try:
                claim = self._claims.take()
            except StorageFault as fault:
                faults += 1
                self._pause(faults, fault.message)
                continue
            if claim is None:
                self._awake.acquire(timeout=2 * _LOOK_SECONDS)
                continue
            try:
                self._executor.run(claim)
                faults = 0
            except LeaseLost:
                _LOG.warning("Job %s went to another process; it is left to that one.", claim.job)
            except StorageFault as fault:  # the end could not be written: the lease runs out, and the job begins anew
                faults += 1
                self._pause(faults, f"Job {claim.job}: {fault.message}")

    def _keep(self, place: int) -> None:
        renewed = pruned = float("-inf")
        faults = 0
        while not self._stopping.wait(_LOOK_SECONDS):
            try:
                place, told = self._ledger.told_since(place)
                self._bell.ring(told)
                if time.monotonic() - renewed > min(1.0, self._claims.lease / 4):
                    renewed = time.monotonic()
                    self._executor.renew()
                if time.monotonic() - pruned > _PRUNE_SECONDS:
                    pruned = time.monotonic()
                    self._ledger.prune(self._keep_days)
                faults = 0
            except StorageFault as fault:
                faults += 1
                self._pause(faults, fault.message)

    def _pause(self, faults: int, message: str) -> None:
        """Tell of a disk that refuses, and give it time; ends when the workers are to stop."""
        _LOG.warning("%s", message)
        self._stopping.wait(STORAGE_RETRIES.wait(faults))
