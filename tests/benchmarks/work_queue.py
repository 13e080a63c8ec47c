"""The queue of a lab on a PostgreSQL of its own: from asking to start when nothing else waits, items a second, large batches.

    python -m tests.benchmarks.work_queue --items 300

fsync is off (the server of the tests). The items do nothing: what is measured is what the queue costs.
"""

from __future__ import annotations

import argparse
import resource
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from catchlight.core.progress import Progress
from catchlight.service.work.lab_queue import LabQueue
from catchlight.service.work.lab_worker import LabWorker
from catchlight.service.work.work_queue import WorkItem, WorkKind
from catchlight.store.database.postgresql_pool import PostgresAddress
from catchlight.store.work.schema import open_work

from tests.simulators.postgres import MISSING, PostgresServer, find_programs


class Clock:
    """A runner that notes when each item began."""

    kind: WorkKind = "selection"

    def __init__(self) -> None:
        self.begun: dict[str, float] = {}
        self.changed = threading.Condition()

    def run(self, entry: str, progress: Progress) -> None:
        with self.changed:
            self.begun[entry] = time.perf_counter()
            self.changed.notify_all()

    def waiting(self) -> Sequence[WorkItem]:
        return ()

    def wait(self, count: int) -> None:
        with self.changed:
            self.changed.wait_for(lambda: len(self.begun) >= count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=300)
    items = parser.parse_args().items
    programs = find_programs()
    if programs is None:
        raise SystemExit(MISSING)
    server = PostgresServer(programs)
    try:
        measure(server, items)
    finally:
        server.close()


def measure(server: PostgresServer, items: int) -> None:
    url = server.make_database()
    database = open_work(Path(), url)
    queue, clock = LabQueue(database), Clock()
    worker = LabWorker(PostgresAddress.parse(url).psycopg_arguments(), database, queue, [clock], 1)
    started = threading.Event()
    thread = threading.Thread(target=worker.run, args=(started.set,))
    thread.start()
    started.wait()
    time.sleep(1.0)
    waits, calls = [], []
    for number in range(items):
        asked = time.perf_counter()
        queue.defer([WorkItem("selection", f"idle-{number}")])
        calls.append(time.perf_counter() - asked)
        clock.wait(number + 1)
        waits.append(clock.begun[f"idle-{number}"] - asked)
        time.sleep(0.02)
    print(f"handing on, ms: p50 {at(calls, 0.5):.1f}, p95 {at(calls, 0.95):.1f}")
    print(
        f"from asking to start when idle, ms: p50 {at(waits, 0.5):.1f}, p95 {at(waits, 0.95):.1f}, max {max(waits) * 1e3:.1f}"
    )
    began, spent = time.perf_counter(), cpu()
    queue.defer([WorkItem("selection", f"many-{number}", "anna") for number in range(items)])
    clock.wait(2 * items)
    print(f"items a second, one worker with one slot: {items / (time.perf_counter() - began):.0f}, "
          f"CPU of this process an item, ms: {(cpu() - spent) / items * 1e3:.1f}")  # fmt: skip
    began = time.perf_counter()
    queue.defer([WorkItem("batch_file", f"file-{number}", "anna") for number in range(5000)])
    print(f"5,000 files handed on in {time.perf_counter() - began:.2f} s")
    began = time.perf_counter()
    queue.defer([WorkItem("batch_file", f"file-{number}", "anna") for number in range(5000)])
    print(f"found to be waiting again in {time.perf_counter() - began:.2f} s")
    asked = time.perf_counter()
    queue.defer([WorkItem("selection", "between")])
    clock.wait(2 * items + 1)
    print(f"a job among them began after {(clock.begun['between'] - asked) * 1e3:.0f} ms")
    worker.stop()
    thread.join()
    database.close()


def at(values: Sequence[float], share: float) -> float:
    """A quantile in milliseconds."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1e3


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
