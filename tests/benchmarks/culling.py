"""Leafing through many large pictures with one key each: how soon the next is on screen, and what memory that takes.

python -m tests.benchmarks.culling [--count 500] [--megapixels 24] [--steps 120] [--pause 0.5] [--profile matrix]
    [--source p3]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.display import colours_of
from tests.benchmarks.memory import pictures, resident, wait
from tests.benchmarks.window import PLATFORM, opened

if TYPE_CHECKING:
    from catchlight.gui.app.application import DesktopApplication

BAR_MS = 80
DIFFERENT = 12
"""So many different files are written; the others are links to them."""


def many(folder: Path, count: int, megapixels: float, source: str) -> None:
    """source: the colour space that the files say."""
    first = pictures(folder, min(count, DIFFERENT), megapixels)
    for file in first if source == "p3" else ():
        from PIL import Image

        from tests.display_profiles import matrix_display

        with Image.open(file) as image:
            image.load()
            image.save(file, quality="keep", icc_profile=matrix_display())
    for number in range(len(first), count):
        os.link(first[number % len(first)], folder / f"p{number:04d}.jpg")


def measured(desk: DesktopApplication, folder: Path, steps: int, pause: float) -> list[float]:
    """Milliseconds from each key to the paint of the next picture's own preview."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    application, session = QApplication.instance(), desk.session
    session.open_paths([folder])
    count = len(list(folder.glob("*.jpg")))
    wait(application, lambda: len(session.marks.visible) == count, "the strip")
    wait(application, lambda: session.current is not None and session.current.loaded, "the first picture")
    desk.window.actions_by_key["cull"].trigger()
    view = desk.window.culling.view
    assert view is not None
    pane = view.panes[0]

    def seen() -> bool:
        """Whether the pane shows a preview of the active picture, no thumbnail, and is painted."""
        shown = pane.view.preview
        return (
            view.active is not None and shown is not None and shown is view.previews.of(view.active) and shown.is_ready
        )

    wait(application, seen, "the first preview")
    found: list[float] = []
    for _ in range(steps):
        end = time.monotonic() + pause
        wait(application, lambda end=end: time.monotonic() > end, "pause")
        begun = time.perf_counter()
        QTest.keyClick(pane.view, Qt.Key.Key_3)
        while not seen():
            application.processEvents()
        pane.view.repaint()
        found.append((time.perf_counter() - begun) * 1000)
    print(
        f"previews in memory: {len(view.previews.kept)}, {view.previews.bytes / 1e6:.0f} MB; resident {resident():.0f} MB"
    )
    wait(application, lambda: len(list(folder.glob("*.xmp"))) == steps, "the sidecars")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--megapixels", type=float, default=24)
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two keys")
    parser.add_argument("--profile", choices=["none", "matrix", "table"], default="none", help="of the screen")
    parser.add_argument("--source", choices=["srgb", "p3"], default="srgb", help="colour space of the pictures")
    chosen = parser.parse_args()
    os.environ.update(PLATFORM)
    from catchlight.gui.colour.current import CURRENT

    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as (_, desk):
        many(Path(folder) / "in", chosen.count, chosen.megapixels, chosen.source)
        CURRENT.canvas = CURRENT.small = colours_of(chosen.profile)
        before = resident()
        found = sorted(measured(desk, Path(folder) / "in", chosen.steps, chosen.pause))
        over = sum(one > BAR_MS for one in found)
        print(
            f"{chosen.count} pictures of {chosen.megapixels:g} MP in {chosen.source}, profile {chosen.profile}, "
            f"a key each {chosen.pause:g} s: next on screen after "
            f"{statistics.median(found):.0f} ms (median), {found[int(0.95 * (len(found) - 1))]:.0f} ms (95 %), "
            f"{found[-1]:.0f} ms at most; {over} of {len(found)} over {BAR_MS} ms; {before:.0f} MB before; "
            f"load {os.getloadavg()[0]:.2f}"
        )
        shutil.rmtree(Path(folder) / "in")


if __name__ == "__main__":
    main()
