"""Twenty kiosks, two hundred, and a batch of five thousand an hour on one queue: a simulation by discrete events.

    python -m tests.benchmarks.lab.simulation [--times times.json] [--hours 4] [--seed 1]

Kiosks ask servers for edits, which take a core at once or wait in the server's queue, and a part of them for profile pictures,
which wait in the lab's queue for a worker beside the files of the batch; profile pictures go first, a file that is at work is
not interrupted. Every edit and job costs the database transactions, which are carried one after the other. Service times are
drawn from those that were measured; arrivals are at random moments (a Poisson process). Beside each simulated mean stands the
one on paper.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from tests.benchmarks.lab.queueing import mean_wait
from tests.benchmarks.lab.service_times import KINDS, MEASURED

SESSIONS_AN_HOUR = 15
"""Of one kiosk at its busiest: a person every four minutes."""
PROFILE_SHARE = 1 / 3
"""Sessions that also ask for profile pictures."""
TRANSACTIONS = {"edit": 2, "selection": 22, "batch_file": 8}
"""Database transactions of each: an edit's row and its parent's look-up; a job's submission, taking, seven steps, renewals, end,
and its readers; a file's taking, renewals, end and its readers."""
GOOD = 2.0
"""Seconds of waiting that 95 of 100 people at a kiosk stay below."""
Times = dict[str, Sequence[float]]


@dataclass(frozen=True)
class Lab:
    """What a lab consists of. cores: of all servers together, of all workers together. database: ms of a transaction."""

    kiosks: int
    batch_an_hour: int
    server_cores: int
    worker_cores: int
    database: float

    def rates(self) -> dict[str, float]:
        """Arrivals a second of each kind."""
        sessions = self.kiosks * SESSIONS_AN_HOUR / 3600
        return {"edit": sessions, "selection": sessions * PROFILE_SHARE, "batch_file": self.batch_an_hour / 3600}


@dataclass
class Station:
    """Equal places before one queue; those of a higher priority go first, within one by arrival."""

    places: int
    busy: float = 0.0
    _free: int = field(init=False)
    _waiting: dict[int, deque[tuple[float, str, float]]] = field(default_factory=lambda: defaultdict(deque))

    def __post_init__(self) -> None:
        self._free = self.places

    def arrive(self, now: float, kind: str, seconds: float, priority: int) -> None:
        self._waiting[priority].append((now, kind, seconds))

    def begin(self) -> tuple[float, str, float] | None:
        """Whoever is next, where a place is free."""
        if not self._free:
            return None
        for priority in sorted(self._waiting, reverse=True):
            if self._waiting[priority]:
                self._free -= 1
                arrived = self._waiting[priority].popleft()
                self.busy += arrived[2]
                return arrived
        return None

    def end(self) -> None:
        self._free += 1


@dataclass
class Outcome:
    """Waiting seconds by kind, and which share of the time the places were busy."""

    waits: dict[str, list[float]]
    used: dict[str, float]
    done: dict[str, int]


def simulate(lab: Lab, times: Times, hours: float, seed: int) -> Outcome:
    """One run. The batch's files come all at the beginning of each hour, as a folder does."""
    dice = random.Random(seed)
    stations = {"servers": Station(lab.server_cores), "workers": Station(lab.worker_cores), "database": Station(1)}
    at = {"edit": "servers", "selection": "workers", "batch_file": "workers"}
    events: list[tuple[float, int, str, str]] = []
    order, end = count(), hours * 3600
    for kind in ("edit", "selection"):
        rate, moment = lab.rates()[kind], 0.0
        while rate and (moment := moment + dice.expovariate(rate)) < end:
            heapq.heappush(events, (moment, next(order), "arrive", kind))
    for hour in range(int(hours)):
        for _ in range(lab.batch_an_hour):
            heapq.heappush(events, (hour * 3600.0, next(order), "arrive", "batch_file"))
    waits: dict[str, list[float]] = {kind: [] for kind in KINDS}
    done = dict.fromkeys(KINDS, 0)
    while events and events[0][0] < end:
        now, _, what, name = heapq.heappop(events)
        if what == "arrive":
            stations[at[name]].arrive(now, name, dice.choice(times[name]), 0 if name == "batch_file" else 1)
            for _ in range(TRANSACTIONS[name]):
                stations["database"].arrive(now, "", lab.database / 1000, 0)
        else:
            stations[name].end()
        for place, station in stations.items():
            while (begun := station.begin()) is not None:
                arrived, kind, seconds = begun
                heapq.heappush(events, (now + seconds, next(order), "end", place))
                if kind:
                    waits[kind].append(now - arrived)
                    done[kind] += 1
    used = {name: station.busy / (end * station.places) for name, station in stations.items()}
    return Outcome(waits, used, done)


