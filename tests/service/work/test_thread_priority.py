"""Threads that give way."""

from __future__ import annotations

import os
import sys
import threading

import pytest
from catchlight.core.progress import Progress
from catchlight.service.work.thread_priority import NICENESS, lower_priority
from catchlight.service.work.work_queue import WorkItem

from tests.service.work.conftest import LabBench, NotingRunner, eventually, files


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


class NiceRunner(NotingRunner):
    """Notes how nice the thread is that it is run on."""

    def run(self, entry: str, progress: Progress) -> None:
        self.done.append(f"{entry} {niceness()}")


@pytest.mark.skipif(sys.platform != "linux", reason="niceness is a thread's own on Linux alone")
def test_only_the_thread_itself_gives_way() -> None:
    before, within = niceness(), list[int]()

    def give_way() -> None:
        lower_priority()
        within.append(niceness())

    thread = threading.Thread(target=give_way)
    thread.start()
    thread.join()
    assert within == [NICENESS]
    assert niceness() == before


@pytest.mark.skipif(sys.platform != "linux", reason="niceness is a thread's own on Linux alone")
def test_files_of_batches_give_way_and_what_somebody_waits_for_does_not(bench: LabBench) -> None:
    batch, selection = NiceRunner("batch_file"), NiceRunner("selection")
    bench.work(batch, selection)
    bench.queue.defer([*files("one two"), WorkItem("selection", "job")])
    assert eventually(lambda: len(batch.done) == 2 and len(selection.done) == 1)
    assert batch.done == [f"one {NICENESS}", f"two {NICENESS}"]
    assert selection.done == [f"job {niceness()}"]
