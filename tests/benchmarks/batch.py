"""Batches: pictures a second and core, results compared with single edits, and kill -9 in the middle again and again.

python -m tests.benchmarks.batch [--count 200] [--side 320] [--kills 4] [--check 20]
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catchlight.service.batch.plan import BatchPlan
    from catchlight.service.presets.preset import Preset
    from catchlight.store.batches.journal import Journal

_MADE = re.compile(rb"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")
"""The moment of an edit in the record: the only bytes in which two runs may differ."""


def pictures(folder: Path, count: int, side: int) -> list[Path]:
    """So many different portraits out of the sample, of about that size."""
    import cv2
    from catchlight.paths import resources

    folder.mkdir(parents=True)
    sample = cv2.imread(str(resources() / "samples" / "astronaut.png"))
    chance = random.Random(1)
    for number in range(count):
        left, top = chance.randint(0, 60), chance.randint(0, 20)
        part = sample[top : 400 + chance.randint(0, 100), left : 440 + chance.randint(0, 70)]
        part = part[:, ::-1] if number % 2 else part
        scale = side / max(part.shape[:2])
        small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"p{number:04d}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return sorted(folder.iterdir())


def preset() -> Preset:
    """Light, then a passport photo: array work and networks."""
    from catchlight.operations.adjust.params import AdjustParams
    from catchlight.operations.id_photo.params import IdPhotoParams
    from catchlight.service.presets.carry_over import AppliedStep, preset_of

    adjust = AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer, lift the shadows"), (320, 320))
    photo = AppliedStep("id_photo", IdPhotoParams(spec="icao_35x45", background="white", dpi=150), (320, 320))
    return preset_of("Benchmark", [adjust, photo])


def throughput(home: Path, sources: list[Path], jobs: int, out: Path) -> tuple[Journal[BatchPlan], float, float, int]:
    """Journal, seconds of the whole, median seconds of a picture, and the largest memory of a worker in MB."""
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.service.batch.plan import BatchPlan, plan_of
    from catchlight.service.batch.run import BatchRun
    from catchlight.service.batch.worker_context import LocalEditorFactory
    from catchlight.store.batches.journals import Journals

    journal = Journals(home / "batches", BatchPlan).begin(plan_of(sources, preset(), {"folder": out}, "2026-01-01"))
    run, largest, begun = BatchRun(journal, LocalEditorFactory(home), DecodeLimits(), jobs), 0, time.monotonic()
    for _event in run.events():
        largest = max([largest, *(resident(process) for process in run.processes)])
    seconds = time.monotonic() - begun
    items = journal.items()
    bad = [item for item in items if item.state != "done"]
    assert not bad, f"{len(bad)} failed, first: {bad[0].message}"
    return journal, seconds, statistics.median(item.seconds or 0.0 for item in items), largest


def resident(process: int) -> int:
    """MB of memory that a process has; 0 where the system does not say."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")), 0)


def compared(journal: Journal[BatchPlan], home: Path, count: int) -> int:
    """How many of some results differ from a single edit in more than the moment it was made."""
    from catchlight.core.progress import Progress
    from catchlight.imaging.io import codec
    from catchlight.service.batch.process_file import run_steps
    from catchlight.service.batch.worker_context import LocalEditorFactory

    editor = LocalEditorFactory(home)(os.cpu_count() or 1)
    differing = 0
    for item in random.Random(2).sample(journal.items(), count):
        source = codec.decode(item.source.read_bytes(), name=item.source.name)
        alone, _, _ = run_steps(editor, journal.plan.preset, source, [[], []], Progress())
        assert item.output is not None
        together = item.output.read_bytes()
        differing += _MADE.sub(b"", together) != _MADE.sub(b"", alone.file.data)
    return differing


def killed(home: Path, sources: list[Path], kills: int, jobs: int, pace: float, out: Path) -> tuple[int, int, int]:
    """Run the real command, kill it at random moments, go on: how many are lost, are there twice, were done again.

    pace: seconds that the whole takes undisturbed.
    """
    from catchlight.service.presets.preset_library import PresetFolder

    PresetFolder(home / "presets").save(preset(), replace=True)
    command = [sys.executable, "-m", "catchlight", "batch", "--home", str(home), "--to", str(out), "--jobs", str(jobs)]
    first = [*command, str(sources[0].parent), "--preset", "Benchmark"]
    chance, again = random.Random(), 0
    for number in range(kills + 1):
        before = {file: file.stat().st_ino for file in out.glob("*.jpg")} if out.is_dir() else {}
        process = subprocess.Popen(
            first if number == 0 else [*command, "--resume"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if number < kills:
            time.sleep(chance.uniform(0.15, 0.9) * pace / kills)
            process.send_signal(signal.SIGKILL)
        _, said = process.communicate()
        assert number < kills or process.returncode == 0, said
        again += sum(file.stat().st_ino != inode for file, inode in before.items())
        print(f"  run {number + 1}: {len(list(out.glob('*.jpg')))} of {len(sources)} done", flush=True)
    names = [file.name for file in out.iterdir()]
    lost = {source.name for source in sources} - set(names)
    return len(lost), len(names) - len(sources) + len(lost), again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--side", type=int, default=320, help="pixels of the longer side")
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--check", type=int, default=20, help="so many results are compared with single edits")
    chosen = parser.parse_args()
    from catchlight.service.batch.worker_processes import cores

    print(f"{cores()} cores, load average at the start {os.getloadavg()[0]:.2f}")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        sources = pictures(root / "in", chosen.count, chosen.side)
        pace = 0.0
        for jobs in sorted({1, cores()}):
            part = sources if jobs == cores() else sources[: max(1, chosen.count // 4)]
            journal, seconds, median, largest = throughput(root / "home", part, jobs, root / f"out-{jobs}")
            each = len(part) / seconds
            print(
                f"{jobs} at once: {len(part)} pictures in {seconds:.1f} s, {each:.2f} a second, {each / jobs:.2f} a second and "
                f"core, median {median:.2f} s, a worker has at most {largest} MB; load {os.getloadavg()[0]:.2f}",
                flush=True,
            )
            pace = seconds
        differing = compared(journal, root / "home", min(chosen.check, chosen.count))
        print(f"{differing} of {min(chosen.check, chosen.count)} differ from the single edit", flush=True)
        lost, twice, again = killed(root / "home", sources, chosen.kills, cores(), pace, root / "killed")
        print(f"{chosen.kills} times kill -9: {lost} lost, {twice} there twice, {again} finished ones done again")
    if differing or lost or twice or again:
        sys.exit(1)


if __name__ == "__main__":
    main()
