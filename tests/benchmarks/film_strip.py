"""A folder of many pictures: how soon the first is seen, how soon the small ones are, and going from one to the next.

python -m tests.benchmarks.film_strip [--count 500] [--megapixels 0.5] [--steps 30]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.heart import Heart
from tests.benchmarks.memory import pictures, wait
from tests.benchmarks.window import PLATFORM, opened

if TYPE_CHECKING:
    from catchlight.gui.app.application import DesktopApplication

PAUSE = 0.1
"""Seconds between two pictures for who leafs through them."""


def measured(desk: DesktopApplication, folder: Path, steps: int) -> int:
    """Print the times; gives how many silences of the GUI thread were over the bar."""
    from PySide6.QtWidgets import QApplication

    application, session, heart = QApplication.instance(), desk.session, Heart()
    begun = time.perf_counter()

    def said(what: str) -> None:
        print(f"  {(time.perf_counter() - begun) * 1000:7.0f} ms  {what}", flush=True)

    with heart.phase("open a folder"):
        session.open_paths([folder])
        said("asked for")
        wait(application, lambda: session.documents[0].loaded, "the first picture")
        said("the first picture is there")
        wait(application, lambda: len(session.documents) == len(list(folder.iterdir())), "the strip")
        said(f"{len(session.documents)} pictures are in the strip")
    with heart.phase("small pictures"):
        wait(application, lambda: all(one.thumbnail is not None for one in session.documents), "small pictures")
        said("all small pictures are there")
    with heart.phase("leaf through"):
        for _ in range(steps):
            desk.window.actions_by_key["next"].trigger()
            end = time.monotonic() + PAUSE
            wait(application, lambda end=end: time.monotonic() > end, "pause")
    over = heart.report()
    heart.stop()
    return over


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--megapixels", type=float, default=0.5)
    parser.add_argument("--steps", type=int, default=30, help="so many pictures are leafed through")
    chosen = parser.parse_args()
    os.environ.update(PLATFORM)
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as (application, desk):
        session = desk.session
        pictures(Path(folder) / "in", chosen.count, chosen.megapixels)
        end = time.monotonic() + 2
        wait(application, lambda: time.monotonic() > end and session.jobs.idle, "the start")
        over = measured(desk, Path(folder) / "in", chosen.steps)
        print(f"{over} silences over the bar; load {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
