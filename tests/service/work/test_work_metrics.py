"""What Prometheus is told of a lab's work."""

from __future__ import annotations

import pytest
from catchlight.core.storage_faults import fault_counts
from catchlight.service.work.work_figures import KindFigures, WorkFigures, read_figures
from catchlight.service.work.work_metrics import WorkCollector
from catchlight.service.work.work_queue import WorkItem
from catchlight.store.work.members import Members
from prometheus_client import CollectorRegistry

from tests.service.work.conftest import LabBench, files
from tests.simulators.postgres import PostgresServer


def test_what_waits_and_runs_and_who_is_there_is_counted(bench: LabBench) -> None:
    bench.queue.defer([*files("one two three"), WorkItem("selection", "job")])
    bench.run_sql("UPDATE procrastinate_jobs SET status = 'doing' WHERE queueing_lock = 'batch_file/one'")
    bench.run_sql("UPDATE procrastinate_events SET at = at - interval '70 seconds'")
    members = Members(bench.database)
    members.beat("w1", "worker", 2, 1)
    members.beat("s1", "server", 1, 0)
    members.note_durations({"batch_file": (4, 10.0)})
    registry = CollectorRegistry()
    registry.register(WorkCollector(bench.database))

    def told(name: str, **labels: str) -> float | None:
        return registry.get_sample_value(f"catchlight_{name}", labels)

    assert [told("work_waiting", kind=kind) for kind in ("selection", "batch_file")] == [1, 2]
    assert [told("work_running", kind=kind) for kind in ("selection", "batch_file")] == [0, 1]
    assert told("work_oldest_seconds", kind="selection") == pytest.approx(70, abs=20)
    assert told("work_item_seconds", kind="batch_file") == 2.5
    assert [told(name) for name in ("workers_alive", "worker_slots", "servers_alive", "workers_wanted")] == [1, 2, 1, 1]
    assert told("storage_faults_total", place="database") == fault_counts()["database"]


def test_so_many_workers_are_wanted_as_bring_what_waits_in_time() -> None:
    work = {"selection": KindFigures(90, 0, 0.0, 2.0), "batch_file": KindFigures(1199, 1, 0.0, 4.0)}
    assert WorkFigures(work, 0, 0, 1).wanted == 14  # 180 s of work within 30, and 4800 s within 600
    assert WorkFigures(work, 3, 12, 1).wanted == 4
    assert WorkFigures({}, 0, 0, 0).wanted == 1


def test_while_the_database_is_away_its_faults_are_told(bench: LabBench, postgres: PostgresServer) -> None:
    before = fault_counts()["database"]
    registry = CollectorRegistry()
    registry.register(WorkCollector(bench.database))
    postgres.stop()
    try:
        told = registry.get_sample_value("catchlight_storage_faults_total", {"place": "database"})
        assert registry.get_sample_value("catchlight_workers_alive") is None
    finally:
        postgres.start()
    assert told is not None
    assert told > before
    assert read_figures(bench.database).workers == 0
