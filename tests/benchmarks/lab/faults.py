"""A lab under fire: nothing lost, nothing delivered twice, every client told all of it once and in order.

    python -m tests.benchmarks.lab.faults --jobs 2000 --files 600 --kills 30

A job is real work: 3.2 s of a core, nearly all of it in networks. ``--face 160 --times 40`` asks for what is cheapest: the
smallest face, and forty jobs in a row of each picture, for which a worker runs most of its networks once.

Three servers behind a balancer and four workers, over one PostgreSQL and one S3 server, each a process of its own. While clients
ask for profile pictures and one of them for a batch, at random moments a server, a worker, the batch's client or PostgreSQL is
killed with SIGKILL and started again, PostgreSQL is restarted, and the S3 server refuses every connection for 20 seconds.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from catchlight.client.selection import RemoteSelections
from catchlight.core.errors import CatchlightError
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.paths import HOME_VARIABLE, Home
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset_library import PresetFolder
from watchfiles import Change, watch

from tests.benchmarks.lab.parts import LabParts, Process
from tests.benchmarks.lab.sources import FACES, Asking, face, upload_sources
from tests.benchmarks.selection_jobs import CLIENTS, Tally, client, delivered

REFUSING_SECONDS = 20.0
PATIENT = RetryPolicy(attempts=120, longest=2.0)
DEADLINE = 3600.0
TELL_SECONDS = 60.0
"""How often it is told how far all is."""


class Batch:
    """The command that does the batch on the lab; killed, it is asked to go on."""

    def __init__(self, lab: LabParts, count: int) -> None:
        self.count = count
        self.source, self.output = lab.folder / "batch", lab.folder / "batch-results"
        self.report = lab.folder / "batch.csv"
        self.source.mkdir()
        _write_files(self.source, count)
        home = lab.folder / "batch-client"
        steps = [AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), (256, 256))]
        PresetFolder(Home(home).presets).save(preset_of("Lab", steps))
        told = ["--on", lab.url, "--report", str(self.report)]
        batch = [sys.executable, "-m", "catchlight", "batch"]
        self._begin = [*batch, str(self.source), "--preset", "Lab", "--to", str(self.output), *told]
        # A file whose process was killed twice has failed; who is at the terminal lets it be tried again.
        self._go_on = [*batch, "--resume", "--retry-failed", *told]
        self._journals = Home(home).batches
        environment = {**os.environ, HOME_VARIABLE: str(home)}
        self.process = Process("batch", self._begin, environment, lab.folder / "batch.log")

    def start(self) -> None:
        """Begin, or go on where it was begun before."""
        self.process.command = self._go_on if any(self._journals.glob("*")) else self._begin
        self.process.start()

    def keep_going(self) -> bool:
        """Whether all of it is done; begun again where it ended otherwise."""
        process = self.process.process
        if process is None or process.poll() is None:
            return False
        if process.returncode == 0:
            return True
        self.start()
        return False

    def done(self) -> int:
        """Results that lie under their names."""
        return sum(1 for _ in self.output.glob("*.jpg"))

    def check(self, tally: Tally) -> Counter[str]:
        """Results by source."""
        with self.report.open(newline="", encoding="utf-8-sig") as rows:
            for row in csv.DictReader(rows):
                if "done" not in row.values():
                    tally.fault(f"batch: {row}")
        return Counter(path.stem for path in self.output.glob("*.jpg"))


def _write_files(folder: Path, count: int) -> None:
    """Small pictures of one face, no two of them alike."""
    whole = face("256")
    for number in range(count):
        pixels = np.array(whole)
        pixels[:8, :8] = (number % 16 * 16, number // 16 % 16 * 16, number // 256 * 16)  # more than JPEG takes away
        (folder / f"face_{number:04d}.jpg").write_bytes(codec.encode(Picture(pixels), "image/jpeg", quality=90))


class Fire:
    """What goes wrong, one after the other, at moments that are spread over the work."""

    def __init__(self, lab: LabParts, batch: Batch | None, tally: Tally, dice: random.Random) -> None:
        self._lab, self._batch, self._tally, self._dice = lab, batch, tally, dice
        self._kinds: list[tuple[str, Callable[[], None]]] = [
            ("server killed", lambda: self._kill(self._lab.serving)),
            ("worker killed", lambda: self._kill(self._lab.working)),
            ("worker killed", lambda: self._kill(self._lab.working)),
            ("database killed", self._kill_database),
            ("database restarted", self._restart_database),
            ("S3 refused for 20 s", self._refuse_s3),
        ]
        if batch is not None:
            self._kinds.append(("batch's client killed", self._kill_batch))

    def plan(self, count: int) -> list[int]:
        """Which fault comes when: every kind, and then any."""
        kinds = list(range(len(self._kinds))) * (count // len(self._kinds) + 1)
        self._dice.shuffle(kinds)
        return kinds[:count]

    def strike(self, kind: int) -> None:
        name, fault = self._kinds[kind]
        self._tally.note(name)
        fault()

    def _kill(self, parts: Sequence[Process]) -> None:
        victim = self._dice.choice(parts)
        if not victim.ended:
            victim.kill()
        victim.start()

    def _kill_batch(self) -> None:
        assert self._batch is not None
        if not self._batch.process.ended:
            self._batch.process.kill()

    def _kill_database(self) -> None:
        self._lab.postgres.kill()
        time.sleep(self._dice.random())
        self._lab.postgres.start()

    def _restart_database(self) -> None:
        self._lab.postgres.stop()
        self._lab.postgres.start()

    def _refuse_s3(self) -> None:
        self._lab.s3_gate.refuse(True)
        time.sleep(REFUSING_SECONDS)
        self._lab.s3_gate.refuse(False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--files", type=int, default=600)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--drops", type=int, default=200)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--face", choices=sorted(FACES), default="256", help="side of the portraits in pixels")
    parser.add_argument("--times", type=int, default=1, help="jobs in a row of one picture, with different wishes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the logs, which are thrown away otherwise")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="catchlight-lab-") as made:
        folder = options.keep or Path(made)
        folder.mkdir(exist_ok=True)
        target = folder / "delivered"
        lab = LabParts(
            folder, options.servers, options.workers, {"delivery": {"address": str(target)}, "jobs": {"queue": 5000}}
        )
        try:
            _run(lab, Home(folder), target, options)
        finally:
            took = lab.close()
            print("  seconds to end, by SIGTERM                " + ", ".join(f"{one:.1f}" for one in took.values()))


def _run(lab: LabParts, home: Home, target: Path, options: argparse.Namespace) -> None:
    dice, tally = random.Random(options.seed), Tally()
    target.mkdir(exist_ok=True)
    lab.start()
    selections = [RemoteSelections(lab.url, retries=PATIENT)]
    jobs = upload_sources(selections[0], options.jobs, options.face, options.times)
    batch = Batch(lab, options.files) if options.files else None
    fire = Fire(lab, batch, tally, dice)
    plan = fire.plan(options.kills)
    # Jobs go before files, so that most files come when the jobs are done.
    moments = sorted(dice.sample(range(2, max(3 + options.kills, options.jobs + options.files - 5)), options.kills))
    dropping = set(dice.sample(range(options.jobs), min(options.drops, options.jobs)))
    manifests, stop = Counter[str](), threading.Event()
    watching = threading.Thread(target=_watch, args=(target, manifests, stop))
    watching.start()
    began = told = time.perf_counter()
    if batch is not None:
        batch.start()
    with ThreadPoolExecutor(CLIENTS) as clients:
        asked = [
            clients.submit(client, selections, job.generation, number in dropping, tally, number, job.params)
            for number, job in enumerate(jobs)
        ]
        finished = batch is None
        while not (all(one.done() for one in asked) and finished):
            if moments and len(tally.seconds) + (batch.done() if batch is not None else 0) >= moments[0]:
                moments.pop(0)
                fire.strike(plan.pop())
            finished = finished or (batch is not None and batch.keep_going())
            for part in (*lab.serving, *lab.working):
                if part.ended:
                    tally.fault(f"{part.name} ended by itself")
                    part.start()
            if time.perf_counter() - began > DEADLINE:
                tally.fault(f"not done after {DEADLINE:.0f} s")
                clients.shutdown(wait=False, cancel_futures=True)
                break
            if time.perf_counter() - told > TELL_SECONDS:
                told = time.perf_counter()
                _tell(told - began, tally, batch)
            time.sleep(0.05)
    wall = time.perf_counter() - began
    for one in asked:
        fault = one.exception() if one.done() and not one.cancelled() else None
        if fault is not None:
            tally.fault(f"a client ended with {fault!r}" if isinstance(fault, CatchlightError) else repr(fault))
    time.sleep(2)
    stop.set()
    watching.join()
    for name, seconds in lab.cpu().items():
        print(f"  CPU of {name:35} {seconds:6.0f} s")
    _report(home, jobs, batch, manifests, tally, wall)


def _tell(seconds: float, tally: Tally, batch: Batch | None) -> None:
    files = 0 if batch is None else batch.done()
    print(f"{seconds:5.0f} s: {len(tally.seconds)} jobs and {files} files done, {len(tally.faults)} faults", flush=True)


def _watch(target: Path, manifests: Counter[str], stop: threading.Event) -> None:
    """How often each manifest was written."""
    for changes in watch(target, stop_event=stop, debounce=50, step=20, rust_timeout=500):
        for change, name in changes:
            if name.endswith("/manifest.json") and change is not Change.deleted:
                manifests[Path(name).parent.name] += 1


def _report(
    home: Home,
    jobs: Sequence[Asking],
    batch: Batch | None,
    manifests: Counter[str],
    tally: Tally,
    wall: float,
) -> None:
    found = delivered(home.root / "delivered", tally)
    nobody = {job.generation for job in jobs if job.nobody}
    wanted = [job.generation for job in jobs if not job.nobody]
    print(f"{len(jobs)} generations, {len(nobody)} without a face, in {wall:.0f} s")
    for name, count in sorted(tally.counts.items()):
        print(f"  {name:42} {count:6d}")
    seconds = sorted(tally.seconds)
    if seconds:
        print(
            f"  asked to end, median and 99 %              {np.median(seconds):6.2f} {seconds[int(0.99 * len(seconds))]:.2f} s"
        )
    figures = {
        "lost (neither delivered nor refused)": sum(found[generation] == 0 for generation in wanted),
        "generations delivered twice": sum(count > 1 for count in found.values()),
        "manifests written twice": sum(count > 1 for count in manifests.values()),
        "delivered without a face": sum(found[generation] for generation in nobody),
        "order, duplicate and content faults": len(tally.faults),
    }
    if batch is not None:
        results = batch.check(tally)
        figures["files of the batch lost"] = batch.count - len(results)
        figures["files of the batch twice"] = sum(count > 1 for count in results.values())
        sums = Counter(hashlib.sha256(path.read_bytes()).hexdigest() for path in batch.output.glob("*.jpg"))
        figures["results of the batch that are alike"] = sum(count - 1 for count in sums.values())
    for name, count in figures.items():
        print(f"  {name:42} {count:6d}")
    for said in tally.faults[:20]:
        print(f"    {said}")
    if any(figures.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
