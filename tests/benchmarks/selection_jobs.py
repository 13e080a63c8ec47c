"""Jobs for profile pictures under fire: nothing lost, nothing delivered twice, every client told all of it once and in order.

Two server processes over one store; while they work through the jobs one of them is killed again and again, deliveries are
refused, the disk is full now and then, and clients drop their streams and come back.

    python -m tests.benchmarks.selection_jobs --jobs 1000 --kills 20 --drops 200
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from catchlight.client.selection import RemoteSelections
from catchlight.core.errors import CatchlightError
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.paths import Home, resources
from catchlight.store.generations import Generations
from catchlight.store.jobs.events import Completed, Failed, Progressed
from catchlight.store.jobs.job import QueueFull

CLIENTS = 24
PARAMS = ProfilePictureParams(sizes=(96, 64), background_style="studio_grey")
FACELESS = 0.03


@dataclass
class Server:
    """One server process, started again on the same port whenever it was killed."""

    home: Path
    port: int
    options: list[str]
    process: subprocess.Popen[str] | None = None
    restarts: int = -1

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.service_process", str(self.home), str(self.port), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.restarts += 1

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@dataclass
class Tally:
    """What the clients have seen."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def note(self, *names: str) -> None:
        with self.lock:
            self.counts.update(names)

    def fault(self, said: str) -> None:
        with self.lock:
            self.faults.append(said)


def follow(selections: list[RemoteSelections], job: str, drop: bool, tally: Tally, dice: random.Random) -> object:
    """The job's terminal event, over as many streams as it takes; what comes is checked against what came before."""
    heard: list[int] = []
    fraction = 0.0
    while True:
        left = dice.randint(1, 6) if drop else 10**6
        for told in dice.choice(selections).events(job, heard[-1] if heard else 0):
            if told.number != len(heard) + 1:
                tally.fault(f"{job}: event {told.number} after {heard[-3:]}")
            heard.append(told.number)
            if isinstance(told.event, Progressed):
                if told.event.fraction < fraction:
                    tally.fault(f"{job}: fraction fell from {fraction} to {told.event.fraction}")
                fraction = told.event.fraction
            if told.terminal:
                return told.event
            left -= 1
            if left <= 0:
                tally.note("streams dropped")
                break
        drop = False


def client(
    selections: list[RemoteSelections],
    generation: str,
    drop: bool,
    tally: Tally,
    seed: int,
    params: ProfilePictureParams = PARAMS,
) -> None:
    """Ask until it is done: a retryable error is asked for again, as the contract says."""
    dice, began = random.Random(seed), time.perf_counter()
    while True:
        try:
            job = dice.choice(selections).submit(generation, params)
        except QueueFull:
            tally.note("queue full, asked again")
            time.sleep(0.5)
            continue
        tally.note("jobs")
        end = follow(selections, job, drop, tally, dice)
        if isinstance(end, Completed):
            tally.note("completed")
            break
        assert isinstance(end, Failed)
        tally.note(f"error {end.error}{', retryable' if end.retryable else ''}")
        if not end.retryable:
            break
    with tally.lock:
        tally.seconds.append(time.perf_counter() - began)


def stored(home: Home, count: int) -> tuple[list[str], set[str]]:
    """Generations to ask for, and those among them that show nobody."""
    whole = codec.decode((resources() / "samples" / "astronaut.png").read_bytes())
    face = Picture(np.ascontiguousarray(whole.pixels[20:276, 96:352]))
    grey = Picture(np.full((200, 200, 3), 128, np.uint8))
    generations, dice = Generations(home.store), random.Random(5)
    try:
        nobody = {number for number in range(count) if dice.random() < FACELESS}
        files = {True: (grey, codec.encode(grey, "image/png")), False: (face, codec.encode(face, "image/png"))}
        ids = [generations.upload(*files[number in nobody]).id for number in range(count)]
    finally:
        generations.close()
    return ids, {ids[number] for number in nobody}


def delivered(folder: Path, tally: Tally) -> Counter[str]:
    """Deliveries in a folder by generation, every file checked against its manifest."""
    found: Counter[str] = Counter()
    for manifest in folder.glob("*/manifest.json"):
        content = json.loads(manifest.read_text())
        found[content["generationId"]] += 1
        for picture in content["pictures"]:
            data = (manifest.parent / picture["name"]).read_bytes()
            if hashlib.sha256(data).hexdigest() != picture["sha256"]:
                tally.fault(f"{manifest.parent.name}: {picture['name']} is not what the manifest says")
        extra = {file.name for file in manifest.parent.iterdir()} - {p["name"] for p in content["pictures"]}
        if extra != {"manifest.json"}:
            tally.fault(f"{manifest.parent.name}: there are also {sorted(extra)}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--drops", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice, tally = random.Random(options.seed), Tally()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        ids, nobody = stored(home, options.jobs)
        arguments = ["--refused", "0.02", "--full", "0.02", "--lease", "3", "--queue", str(2 * CLIENTS)]
        servers = [Server(home.root, _free_port(), arguments) for _ in range(2)]
        for server in servers:
            server.start()
        selections = [
            RemoteSelections(f"127.0.0.1:{server.port}", retries=RetryPolicy(attempts=60)) for server in servers
        ]
        dropping = set(dice.sample(range(options.jobs), options.drops))
        moments = sorted(dice.sample(range(5, options.jobs - 5), options.kills))
        began = time.perf_counter()
        with ThreadPoolExecutor(CLIENTS) as clients:
            asked = [
                clients.submit(client, selections, generation, number in dropping, tally, number)
                for number, generation in enumerate(ids)
            ]
            while not all(one.done() for one in asked):
                ended = len(tally.seconds)
                if moments and ended >= moments[0]:
                    moments.pop(0)
                    time.sleep(dice.random() * 0.3)
                    victim = dice.choice(servers)
                    victim.kill()
                    tally.note("servers killed")
                    victim.start()
                time.sleep(0.05)
        wall = time.perf_counter() - began
        for one in asked:
            fault = one.exception()
            if fault is not None:
                tally.fault(f"a client ended with {fault!r}" if isinstance(fault, CatchlightError) else repr(fault))
        for server in servers:
            assert server.process is not None
            server.process.terminate()
            server.process.wait(15)
        report(home, ids, nobody, tally, wall)


def report(home: Home, ids: list[str], nobody: set[str], tally: Tally, wall: float) -> None:
    found = delivered(home.delivered, tally)
    written = Counter((home.root / "manifests.log").read_text().split())
    wanted = [generation for generation in ids if generation not in nobody]
    print(f"{len(ids)} generations, {len(nobody)} without a face, in {wall:.0f} s")
    for name, count in sorted(tally.counts.items()):
        print(f"  {name:42} {count:6d}")
    seconds = sorted(tally.seconds)
    print(
        f"  asked to end, median and 99 %              {np.median(seconds):6.2f} {seconds[int(0.99 * len(seconds))]:.2f} s"
    )
    figures = {
        "lost (neither delivered nor refused)": sum(found[generation] == 0 for generation in wanted),
        "generations delivered twice": sum(count > 1 for count in found.values()),
        "manifests written twice": sum(count > 1 for count in written.values()),
        "delivered without a face": sum(found[generation] for generation in nobody),
        "order, duplicate and content faults": len(tally.faults),
    }
    for name, count in figures.items():
        print(f"  {name:42} {count:6d}")
    for said in tally.faults[:10]:
        print(f"    {said}")
    if any(figures.values()):
        raise SystemExit(1)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
