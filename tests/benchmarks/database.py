"""What the ledger of jobs costs in SQLite and in PostgreSQL, and how much one PostgreSQL server here carries: for sizing a lab.

PostgreSQL waits for the disk (fsync on), as a customer's does; it runs on the same machine and takes its share of the cores.

    python -m tests.benchmarks.database --jobs 2000 --seconds 5
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.store.database.database import Database
from catchlight.store.jobs.leases import Lease, Leases, StepResult
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs
from sqlalchemy import Connection

from tests.simulators.postgres import MISSING, PostgresServer, find_programs

WISH = ProfilePictureParams(sizes=(32,))
DONE = StepResult(NAMES[-1], 0.1, b"x" * 20_000)
TICKS = os.sysconf("SC_CLK_TCK")


class OneTakerAtATime(Leases):
    """As taking was before rows were locked: everybody waits for one advisory lock."""

    def _free(self, connection: Connection, now: float, job: str | None) -> Any:
        self._database.lock(connection, "take")
        return super()._free(connection, now, job)


class OneServerAtATime(JobStore):
    """As taking in was before every generation had a lock of its own."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        lock = database.lock
        database.lock = lambda connection, _name: lock(connection, "submit")  # type: ignore[method-assign]


def server_seconds(server: PostgresServer) -> float:
    """CPU seconds that the server and its processes have taken, those that have ended included."""
    first = int((server.data / "postmaster.pid").read_text().split()[0])
    taken = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_bytes().rpartition(b") ")[2].split()
        except OSError:
            continue  # has just ended
        if first in (int(stat.parent.name), int(fields[1])):
            taken += sum(map(int, fields[11:15])) if int(stat.parent.name) == first else sum(map(int, fields[11:13]))
    return taken / TICKS


@contextmanager
def cpu(server: PostgresServer | None, said: dict[str, float]) -> Iterator[None]:
    before, clock = (server_seconds(server) if server else 0.0), time.perf_counter()
    yield
    said["wall"] = time.perf_counter() - clock
    said["server_cpu"] = (server_seconds(server) if server else 0.0) - before


def steps(folder: Path, url: str, count: int) -> dict[str, float]:
    """Median milliseconds of each call, one after the other."""
    spent: dict[str, list[float]] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        made = work()
        spent.setdefault(name, []).append((time.perf_counter() - start) * 1000)
        return made

    with closing(open_jobs(folder, url)) as database:
        ledger, leases = JobStore(database), Leases(database, "bench")
        for number in range(count):
            timed("submit", lambda number=number: ledger.submit(f"gen_{number}", f"s{number}", WISH, 10_000))
        for _ in range(count):
            claim = timed("take", leases.take)
            timed("advance", lambda claim=claim: leases.advance(claim, NAMES[1], 0.2))
            timed("renew", lambda claim=claim: leases.renew([claim]))
            timed("complete", lambda claim=claim: leases.complete(claim, [], DONE))
            timed("events", lambda claim=claim: ledger.events(claim.job))
    return {name: statistics.median(found) for name, found in spent.items()}


def _take_all(url: str, old: bool, start: Any, results: Any) -> None:
    with closing(open_jobs(Path(), url)) as database:
        leases = (OneTakerAtATime if old else Leases)(database, f"taker-{os.getpid()}")
        start.wait()
        count, spent = 0, []
        while True:
            before = time.perf_counter()
            claim = leases.take()
            spent.append(time.perf_counter() - before)
            if claim is None:
                break
            leases.complete(claim, [], DONE)
            count += 1
    results.put((count, statistics.median(spent) * 1000, max(spent) * 1000))


def _submit(url: str, old: bool, count: int, start: Any, results: Any) -> None:
    with closing(open_jobs(Path(), url)) as database:
        ledger = (OneServerAtATime if old else JobStore)(database)
        start.wait()
        spent = []
        for number in range(count):
            before = time.perf_counter()
            ledger.submit(f"gen_{os.getpid()}_{number}", f"s{os.getpid()}_{number}", WISH, 100_000)
            spent.append(time.perf_counter() - before)
    results.put((count, statistics.median(spent) * 1000, max(spent) * 1000))


def _advance(url: str, quiet: bool, seconds: float, start: Any, results: Any) -> None:
    with closing(open_jobs(Path(), url)) as database:
        if quiet:
            database.notify = lambda *_: None  # type: ignore[method-assign]
        ledger, leases = JobStore(database), Leases(database, f"worker-{os.getpid()}", 1000.0)
        claim = leases.take(ledger.submit(f"gen_{os.getpid()}", "s", WISH, 100_000))
        assert isinstance(claim, Lease)
        start.wait()
        count, end, spent = 0, time.perf_counter() + seconds, []
        while (before := time.perf_counter()) < end:
            leases.advance(claim, NAMES[1], 0.2)
            spent.append(time.perf_counter() - before)
            count += 1
    results.put((count, statistics.median(spent) * 1000, max(spent) * 1000))


def together(work: Callable[..., None], count: int, *given: Any, server: PostgresServer) -> str:
    """So many processes begin at one moment; what they got done."""
    context = multiprocessing.get_context("spawn")
    start, results = context.Barrier(count + 1), context.Queue()
    processes = [context.Process(target=work, args=(*given, start, results)) for _ in range(count)]
    for process in processes:
        process.start()
    start.wait()
    said: dict[str, float] = {}
    with cpu(server, said):
        found = [results.get() for _ in processes]
    for process in processes:
        process.join()
    done = sum(one[0] for one in found)
    typical, longest = statistics.median(one[1] for one in found), max(one[2] for one in found)
    return (
        f"{done:6d} done in {said['wall']:6.2f} s: {done / said['wall']:7.1f}/s, median {typical:6.2f} ms, longest "
        f"{longest:7.1f} ms, PostgreSQL {said['server_cpu'] / max(1, done) * 1000:5.2f} CPU ms each"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    programs = find_programs()
    if programs is None:
        sys.exit(MISSING)
    print(f"{os.cpu_count()} cores; load when it began {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="catchlight-bench-") as folder:
        tell("SQLite", steps(Path(folder), "", options.calls))
    with closing(PostgresServer(programs, durable=True)) as server:
        tell("PostgreSQL", steps(Path(), server.make_database(), options.calls))
        for old in (False, True):
            url = server.make_database()
            fill(url, options.jobs)
            name = "one advisory lock" if old else "locked rows"
            print(f"4 takers, {name:18s} {together(_take_all, 4, url, old, server=server)}")
        for old in (False, True):
            url = server.make_database()
            open_jobs(Path(), url).close()
            name = "one advisory lock" if old else "lock a generation"
            print(f"3 servers, {name:17s} {together(_submit, 3, url, old, options.jobs // 3, server=server)}")
        for quiet in (False, True):
            for clients in (1, 4, 8):
                url = server.make_database()
                open_jobs(Path(), url).close()
                name = "told to nobody" if quiet else "with NOTIFY"
                print(
                    f"{clients} workers advance, {name:14s} "
                    f"{together(_advance, clients, url, quiet, options.seconds, server=server)}"
                )


def fill(url: str, jobs: int) -> None:
    with closing(open_jobs(Path(), url)) as database:
        ledger = JobStore(database)
        for number in range(jobs):
            ledger.submit(f"gen_{number}", f"s{number}", WISH, 100_000)


def tell(name: str, found: dict[str, float]) -> None:
    print(f"{name:11s}", "  ".join(f"{step} {spent:.2f} ms" for step, spent in found.items()))


if __name__ == "__main__":
    main()
