"""The threads that do jobs, and the one that keeps their leases and hears what other processes tell."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.service.selection import job_steps
from catchlight.service.selection.failures import failure_of
from catchlight.service.selection.job_steps import JobResources
from catchlight.service.selection.notifier import JobNotifier
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.jobs.leases import Lease, Leases, StepResult
from catchlight.store.jobs.ledger import JobStore, cancellation

STORAGE_RETRIES = RetryPolicy(first=1.0, longest=15.0)
"""Waits for a disk that refuses; there is no last one."""
_LOOK_SECONDS = 0.25
"""How often other processes' jobs and events are looked for."""
_TELL_SECONDS, _TELL_SHARE = 0.25, 0.02
"""Inside a step an event is told at most this often, and only for that much progress."""
_PRUNE_SECONDS = 3600.0
_LOG = logging.getLogger(__name__)


@dataclass
class _Hand:
    """One job at work. why: for what reason it was stopped."""

    claims: Leases
    claim: Lease
    bell: JobNotifier
    progress: Progress = field(init=False)
    step: str = ""
    why: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _told: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        self.progress = Progress(self.heard)

    def stop(self, why: str) -> None:
        self.why = self.why or why
        self.progress.cancel()

    def hold(self) -> None:
        self.claims.hold(self.claim)

    def begin(self, step: str, fraction: float, done: StepResult | None) -> None:
        with self._lock:
            self.step = step
            self._tell(step, fraction, done)

    def heard(self, fraction: float, step: str) -> None:
        with self._lock:
            before, at = self._told
            if time.monotonic() - at >= _TELL_SECONDS and fraction - before >= _TELL_SHARE:
                self._tell(step, fraction)

    def _tell(self, step: str, fraction: float, done: StepResult | None = None) -> None:
        self.claims.advance(self.claim, step, fraction, done)
        self._told = fraction, time.monotonic()
        self.bell.ring([self.claim.job])


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
        self._ledger, self._claims, self._bench, self._bell = ledger, claims, bench, bell
        self._count, self._keep_days = count, keep_days
        self._stopping = threading.Event()
        self._left: float | None = None
        """When ``leave`` was called first."""
        self._awake = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._hands: dict[str, _Hand] = {}
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
        with self._lock:
            hand = self._hands.get(job)
        if hand is not None:
            hand.stop("cancelled")

    def leave(self) -> None:
        """Take nothing more, and park what runs as soon as it can be, so that the next start goes on with it."""
        self._left = self._left or time.monotonic()
        self._stopping.set()
        with self._lock:
            hands = list(self._hands.values())
        for hand in hands:
            hand.stop("parked")
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
            hand = _Hand(self._claims, claim, self._bell)
            with self._lock:
                self._hands[claim.job] = hand
            try:
                self._do(hand)
                faults = 0
            except LeaseLost:
                _LOG.warning("Job %s went to another process; it is left to that one.", claim.job)
            except StorageFault as fault:  # the end could not be written: the lease runs out, and the job begins anew
                faults += 1
                self._pause(faults, f"Job {claim.job}: {fault.message}")
            finally:
                with self._lock:
                    del self._hands[claim.job]
                self._bell.ring([claim.job])

    def _do(self, hand: _Hand) -> None:
        try:
            if self._stopping.is_set():
                hand.stop("parked")
            pictures, done = job_steps.run(self._bench, hand.claim, hand.progress, hand)
            self._claims.complete(hand.claim, pictures, done)
        except Cancelled:
            if hand.why == "parked":
                self._claims.park(hand.claim)
            elif hand.why == "cancelled":
                self._claims.fail(hand.claim, cancellation(hand.step))
        except LeaseLost:
            raise
        except Exception as fault:  # noqa: BLE001 - the border of a job: whatever goes wrong in it is its end, not ours
            if not isinstance(fault, CatchlightError):
                _LOG.exception("Job %s failed in %s", hand.claim.job, hand.step, exc_info=fault)
            self._claims.fail(hand.claim, failure_of(fault, hand.step))

    def _keep(self, place: int) -> None:
        renewed = pruned = float("-inf")
        faults = 0
        while not self._stopping.wait(_LOOK_SECONDS):
            try:
                place, told = self._ledger.told_since(place)
                self._bell.ring(told)
                if time.monotonic() - renewed > min(1.0, self._claims.lease / 4):
                    renewed = time.monotonic()
                    self._renew()
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

    def _renew(self) -> None:
        with self._lock:
            hands = dict(self._hands)
        lost, cancelling = self._claims.renew([hand.claim for hand in hands.values()])
        for job in lost:
            hands[job].stop("lost")  # or it has just ended, and there is nothing left to stop
        for job in cancelling:
            hands[job].stop("cancelled")
