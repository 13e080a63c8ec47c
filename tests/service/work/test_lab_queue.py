"""What stands in the queue, and in which order it is served."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from catchlight.core.errors import StorageFault
from catchlight.service.work.lab_queue import LabQueue
from catchlight.service.work.procrastinate_schema import queue_version
from catchlight.service.work.work_queue import WorkItem
from sqlalchemy import Engine, event

from tests.service.work.conftest import LabBench, files


@contextmanager
def noted_statements() -> Iterator[list[str]]:
    """The SQL of all that is asked of databases meanwhile."""
    noted: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        noted.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield noted
    event.remove(Engine, "before_cursor_execute", note)


def test_an_item_waits_once(bench: LabBench) -> None:
    bench.queue.defer(files("one two one"))
    bench.queue.defer(files("two three"))
    assert bench.rows() == ["batch_file/one", "batch_file/two", "batch_file/three"]


def test_an_item_at_work_is_not_put_beside_itself(bench: LabBench) -> None:
    bench.queue.defer(files("one"))
    bench.run_sql("UPDATE procrastinate_jobs SET status = 'doing'")
    bench.queue.defer(files("one"))
    assert bench.rows("status::text") == ["doing"]


def test_only_the_id_crosses_the_queue(bench: LabBench) -> None:
    bench.queue.defer([WorkItem("selection", "job_1", "studio anna")])
    assert bench.rows("args") == [{"entry": "job_1"}]
    assert "anna" not in str(bench.rows("to_jsonb(procrastinate_jobs)"))


def test_what_somebody_waits_for_comes_before_any_file_of_a_batch(bench: LabBench) -> None:
    bench.queue.defer(files("one two", "anna"))
    bench.queue.defer([WorkItem("selection", "job_1", "anna"), WorkItem("selection", "job_2", "anna")])
    assert bench.rows() == ["selection/job_1", "selection/job_2", "batch_file/one", "batch_file/two"]


def test_owners_take_turns_however_much_one_of_them_has_waiting(bench: LabBench) -> None:
    bench.queue.defer(files(" ".join(f"a{number}" for number in range(40)), "anna"))
    bench.run_sql("DELETE FROM procrastinate_jobs WHERE queueing_lock IN ('batch_file/a0', 'batch_file/a1')")
    bench.run_sql("UPDATE procrastinate_jobs SET status = 'doing' WHERE queueing_lock = 'batch_file/a2'")
    bench.queue.defer(files("b0 b1 b2", "ben"))
    bench.queue.defer(files("c0 c1", None))
    order = [str(row).partition("/")[2] for row in bench.rows(where="status = 'todo'")]
    assert order[:9] == ["b0", "c0", "a3", "b1", "c1", "a4", "b2", "a5", "a6"]


def test_what_is_called_off_waits_no_more(bench: LabBench) -> None:
    bench.queue.defer(files("one two"))
    bench.queue.cancel(files("one never"))
    assert bench.rows() == ["batch_file/two"]


def test_what_is_at_work_is_not_called_off_in_the_queue(bench: LabBench) -> None:
    bench.queue.defer(files("one two"))
    bench.run_sql("UPDATE procrastinate_jobs SET status = 'doing' WHERE queueing_lock = 'batch_file/one'")
    bench.queue.cancel(files("one two"))
    assert bench.rows("status::text") == ["doing"]


def test_thousands_are_called_off_in_a_few_statements(bench: LabBench) -> None:
    waiting = files(" ".join(map(str, range(2500))))
    bench.queue.defer([*waiting, *files("other")])
    with noted_statements() as statements:
        bench.queue.cancel(waiting)
    assert len([one for one in statements if "procrastinate" in one]) == 3
    assert bench.rows() == ["batch_file/other"]


def test_a_queue_of_another_version_is_refused_with_both_named(bench: LabBench) -> None:
    bench.run_sql("UPDATE work_engines SET version = '02.00.00_01'")
    with pytest.raises(StorageFault, match=r"02\.00\.00_01.*needs \d\d\.\d\d\.\d\d_\d\d.*same version"):
        LabQueue(bench.database)
    bench.run_sql("DELETE FROM work_engines")
    with pytest.raises(StorageFault, match="a database of its own"):
        LabQueue(bench.database)
    bench.run_sql(f"INSERT INTO work_engines VALUES ('procrastinate', '{queue_version()}')")
    LabQueue(bench.database)
