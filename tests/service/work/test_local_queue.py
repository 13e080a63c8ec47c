"""The queue of one computer: in turn, giving way, and finding what nobody has told of."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.service.work import local_queue
from catchlight.service.work.local_queue import LocalQueue
from catchlight.service.work.work_queue import WorkItem, WorkKind

from tests.doubles import eventually


class Runner:
    """Notes what it is given; what is in ``faults`` raises that the first time, and what is in ``held`` waits to be cancelled."""

    def __init__(self, kind: WorkKind = "batch_file") -> None:
        self.kind = kind
        self.done: list[str] = []
        self.faults: dict[str, Exception] = {}
        self.held: set[str] = set()
        self.cancelled: list[str] = []
        self.lost: list[WorkItem] = []
        self.begun = threading.Event()

    def run(self, entry: str, progress: Progress) -> None:
        self.begun.set()
        if entry in self.faults:
            raise self.faults.pop(entry)
        while entry in self.held:
            if progress.cancelled:
                self.cancelled.append(entry)
                return
            threading.Event().wait(0.005)
        self.done.append(entry)

    def waiting(self) -> Sequence[WorkItem]:
        return [item for item in self.lost if item.entry not in self.done]


Started = Callable[..., LocalQueue]


@pytest.fixture
def started() -> Iterator[Started]:
    queues: list[LocalQueue] = []

    def start(
        *runners: Runner, may_begin: Callable[[], bool] = lambda: True, items: Sequence[WorkItem] = ()
    ) -> LocalQueue:
        queue = LocalQueue(runners, 1, may_begin)
        queues.append(queue)
        queue.defer(items)
        queue.start()
        return queue

    yield start
    for queue in queues:
        assert queue.stop()


def items(owner: str | None, *entries: str) -> list[WorkItem]:
    return [WorkItem("batch_file", entry, owner) for entry in entries]


def test_owners_take_turns_and_each_is_served_in_order(started: Started) -> None:
    runner = Runner()
    started(runner, items=[*items("one", "a", "b", "c"), *items("two", "x", "y"), *items("one", "a")])
    assert eventually(lambda: len(runner.done) == 5)
    assert runner.done == ["a", "x", "b", "y", "c"]


def test_what_somebody_waits_for_comes_first(started: Started) -> None:
    files, selections = Runner(), Runner("selection")
    together = files.done = selections.done = []
    started(files, selections, items=[*items(None, "file"), WorkItem("selection", "job")])
    assert eventually(lambda: len(together) == 2)
    assert together == ["job", "file"]


def test_nothing_begins_while_it_may_not(started: Started) -> None:
    runner, free = Runner(), threading.Event()
    asked = threading.Semaphore(0)

    def may_begin() -> bool:
        asked.release()
        return free.is_set()

    started(runner, may_begin=may_begin, items=items(None, "a", "b"))
    for _ in range(3):
        assert asked.acquire(timeout=10)
    assert runner.done == []
    free.set()
    assert eventually(lambda: runner.done == ["a", "b"])


def test_what_is_called_off_before_it_began_is_not_done(started: Started) -> None:
    runner, free = Runner(), threading.Event()
    queue = started(runner, may_begin=free.is_set, items=items("one", "a", "b"))
    queue.cancel([*items("one", "a"), *items("two", "a")])
    free.set()
    assert eventually(lambda: runner.done == ["b"])


def test_work_of_which_nobody_told_is_found_and_a_fault_stops_nothing(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_queue, "_SEARCH_SECONDS", 0.05)
    runner = Runner()
    runner.lost = items(None, "left behind", "broken")
    runner.faults = {
        "left behind": StorageFault(Message("The disk is away.")), "broken": ZeroDivisionError("by nought")
    }  # fmt: skip
    started(runner)
    assert eventually(lambda: sorted(runner.done) == ["broken", "left behind"])


def test_a_stop_gives_back_what_is_at_work(started: Started) -> None:
    runner = Runner()
    runner.held = {"long"}
    queue = started(runner, items=items(None, "long", "next"))
    assert runner.begun.wait(10)
    assert queue.stop()
    assert (runner.cancelled, runner.done) == (["long"], [])
