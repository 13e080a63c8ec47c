"""CPU seconds of whole commands, each in a fresh process, beside those of one MODNet inference in the same run.

python -m tests.benchmarks.commands [--portraits DIR] [--only WORD ...] [--rounds N]

CPU seconds are those of the process with all its threads, from its start to its end: other work on the machine moves them less
than it moves the clock. Portraits are enlarged to the sizes of the bars and stored as a camera does, JPEG 92 with 4:2:0.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from catchlight.imaging.io import codec
from catchlight.models.registry import Models

from tests.benchmarks.common import arguments, unit_of_time
from tests.benchmarks.speed import resized
from tests.benchmarks.window import first_paint

PORTRAITS = ("d02", "d32", "d33")
"""Black bob before grey, short hair before a stone wall, dark curls outdoors."""


@dataclass(frozen=True)
class Row:
    """One command. megapixels: of its picture, 0 for a command without; bar: CPU seconds."""

    name: str
    megapixels: float
    arguments: tuple[str, ...]
    bar: float
    suffix: str = ".jpg"


ROWS = (
    Row("--version", 0, ("--version",), 0.12),
    Row("--help", 0, ("--help",), 0.25),
    Row("ID photo", 3.9, ("id-photo", "IN", "OUT", "--spec", "uk_passport"), 3.0),
    Row("ID photo, transparent PNG", 1.4, ("id-photo", "IN", "OUT", "--background", "transparent"), 3.5, ".png"),
    Row("headshot, transparent PNG", 1.4, ("headshot", "IN", "OUT", "--background", "transparent"), 3.5, ".png"),
    Row("headshot with background", 12, ("headshot", "IN", "OUT", "--background", "corporate_office"), 8.0),
    Row("hair colour", 12, ("hair", "IN", "OUT", "--color", "burgundy"), 7.0),
    Row("background blur", 12, ("edit", "IN", "OUT", "blur the background", "--at", "90,90"), 6.0),
)
WINDOW, WINDOW_BAR = "window to first paint", 1.0


def main() -> None:
    options = arguments(
        __doc__ or "",
        ("--only", {"nargs": "+", "default": [], "help": "rows with one of these words in their names"}),
        ("--rounds", {"type": int, "default": 2, "help": "runs of each command and portrait; the fastest counts"}),
    )
    sources = [file for name in PORTRAITS for file in sorted(options.portraits.glob(f"{name}*"))]
    if not sources:
        sys.exit(f"No portraits {', '.join(PORTRAITS)} in {options.portraits}; give a folder with --portraits.")
    models = Models(threads=2)
    units: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for row in ROWS:
            if not _wanted(row.name, options.only):
                continue
            pictures = [_picture(source, row.megapixels, folder) for source in sources] if row.megapixels else [None]
            units.append(unit_of_time(models))
            times = [min(_cpu_seconds(row, file, folder) for _ in range(options.rounds)) for file in pictures]
            print_row(row.name, row.megapixels, times, row.bar)
        if _wanted(WINDOW, options.only):
            units.append(unit_of_time(models))
            print_row(WINDOW, 0, [min(cpu for _, cpu in first_paint(options.rounds))], WINDOW_BAR)
    print(f"T = {statistics.median(units):.3f} s (MODNet at 512 px, 2 threads; median over the rows, each just before)")


def print_row(name: str, megapixels: float, times: list[float], bar: float) -> None:
    """One line: CPU seconds of each portrait, and the worst of them against the bar."""
    size = f"{megapixels:4.1f} MP" if megapixels else ""
    each = " ".join(f"{seconds:6.2f}" for seconds in times)
    mark = "ok" if max(times) <= bar else "MISSED"
    print(f"{name:28s} {size:8s} {each:22s} CPU s   bar {bar:.2f}   {mark}", flush=True)


def _wanted(name: str, words: list[str]) -> bool:
    return not words or any(word in name for word in words)


def _picture(source: Path, megapixels: float, folder: Path) -> Path:
    """The portrait as a JPEG of that size."""
    file = folder / f"{source.stem}_{megapixels:g}mp.jpg"
    if not file.exists():
        picture = resized(codec.decode(source.read_bytes()), megapixels)
        file.write_bytes(codec.encode(picture, "image/jpeg", quality=92, chroma="4:2:0"))
    return file


def _cpu_seconds(row: Row, picture: Path | None, folder: Path) -> float:
    """User and system seconds of the command in a process of its own."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        places = {"IN": str(picture), "OUT": str(Path(own) / f"result{row.suffix}")}
        words = [places.get(word, word) for word in row.arguments]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["CATCHLIGHT_HOME"] = str(Path(own) / "home")
        process = subprocess.Popen(
            [sys.executable, "-m", "catchlight", *words], env=environment, stdout=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        written = Path(places["OUT"]).exists()  # also where a photo is done and its verdict is fail, which ends with 1
        if process.returncode and not written:
            raise SystemExit(f"catchlight {' '.join(words)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
