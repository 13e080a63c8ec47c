"""What the benchmarks share: the unit of time, the portraits, peak memory of a piece of work in a process of its own."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portrait

PORTRAITS = Path(__file__).resolve().parents[3] / "shared" / "portraits"
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".heic", ".avif")


def arguments(title: str, *more: tuple[str, dict[str, Any]]) -> argparse.Namespace:
    """Command line of a benchmark: ``--portraits DIR`` and its own options."""
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--portraits", type=Path, default=PORTRAITS)
    for name, options in more:
        parser.add_argument(name, **options)
    return parser.parse_args()


def pictures(folder: Path) -> Iterator[Path]:
    """Picture files of a folder, by name. Ends the program where there are none."""
    found = sorted(path for path in folder.glob("*") if path.suffix.lower() in SUFFIXES)
    if not found:
        sys.exit(f"No pictures in {folder}; give a folder with --portraits.")
    yield from found


def unit_of_time(models: Models, rounds: int = 5) -> float:
    """T: seconds of one 512 px MODNet inference with 2 threads, the best of several."""
    tensor = np.zeros((1, 3, 512, 512), np.float32)
    return best(lambda: models.run("portrait_matting_modnet", tensor), rounds)


def best(work: Callable[[], Any], rounds: int = 3) -> float:
    """Seconds of the fastest of several runs, after one to warm up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def peak_megabytes(code: str) -> float:
    """Peak resident memory of ``code`` in a fresh interpreter, in MB (10^6 bytes). Linux only.

    Read from /proc: getrusage would count what the parent held when the process was started.
    """
    tail = "\nprint(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])"
    done = subprocess.run([sys.executable, "-c", code + tail], capture_output=True, text=True, check=True)
    return float(done.stdout.strip().splitlines()[-1]) * 1024 / 1e6


def analyse(portrait: Portrait) -> None:
    """Compute all that most edits need: faces, landmarks, matte, parsing, foreground."""
    if portrait.faces:
        for part in ("landmarks", "alpha", "parsing", "foreground"):
            getattr(portrait, part)
