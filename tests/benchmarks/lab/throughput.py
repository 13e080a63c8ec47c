"""What a lab's worker does in the time of one process alone: profile pictures, in alternating pairs of the same kind of jobs.

    python -m tests.benchmarks.lab.throughput --rounds 5 --jobs 4

Alone is ``catchlight serve`` over SQLite and a folder, which answers and works in one process. The lab has one server and first
one worker, then two, over PostgreSQL and S3. Each process that works is bound to one core, so that it does its networks on one
thread; Linux only. Beside others on the machine the CPU seconds are what can be compared.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from catchlight.client.selection import RemoteSelections
from catchlight.core.retry import RetryPolicy
from catchlight.store.jobs.events import Completed

from tests.benchmarks.lab.parts import LabParts, Process, free_port, local_process, wait_for_port
from tests.benchmarks.lab.sources import FACES, Asking, upload_sources
from tests.benchmarks.selection_jobs import PARAMS

PATIENT = RetryPolicy(attempts=60)


@dataclass
class Side:
    """One of the two that are compared. working: the processes that do the jobs."""

    name: str
    url: str
    working: Sequence[Process]
    walls: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.selections = RemoteSelections(self.url, retries=PATIENT)
        self._sources: list[Asking] = []

    def provide(self, count: int, face: str) -> None:
        """Upload pictures to ask for, all of them with a face."""
        found = upload_sources(self.selections, 2 * count, face, 1)
        self._sources += list(islice((one for one in found if not one.nobody), count))

    def work(self, count: int, measured: bool = True) -> None:
        """So many jobs, asked for at once."""
        jobs = [self._sources.pop() for _ in range(count)]
        spent, began = self._cpu(), time.perf_counter()
        with ThreadPoolExecutor(count) as clients:
            assert all(clients.map(self._finish, jobs))
        if measured:
            self.walls.append((time.perf_counter() - began) / count)
            self.spent.append((self._cpu() - spent) / count)

    def _finish(self, asked: Asking) -> bool:
        job = self.selections.submit(asked.generation, PARAMS)
        return any(isinstance(told.event, Completed) for told in self.selections.events(job))

    def _cpu(self) -> float:
        return sum(process.cpu for process in self.working)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=4, help="of one process in a round")
    parser.add_argument("--face", choices=sorted(FACES), default="160")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="catchlight-throughput-")))
        lab = LabParts(folder, 1, 2, {"delivery": {"address": str(folder / "delivered")}})
        stack.callback(lab.close)
        alone, port = _alone(folder)
        stack.callback(alone.stop)
        for core, worker in enumerate(lab.working):
            _bind(worker, core)
        for part in (alone, lab.serving[0], lab.working[0]):
            part.start()
        wait_for_port(port)
        wait_for_port(lab.ports[0])
        single = f"http://127.0.0.1:{port}"
        _compare([Side("one process alone", single, [alone]), Side("one worker", lab.url, lab.working[:1])], options)
        lab.working[1].start()
        _compare([Side("one process alone", single, [alone]), Side("two workers", lab.url, lab.working)], options)


def _alone(folder: Path) -> tuple[Process, int]:
    port, home = free_port(), folder / "alone"
    home.mkdir()
    process = local_process("alone", ["serve", "--port", str(port)], home)
    _bind(process, 0)
    return process, port


def _bind(process: Process, core: int) -> None:
    """Let a process have one core only."""
    process.command[:0] = ["taskset", "--cpu-list", str(core)]


def _compare(sides: Sequence[Side], options: argparse.Namespace) -> None:
    for side in sides:
        each = options.jobs * len(side.working)
        warming = 2 * len(side.working)
        side.provide(warming + options.rounds * each, options.face)
        side.work(warming, measured=False)  # networks are loaded, in every worker
    for number in range(options.rounds):
        for side in sides if number % 2 else reversed(sides):
            side.work(options.jobs * len(side.working))
            print(f"  {side.name}: {side.spent[-1]:.2f} s CPU a job, {side.walls[-1]:.2f} s by the clock", flush=True)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for side in sides:
        wall, spent = statistics.median(side.walls) * len(side.working), statistics.median(side.spent)
        print(
            f"  {side.name:18} {spent:6.2f} s CPU a job ({min(side.spent):.2f} to {max(side.spent):.2f}), "
            f"{wall:6.2f} s for each process"
        )
    first, second = sides
    cpu = statistics.median(first.spent) / statistics.median(second.spent)
    pairs = [one / (two * len(second.working)) for one, two in zip(first.walls, second.walls, strict=True)]
    print(f"  throughput per worker to one alone: {cpu:.2f} by CPU, {statistics.median(pairs):.2f} by the clock")


if __name__ == "__main__":
    main()
