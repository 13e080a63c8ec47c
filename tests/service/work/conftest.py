"""The queue of a lab on a real PostgreSQL, and runners that do nothing that costs time."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from catchlight.core.progress import Progress
from catchlight.service.work.lab_queue import LabQueue
from catchlight.service.work.lab_worker import LabWorker
from catchlight.service.work.work_queue import WorkItem, WorkKind, WorkRunner
from catchlight.store.database.database import Database
from catchlight.store.database.postgresql_pool import PostgresAddress
from catchlight.store.work.schema import open_work

from tests.doubles import eventually
from tests.simulators.postgres import PostgresServer


class NotingRunner:
    """Notes what it is given. gate: what it waits for, looking whether it is still wanted; faults: raised by the next runs."""

    def __init__(self, kind: WorkKind = "batch_file") -> None:
        self._kind = kind
        self.done: list[str] = []
        self.begun: list[str] = []
        self.lost: list[WorkItem] = []
        self.faults: list[Exception] = []
        self.gate = threading.Event()
        self.gate.set()

    @property
    def kind(self) -> WorkKind:
        return self._kind

    def run(self, entry: str, progress: Progress) -> None:
        self.begun.append(entry)
        while not self.gate.wait(0.01):
            if progress.cancelled:
                return
        if self.faults:
            raise self.faults.pop(0)
        self.done.append(entry)

    def waiting(self) -> Sequence[WorkItem]:
        return [item for item in self.lost if item.entry not in self.done]


class LabBench:
    """A database with its queue, and workers on it."""

    def __init__(self, url: str, database: Database, stack: contextlib.ExitStack) -> None:
        self.url, self.database, self._stack = url, database, stack
        self.queue = LabQueue(database)

    def work(self, *runners: WorkRunner, jobs: int = 1) -> LabWorker:
        """A worker on a thread, which takes items when this returns."""
        connection = PostgresAddress.parse(self.url).psycopg_arguments()
        worker = LabWorker(connection, self.database, self.queue, runners, jobs)
        started = threading.Event()
        thread = threading.Thread(target=worker.run, args=(started.set,), name="worker")
        thread.start()
        self._stack.callback(thread.join)
        self._stack.callback(worker.stop)
        assert started.wait(20)
        return worker

    def rows(self, what: str = "queueing_lock", where: str = "true") -> list[object]:
        """Of the queue, in the order in which they will be served."""
        query = f"SELECT {what} FROM procrastinate_jobs WHERE {where} ORDER BY priority DESC, id"
        with self.database.read() as connection:
            return list(connection.exec_driver_sql(query).scalars())

    def run_sql(self, statement: str) -> None:
        with self.database.write() as connection:
            connection.exec_driver_sql(statement)


@pytest.fixture(scope="module")
def module_url(postgres: PostgresServer) -> str:
    return postgres.make_database()


@pytest.fixture
def bench(module_url: str) -> Iterator[LabBench]:
    database = open_work(Path(), module_url)
    with contextlib.ExitStack() as stack:
        stack.callback(database.close)
        made = LabBench(module_url, database, stack)
        tables = "procrastinate_jobs, procrastinate_workers, work_shares, work_duties, work_members, work_durations"
        made.run_sql(f"TRUNCATE {tables} CASCADE")
        yield made


def files(names: str, owner: str | None = None) -> list[WorkItem]:
    """An item a word."""
    return [WorkItem("batch_file", name, owner) for name in names.split()]


Condition = Callable[[], bool]
__all__ = ["LabBench", "NotingRunner", "eventually", "files"]
