"""A worker of a lab: what it does, what it gives back, and what it finds that others have left."""

from __future__ import annotations

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.service.work.work_queue import WorkItem
from catchlight.store.work.members import Members

from tests.service.work.conftest import LabBench, NotingRunner, eventually, files


def test_items_are_done_once_and_leave_nothing_in_the_queue(bench: LabBench) -> None:
    runner = NotingRunner()
    bench.queue.defer(files("one two"))
    bench.work(runner)
    bench.queue.defer(files("three"))
    assert eventually(lambda: len(runner.done) == 3)
    assert runner.done == ["one", "two", "three"]
    assert eventually(lambda: not bench.rows())
    assert runner.begun == runner.done


def test_so_many_items_at_once_as_it_is_told(bench: LabBench) -> None:
    runner = NotingRunner()
    runner.gate.clear()
    worker = bench.work(runner, jobs=2)
    bench.queue.defer(files("one two three"))
    assert eventually(lambda: len(runner.begun) == 2 and worker.busy == 2)
    assert eventually(lambda: Members(bench.database).census("worker").busy == 2)
    assert bench.rows(where="status = 'todo'") == ["batch_file/three"]
    runner.gate.set()
    assert eventually(lambda: len(runner.done) == 3)


def test_what_a_stopping_worker_was_at_another_takes_at_once(bench: LabBench) -> None:
    stuck, free = NotingRunner(), NotingRunner()
    stuck.gate.clear()
    worker = bench.work(stuck)
    bench.queue.defer(files("one"))
    assert eventually(lambda: stuck.begun == ["one"])
    bench.work(free)
    worker.stop()
    assert eventually(lambda: free.done == ["one"])
    assert eventually(lambda: not bench.rows())
    assert stuck.done == []


def test_what_a_disk_refused_is_tried_again(bench: LabBench) -> None:
    runner = NotingRunner()
    runner.faults = [StorageFault(Message("The disk is full."))]
    bench.work(runner)
    bench.queue.defer(files("one"))
    assert eventually(lambda: runner.done == ["one"])
    assert runner.begun == ["one", "one"]


def test_what_a_dead_worker_was_at_is_found(bench: LabBench) -> None:
    bench.queue.defer(files("one"))
    bench.run_sql("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '11 seconds')")
    bench.run_sql("UPDATE procrastinate_jobs SET status = 'doing', worker_id = (SELECT id FROM procrastinate_workers)")
    runner = NotingRunner()
    bench.work(runner)
    assert eventually(lambda: runner.done == ["one"])
    assert eventually(lambda: not bench.rows())


def test_what_the_queue_has_lost_is_found(bench: LabBench) -> None:
    runner = NotingRunner()
    runner.lost = files("one two", "anna")
    bench.work(runner)
    assert eventually(lambda: sorted(runner.done) == ["one", "two"])


def test_work_of_a_kind_that_only_newer_workers_know_is_left_for_them(bench: LabBench) -> None:
    """As while a lab is brought to a new version, machine by machine: both read one queue."""
    old, new = NotingRunner("batch_file"), NotingRunner("selection")
    bench.queue.defer([WorkItem("selection", "new"), *files("old")])
    bench.run_sql(
        "INSERT INTO procrastinate_jobs (queue_name, task_name, status) VALUES ('selection', 'catchlight.x', 'doing')"
    )
    bench.work(old)
    assert eventually(lambda: old.done == ["old"])
    bench.queue.defer(files("later"))
    assert eventually(lambda: old.done == ["old", "later"])
    assert bench.rows("status::text", "queue_name = 'selection'") == ["todo", "doing"]
    bench.work(new)
    assert eventually(lambda: new.done == ["new"])


def test_a_batch_keeps_no_other_owner_waiting(bench: LabBench) -> None:
    runner = NotingRunner()
    runner.gate.clear()
    bench.work(runner)
    bench.queue.defer(files(" ".join(f"a{number}" for number in range(30)), "anna"))
    assert eventually(lambda: runner.begun == ["a0"])
    bench.queue.defer(files("b0 b1", "ben"))
    bench.queue.defer([])
    runner.gate.set()
    assert eventually(lambda: len(runner.done) == 32)
    assert runner.done.index("b0") <= 2
    assert runner.done.index("b1") <= 4
