"""Full collections wait until no job runs, and Python's own habit comes back."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest
from catchlight.gui.app.gc_policy import ENOUGH, RARELY, GcPolicy
from catchlight.gui.jobs.jobs import JobQueue
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import wait


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[JobQueue]:
    queue = JobQueue()
    yield queue
    queue.close()


def fill() -> None:
    """Make so much rubbish that a full collection is due."""
    while gc.get_count()[2] < ENOUGH:
        rows: list[list[object]] = [[] for _ in range(5000)]
        for row in rows:
            row.append(row)


def test_nothing_is_collected_while_a_job_runs(jobs: JobQueue) -> None:
    before = gc.get_threshold()
    rubbish = GcPolicy(jobs)
    try:
        assert gc.get_threshold() == (before[0], before[1], RARELY)
        go = threading.Event()
        jobs.submit("", lambda progress: go.wait(20))
        fill()
        assert not rubbish.look()
        go.set()
        wait(lambda: jobs.idle)
        rubbish.look()  # what is there has come to stay
        fill()
        assert rubbish.look()
        assert gc.get_count()[2] == 0
        assert not rubbish.look()
    finally:
        rubbish.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_what_has_come_to_stay_is_not_looked_through(jobs: JobQueue) -> None:
    lasting = [[number] for number in range(300_000)]
    rubbish = GcPolicy(jobs)
    try:
        assert not rubbish.look()
        assert gc.get_freeze_count() >= len(lasting)
        fill()
        begun = time.perf_counter()
        assert rubbish.look()
        quick = time.perf_counter() - begun
        gc.unfreeze()
        begun = time.perf_counter()
        gc.collect()
        assert quick < (time.perf_counter() - begun) / 2
    finally:
        rubbish.stop()


def test_rings_that_come_after_it_are_still_let_go(jobs: JobQueue) -> None:
    class Ring:
        pass

    rubbish = GcPolicy(jobs)
    try:
        rubbish.look()
        ring = Ring()
        ring.itself = ring  # type: ignore[attr-defined]
        gone = weakref.ref(ring)
        del ring
        fill()
        assert rubbish.look()
        assert gone() is None
    finally:
        rubbish.stop()
