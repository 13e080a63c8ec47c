"""Jobs while PostgreSQL is killed and started again: every call says so, and nothing is lost, doubled or out of order."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from catchlight.core.errors import StorageFault
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.paths import Home
from catchlight.store.database.database import Database
from catchlight.store.jobs.events import Completed
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.jobs.leases import Leases, StepResult
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs

from tests.simulators.postgres import PostgresServer

WISH = ProfilePictureParams(sizes=(32,))
DONE = StepResult(NAMES[-1], 0.1, None)
CLIENTS, WORKERS, JOBS = 2, 3, 24


@pytest.fixture
def database(home: Home, postgres_url: str) -> Iterator[Database]:
    opened = open_jobs(home.jobs, postgres_url)
    yield opened
    opened.close()


class Lab:
    """Clients that ask until they were heard, and workers that go on until all was done; other faults than these end them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.ledger = JobStore(database)
        self.done = threading.Event()
        self.refused = 0
        self._lock = threading.Lock()

    def _refuse(self) -> None:
        with self._lock:
            self.refused += 1
        self.done.wait(0.01)

    def ask(self, client: int) -> set[str]:
        found = set()
        for number in range(JOBS):
            while True:
                try:
                    found.add(self.ledger.submit(f"gen_{client}_{number}", "source", WISH, 1000, f"asking-{number}"))
                    break
                except StorageFault:
                    self._refuse()
        return found

    def work(self, name: str) -> None:
        leases = Leases(self._database, name, lease=1.0)
        while not self.done.is_set():
            try:
                claim = leases.take()
                if claim is None:
                    self.done.wait(0.01)
                    continue
                for number, step in enumerate(NAMES):
                    leases.advance(claim, step, number / len(NAMES))
                    leases.renew([claim])
                leases.complete(claim, [], DONE)
            except StorageFault:
                self._refuse()
            except LeaseLost:
                continue


def test_a_database_that_dies_again_and_again_loses_and_doubles_nothing(
    postgres: PostgresServer, database: Database
) -> None:
    lab = Lab(database)
    with ThreadPoolExecutor(CLIENTS + WORKERS) as pool:
        workers = [pool.submit(lab.work, f"worker-{number}") for number in range(WORKERS)]
        try:
            clients = [pool.submit(lab.ask, number) for number in range(CLIENTS)]
            for end in (PostgresServer.kill, PostgresServer.stop, PostgresServer.kill):
                end(postgres)
                postgres.start()
            jobs = set().union(*(client.result(60) for client in clients))
            while lab.ledger.under_way():
                assert not any(worker.done() for worker in workers)
                lab.done.wait(0.05)
        finally:
            lab.done.set()
        for worker in workers:
            worker.result(30)
    assert lab.refused > 0
    assert lab.ledger.by_state() == {"completed": len(jobs)} == {"completed": CLIENTS * JOBS}
    for job in jobs:
        told = lab.ledger.events(job)
        assert [event.number for event in told] == list(range(1, len(told) + 1))
        assert [event.number for event in told if isinstance(event.event, Completed)] == [len(told)]
