"""Memory while one picture after another is opened, looked at and edited: it must come to rest.

python -m tests.benchmarks.memory [--count 200] [--megapixels 12] [--edits 10] [--tab adjust]
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.benchmarks.window import PLATFORM, opened

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from catchlight.gui.app.application import DesktopApplication

GROWTH_MB = 150
"""The bar: so much more may be resident after all pictures than after the first quarter of them."""
WAIT_SECONDS = 120


def pictures(folder: Path, count: int, megapixels: float) -> list[Path]:
    """So many portraits of which no two have the same pixels."""
    import cv2
    from catchlight.paths import resources

    folder.mkdir()
    sample: npt.NDArray[np.uint8] = cv2.imread(str(resources() / "samples" / "astronaut.png"))  # type: ignore[assignment]
    scale = (megapixels * 1e6 / (sample.shape[0] * sample.shape[1])) ** 0.5
    large = cv2.resize(sample, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    for number in range(count):
        part = large[number : large.shape[0] - 400 + number, : large.shape[1] - number % 7]
        cv2.imwrite(str(folder / f"p{number:04d}.jpg"), part, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return sorted(folder.iterdir())


def resident() -> float:
    """Resident memory in MB (10^6 bytes). Linux only."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def wait(application: Any, condition: Any, what: str) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"{what}: waited in vain")
        application.processEvents()
        time.sleep(0.001)


def measured(desk: DesktopApplication, files: list[Path], edits: int) -> list[float]:
    """Open all, show one after the other, edit every so many; resident MB after each."""
    from catchlight.develop.development import Development
    from catchlight.operations.adjust.params import AdjustParams
    from PySide6.QtWidgets import QApplication

    application, session = QApplication.instance(), desk.session
    found: list[float] = []
    session.open_paths(files)
    for number, document in enumerate(session.documents):
        session.show(document)
        wait(application, lambda document=document: document.loaded and session.jobs.idle, document.name)
        if edits and number % edits == 0:
            params = AdjustParams(settings=Development(exposure=0.3))
            session.run("adjust", params, "Adjust", document=document)
            wait(application, lambda document=document: len(document.steps) > 1 and session.jobs.idle, document.name)
        found.append(resident())
        if (number + 1) % 20 == 0:
            awake = sum(one.loaded for one in session.documents)
            steps = sum(step.held.bytes for one in session.documents for step in one.steps) / 1e6
            print(
                f"  {number + 1:4} opened: {found[-1]:6.0f} MB, most {max(found):6.0f} MB; {awake} pictures awake, "
                f"{steps:.0f} MB of steps, {session.stock.size / 1e6:.0f} MB of cards",
                flush=True,
            )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--megapixels", type=float, default=12)
    parser.add_argument("--edits", type=int, default=10, help="every so many pictures are edited; 0: none")
    parser.add_argument("--tab", default="adjust", help="the tab that is open, with its cards")
    chosen = parser.parse_args()
    os.environ.update(PLATFORM)
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as (_, desk):
        desk.window.actions_by_key[chosen.tab].trigger()
        files = pictures(Path(folder) / "in", chosen.count, chosen.megapixels)
        print(f"{len(files)} pictures of {chosen.megapixels:g} MP, every {chosen.edits}th edited, tab {chosen.tab}")
        begun = time.monotonic()
        found = measured(desk, files, chosen.edits)
        quarter = max(found[: max(1, len(found) // 4)])
        gc.collect()
        print(
            f"first {found[0]:.0f} MB, first quarter at most {quarter:.0f} MB, all at most {max(found):.0f} MB, at the end "
            f"{resident():.0f} MB; {(time.monotonic() - begun) / len(found):.2f} s a picture; load {os.getloadavg()[0]:.2f}"
        )
    sys.exit(1 if max(found) - quarter > GROWTH_MB else 0)


if __name__ == "__main__":
    main()
