"""Jobs of a lab: servers that hand them on, and runners that do them, on one PostgreSQL database."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import StorageFault
from catchlight.core.progress import Progress
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.portrait.portrait import Portraits
from catchlight.service.selection.job_steps import JobResources
from catchlight.service.selection.selection_runner import SelectionRunner
from catchlight.service.selection.selections import LocalSelections
from catchlight.service.work.lab_queue import LabQueue
from catchlight.service.work.work_queue import WorkItem
from catchlight.store.database.database import Database
from catchlight.store.jobs.events import Completed, Failed, NumberedEvent
from catchlight.store.jobs.leases import Leases
from catchlight.store.jobs.owners import this_owner
from catchlight.store.jobs.schema import JOBS, open_jobs
from catchlight.store.work.schema import open_work

from tests.selections import NO_SPACE, Studio, eventually
from tests.simulators.postgres import PostgresServer

WISH = ProfilePictureParams(sizes=(48,))


@dataclass
class SharedStudio:
    """Servers and runners over one database."""

    server: Callable[[], LocalSelections]
    runner: Callable[..., SelectionRunner]
    work: Database
    jobs: Database

    def queued(self) -> list[str]:
        with self.work.read() as connection:
            return list(
                connection.exec_driver_sql("SELECT queueing_lock FROM procrastinate_jobs ORDER BY id").scalars()
            )


@pytest.fixture(scope="module")
def url(postgres: PostgresServer) -> str:
    return postgres.make_database()


@pytest.fixture
def shared(url: str, studio: Studio, portraits: Portraits, catalogue: Catalogue) -> Iterator[SharedStudio]:
    with contextlib.ExitStack() as stack:
        work, jobs = open_work(Path(), url), open_jobs(Path(), url)
        queue = LabQueue(work)
        for database in (work, jobs):
            stack.callback(database.close)

        def server() -> LocalSelections:
            made = LocalSelections(
                Path(), studio.generations, portraits, catalogue, studio.watched.target, database=url, queue=queue
            )
            stack.callback(made.close)
            stack.callback(made.stop)
            made.start()
            return made

        def runner(lease: float = 10.0, patience: float = 5.0) -> SelectionRunner:
            resources = JobResources(studio.generations, portraits, catalogue, studio.watched.target)
            made = SelectionRunner(Leases(jobs, this_owner(), lease), resources, patience)
            made.start()
            stack.callback(made.close)
            return made

        with work.write() as connection:
            connection.exec_driver_sql("TRUNCATE procrastinate_jobs, jobs, events, steps, requests, customers CASCADE")
        yield SharedStudio(server, runner, work, jobs)


def last(told: list[NumberedEvent]) -> object:
    return told[-1].event


def test_a_job_handed_on_by_one_server_is_told_by_another(
    shared: SharedStudio, studio: Studio, generation: str
) -> None:
    first, second = shared.server(), shared.server()
    job = first.submit(generation, WISH, client="kiosk-7")
    assert shared.queued() == [f"selection/{job}"]
    runner = shared.runner()
    assert list(runner.waiting()) == [WorkItem("selection", job, "kiosk-7")]
    heard: list[list[NumberedEvent]] = [[], []]
    followers = [
        threading.Thread(target=lambda into=into, server=server: into.extend(server.events(job)))
        for into, server in zip(heard, (first, second), strict=True)
    ]
    for follower in followers:
        follower.start()
    runner.run(job, Progress())
    for follower in followers:
        follower.join(20)
    assert isinstance(last(heard[0]), Completed)
    assert heard[0] == heard[1]
    assert [told.number for told in heard[0]] == list(range(1, len(heard[0]) + 1))
    assert list(second.events(job, heard[0][3].number)) == heard[0][4:]
    assert list(runner.waiting()) == []
    runner.run(job, Progress())
    assert studio.watched.manifests == [f"{job}/manifest.json"]


def test_who_follows_a_job_hears_it_by_the_database(shared: SharedStudio, generation: str) -> None:
    server = shared.server()
    job = server.submit(generation, WISH)
    rung = threading.Event()
    with server.listening(job, rung.set):
        leases = Leases(shared.jobs, "other")
        lease = leases.take(job)
        assert lease is not None
        for fraction in (0.1, 0.2):  # the first may be heard of because the server has only begun to listen
            rung.clear()
            leases.advance(lease, NAMES[0], fraction)
            assert rung.wait(10)


def test_a_job_that_is_parked_waits_for_another_worker(shared: SharedStudio, studio: Studio, generation: str) -> None:
    job = shared.server().submit(generation, WISH)
    runner, progress = shared.runner(), Progress()
    studio.watched.open.clear()
    working = threading.Thread(target=runner.run, args=(job, progress))
    working.start()
    assert studio.watched.reached.wait(20)
    assert list(runner.waiting()) == []
    progress.cancel()
    studio.watched.open.set()
    working.join(20)
    assert [item.entry for item in runner.waiting()] == [job]
    assert studio.watched.manifests == []
    with shared.jobs.read() as connection:
        row = connection.execute(JOBS.select()).one()
    assert (row.state, row.attempts) == ("queued", 0)


def test_a_job_called_off_by_a_server_ends_at_its_worker(shared: SharedStudio, studio: Studio, generation: str) -> None:
    server = shared.server()
    job = server.submit(generation, WISH)
    runner = shared.runner(lease=0.4)
    studio.watched.open.clear()
    working = threading.Thread(target=runner.run, args=(job, Progress()))
    working.start()
    assert studio.watched.reached.wait(20)
    server.cancel(job)
    assert shared.queued() == []
    assert eventually(lambda: server.job(job).state == "running")
    stopped = eventually(lambda: next(iter(runner._executor._running.values())).progress.cancelled)
    studio.watched.open.set()
    working.join(20)
    assert stopped
    end = last(list(server.events(job)))
    assert isinstance(end, Failed)
    assert end.error == "cancelled"


def test_a_delivery_that_is_refused_for_a_while_ends_no_job(
    shared: SharedStudio, studio: Studio, generation: str
) -> None:
    server = shared.server()
    job = server.submit(generation, WISH)
    runner = shared.runner()
    studio.watched.faults = [NO_SPACE] * 5
    for attempt in range(1, 5):
        with pytest.raises(StorageFault, match="No space left"):
            runner.run(job, Progress())
        assert (server.job(job).state, server.job(job).attempts) == ("queued", attempt)
    runner.run(job, Progress())
    end = last(list(server.events(job)))
    assert isinstance(end, Failed)
    assert (end.error, end.retryable) == ("storage_fault", True)


def test_a_database_that_restarts_under_a_job_costs_it_nothing(
    shared: SharedStudio, studio: Studio, generation: str, postgres: PostgresServer
) -> None:
    server = shared.server()
    job = server.submit(generation, WISH)
    runner = shared.runner(patience=60.0)
    studio.watched.open.clear()
    working = threading.Thread(target=runner.run, args=(job, Progress()))
    working.start()
    assert studio.watched.reached.wait(20)
    postgres.stop("immediate")
    studio.watched.open.set()
    with pytest.raises(StorageFault):
        server.job(job)
    postgres.start()
    working.join(60)
    assert (server.job(job).state, server.job(job).attempts) == ("completed", 1)
    assert isinstance(last(list(server.events(job))), Completed)
    assert studio.watched.manifests == [f"{job}/manifest.json"]