def first_to_break(lab: Lab, times: Times) -> tuple[str, float]:
    """Which part is full first when all arrivals grow alike, and at how many times today's."""
    rates = lab.rates()
    mean = {kind: sum(times[kind]) / len(times[kind]) for kind in KINDS}
    loads = {
        "servers": rates["edit"] * mean["edit"] / lab.server_cores,
        "workers": (rates["selection"] * mean["selection"] + rates["batch_file"] * mean["batch_file"])
        / lab.worker_cores,
        "database": sum(rates[kind] * TRANSACTIONS[kind] for kind in KINDS) * lab.database / 1000,
    }
    name = max(loads, key=lambda part: loads[part])
    return name, 1 / loads[name]


def database_limit(lab: Lab) -> float:
    """How many times today's arrivals the database could carry, were there cores enough for all else."""
    return 1000 / (sum(lab.rates()[kind] * TRANSACTIONS[kind] for kind in KINDS) * lab.database)


def needed_cores(rate: float, seconds: Sequence[float]) -> int:
    """Cores at which the mean wait on paper is at most a quarter of ``GOOD``."""
    cores = 1
    while mean_wait(rate, seconds, cores) > GOOD / 4:
        cores += 1
    return cores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=Path)
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", type=float, default=5.0, help="ms that a transaction keeps the database busy")
    options = parser.parse_args()
    times: Times = json.loads(options.times.read_text())["seconds"] if options.times else dict(MEASURED)
    for kind in KINDS:
        print(f"{kind}: mean {sum(times[kind]) / len(times[kind]):.2f} s of one core ({len(times[kind])} measured)")
    for kiosks, batch in ((20, 0), (20, 5000), (200, 0), (200, 5000)):
        plain = Lab(kiosks, batch, 1, 1, options.database)
        rates = plain.rates()
        servers = needed_cores(rates["edit"], times["edit"])
        work = rates["selection"] * sum(times["selection"]) / len(times["selection"])
        work += rates["batch_file"] * sum(times["batch_file"]) / len(times["batch_file"])
        workers = max(needed_cores(rates["selection"], times["selection"]), int(work / 0.85) + 1)
        _report(Lab(kiosks, batch, servers, workers, options.database), times, options.hours, options.seed)


def _report(lab: Lab, times: Times, hours: float, seed: int) -> None:
    outcome = simulate(lab, times, hours, seed)
    print(
        f"\n{lab.kiosks} kiosks, batch of {lab.batch_an_hour} an hour: {lab.server_cores} cores of servers, "
        f"{lab.worker_cores} of workers"
    )
    for kind, waits in outcome.waits.items():
        if not waits:
            continue
        ordered = sorted(waits)
        at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95)]
        paper = ""
        if kind == "edit":
            written = mean_wait(lab.rates()[kind], times[kind], lab.server_cores)
            paper = f", mean {sum(waits) / len(waits):.2f} s (on paper {written:.2f})"
        print(
            f"  {kind:>11}: {len(waits)} begun, wait median {at[0]:.2f} s, p95 {at[1]:.2f}, longest {ordered[-1]:.1f}{paper}"
        )
    shares = ", ".join(f"{name} {share:.0%}" for name, share in outcome.used.items())
    part, factor = first_to_break(lab, times)
    print(
        f"  busy: {shares}; full first: {part}, at {factor:.1f} times this; database alone: {database_limit(lab):.1f} times"
    )


if __name__ == "__main__":
    main()
