"""A lab under fire: nothing lost, nothing delivered twice, every client told all of it once and in order.

    python -m tests.benchmarks.lab.faults --jobs 2000 --files 600 --kills 30

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
from catchlight.paths import HOME_VARIABLE, Home, resources
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset_library import PresetFolder
from watchfiles import Change, watch

from tests.benchmarks.lab.parts import LabParts, Process
from tests.benchmarks.selection_jobs import CLIENTS, FACELESS, Tally, client, delivered

REFUSING_SECONDS = 20.0
PATIENT = RetryPolicy(attempts=120, longest=2.0)
DEADLINE = 3600.0


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

    def check(self, tally: Tally) -> Counter[str]:
        """Results by source."""
        with self.report.open(newline="", encoding="utf-8-sig") as rows:
            for row in csv.DictReader(rows):
                if "done" not in row.values():
                    tally.fault(f"batch: {row}")
        return Counter(path.stem for path in self.output.glob("*.jpg"))


def _write_files(folder: Path, count: int) -> None:
    """Small pictures of one face, no two of them alike."""
    whole = codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).pixels[20:276, 96:352]
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
            lab.close()


def _run(lab: LabParts, home: Home, target: Path, options: argparse.Namespace) -> None:
    dice, tally = random.Random(options.seed), Tally()
    target.mkdir(exist_ok=True)
    lab.start()
    selections = [RemoteSelections(lab.url, retries=PATIENT)]
    ids, nobody = _upload(selections[0], options.jobs)
    batch = Batch(lab, options.files) if options.files else None
    fire = Fire(lab, batch, tally, dice)
    plan = fire.plan(options.kills)
    moments = sorted(dice.sample(range(2, max(3 + options.kills, options.jobs - 5)), options.kills))
    dropping = set(dice.sample(range(options.jobs), min(options.drops, options.jobs)))
    manifests, stop = Counter[str](), threading.Event()
    watching = threading.Thread(target=_watch, args=(target, manifests, stop))
    watching.start()
    began = time.perf_counter()
    if batch is not None:
        batch.start()
    with ThreadPoolExecutor(CLIENTS) as clients:
        asked = [
            clients.submit(client, selections, generation, number in dropping, tally, number)
            for number, generation in enumerate(ids)
        ]
        finished = batch is None
        while not (all(one.done() for one in asked) and finished):
            if moments and len(tally.seconds) >= moments[0]:
                moments.pop(0)
                fire.strike(plan.pop())
            finished = finished or (batch is not None and batch.keep_going())
            for part in (*lab.serving, *lab.working):
                if part.ended:
                    tally.fault(f"{part.name} ended by itself")
                    part.start()
            if time.perf_counter() - began > DEADLINE:
                tally.fault(f"not done after {DEADLINE:.0f} s")
                break
            time.sleep(0.05)
    wall = time.perf_counter() - began
    for one in asked:
        fault = one.exception() if one.done() else None
        if fault is not None:
            tally.fault(f"a client ended with {fault!r}" if isinstance(fault, CatchlightError) else repr(fault))
    time.sleep(2)
    stop.set()
    watching.join()
    _report(home, ids, nobody, batch, manifests, tally, wall)


def _upload(selections: RemoteSelections, count: int) -> tuple[list[str], set[str]]:
    """Generations to ask for, no two of one picture, and those among them that show nobody."""
    whole = codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).pixels[20:276, 96:352]
    dice, ids, nobody = random.Random(5), [], set()
    for number in range(count):
        faceless = dice.random() < FACELESS
        pixels = np.full((200, 200, 3), 128, np.uint8) if faceless else np.array(whole)
        pixels[:4, :4] = (number % 256, number // 256, 3)
        picture = Picture(pixels)
        ids.append(selections.store(picture, codec.encode(picture, "image/png")))
        if faceless:
            nobody.add(ids[-1])
    return ids, nobody


def _watch(target: Path, manifests: Counter[str], stop: threading.Event) -> None:
    """How often each manifest was written."""
    for changes in watch(target, stop_event=stop, debounce=50, step=20, rust_timeout=500):
        for change, name in changes:
            if name.endswith("/manifest.json") and change is not Change.deleted:
                manifests[Path(name).parent.name] += 1


def _report(
    home: Home,
    ids: list[str],
    nobody: set[str],
    batch: Batch | None,
    manifests: Counter[str],
    tally: Tally,
    wall: float,
) -> None:
    found = delivered(home.root / "delivered", tally)
    wanted = [generation for generation in ids if generation not in nobody]
    print(f"{len(ids)} generations, {len(nobody)} without a face, in {wall:.0f} s")
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
