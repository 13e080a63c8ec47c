"""How soon the window is seen, and a photo in it, and how long the GUI thread is ever held while it works.

python -m tests.benchmarks.window [--picture FILE ...] [--runs N] [--megapixels 24]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.client.job_backend import JobBackends
    from catchlight.gui.app.application import DesktopApplication
    from catchlight.paths import Home
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.lazy import LazyGenerations, LazySelections
    from catchlight.service.recording import RecordingEditor
    from catchlight.store.generations import Generations
    from catchlight.store.settings.settings_file import SettingsFile
    from PySide6.QtWidgets import QApplication

BEAT_MS = 5
PLATFORM = {"OPENBLAS_NUM_THREADS": "1"} | ({} if os.environ.get("DISPLAY") else {"QT_QPA_PLATFORM": "offscreen"})
"""Environment as the program sets it for its window, which is not shown where there is no display."""
STARTED = "CATCHLIGHT_BENCHMARK_STARTED"
PROBE = """
import os, sys, time
from pathlib import Path
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from catchlight.gui.app.main_window import MainWindow

class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched.window(), MainWindow):
            QApplication.instance().removeEventFilter(self)
            seconds = time.time() - float(os.environ["CATCHLIGHT_BENCHMARK_STARTED"])
            heavy = [name for name in ("cv2", "onnxruntime", "scipy", "numba", "PIL") if name in sys.modules]
            print(seconds, time.process_time(), ",".join(heavy) or "-", flush=True)
            QTimer.singleShot(0, lambda: [window.close() for window in QApplication.topLevelWidgets()])
        return False

application = QApplication(sys.argv[:1])
probe, show = FirstPaint(), MainWindow.show

def shown(window):
    application.installEventFilter(probe)  # not before: thousands of events of a window that is being built would go through it
    show(window)

MainWindow.show = shown
from catchlight.assembly.program import PROGRAM
from catchlight.cli.main import run
run(PROGRAM, [])
"""


def compose(root: Path) -> tuple[Home, Catalogue, RecordingEditor, Portraits, LazyGenerations, SettingsFile]:
    """The parts that the program's main module puts together."""
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.models.registry import Models
    from catchlight.paths import Home
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.editor import LocalEditor
    from catchlight.service.lazy import LazyGenerations
    from catchlight.service.recording import RecordingEditor
    from catchlight.store.settings.settings_file import SettingsFile

    home = Home(root)
    catalogue = Catalogue.load(home.catalogue)
    portraits = Portraits(Models())
    store = LazyGenerations(lambda: _store(home))
    editor = RecordingEditor(LocalEditor(portraits, catalogue), store)
    return home, catalogue, editor, portraits, store, SettingsFile(home.settings)


@contextlib.contextmanager
def opened(root: Path, turns: list[float] | None = None) -> Iterator[tuple[QApplication, DesktopApplication]]:
    """The program's window over a home of its own, 1440x900, closed again at the end.

    turns: takes the milliseconds of each turn of the event loop from the window's showing until all its tabs are there.
    """
    from catchlight.gui.app.application import WINDOW_FILE, DesktopApplication, session_of
    from catchlight.gui.app.window_memory import Memory
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    home, catalogue, editor, portraits, store, settings = compose(root)
    memory = Memory(settings, root / WINDOW_FILE)  # type: ignore[arg-type]
    desk = DesktopApplication(application, session_of(home, catalogue, editor, portraits, store, memory), home)  # type: ignore[arg-type]
    desk.window.resize(1440, 900)
    filled: list[bool] = []
    desk.window.tabs.filled.connect(lambda: filled.append(True))
    desk.stand()
    while not filled:  # the program opens nothing before
        begun = time.perf_counter()
        application.processEvents()
        if turns is not None:
            turns.append((time.perf_counter() - begun) * 1000)
    try:
        yield application, desk
    finally:
        desk.window.close()
        store.close()  # type: ignore[attr-defined]


def jobs_of(
    home: Home, catalogue: Catalogue, portraits: Portraits, store: LazyGenerations
) -> tuple[LazySelections, JobBackends]:
    """This computer's profile picture jobs, and what a session needs of them."""
    from catchlight.client.job_backend import JobBackends
    from catchlight.service.delivery.deliver import target_of
    from catchlight.service.lazy import LazySelections
    from catchlight.service.selection.selections import LocalSelections

    late = LazySelections(
        lambda: LocalSelections(home.jobs, store, portraits, catalogue, lambda: target_of(str(home.delivered)))
    )
    return late, JobBackends(late)


def _store(home: Home) -> Generations:
    from catchlight.store.generations import Generations

    return Generations(home.store)


def first_paint(runs: int) -> list[tuple[float, float]]:
    """Seconds from the start of the process to the first paint of the main window, and CPU seconds of the process until then,
    with compiled modules as an installation has them: one start before those that count compiles them.
    """
    found = []
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as compiled:
        for number in range(runs + 1):
            with tempfile.TemporaryDirectory() as folder:
                more = {"CATCHLIGHT_HOME": folder, "PYTHONPYCACHEPREFIX": compiled, STARTED: repr(time.time())}
                done = subprocess.run(
                    [sys.executable, "-c", PROBE],
                    env=plain | more | PLATFORM,
                    capture_output=True,
                    text=True,
                    timeout=120,
                    check=False,
                )
            if done.returncode:
                raise SystemExit(done.stderr)
            seconds, cpu, heavy = done.stdout.split()
            if number:
                print(f"  first paint {float(seconds):.2f} s, {float(cpu):.2f} CPU s, heavy modules loaded: {heavy}")
                found.append((float(seconds), float(cpu)))
    return found


def photo(folder: Path, megapixels: float) -> Path:
    """A JPEG as a camera writes it, of about that size: the sample enlarged, with the noise of a sensor."""
    import cv2
    import numpy as np
    from catchlight.paths import resources

    sample = cv2.imread(str(resources() / "samples" / "astronaut.png"))
    height = round((megapixels * 1e6 / 1.5) ** 0.5)
    large = cv2.resize(sample, (round(height * 1.5), height), interpolation=cv2.INTER_CUBIC)
    noise = np.asarray(np.random.default_rng(1).normal(0, 3, large.shape), np.float32)
    file = folder / f"photo_{megapixels:g}mp.jpg"
    cv2.imwrite(str(file), np.asarray(np.clip(large + noise, 0, 255), np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return file


def pixels_seen(picture: Path, root: Path) -> dict[str, float]:
    """Seconds from asking for a photo to its first painting: the first of the process, and again as another file."""
    import shutil

    with opened(root) as (application, desk):
        application.processEvents()
        canvas, found = desk.window.canvas, {}
        paint = canvas.paintEvent
        seen: list[float] = []

        def watched(event: object) -> None:
            paint(event)  # type: ignore[arg-type]
            if canvas.scene is not None:
                seen.append(time.perf_counter())

        canvas.paintEvent = watched  # type: ignore[method-assign]
        for name in ("first", "next"):
            file = Path(shutil.copy(picture, root / f"{name}.jpg"))
            while desk.session.current is not None:
                desk.session.close(desk.session.current)
            end = time.monotonic() + 3
            while time.monotonic() < end or not desk.session.jobs.idle:
                application.processEvents()
            seen.clear()
            begun = time.perf_counter()
            desk.session.open_paths([file])
            while not seen:
                application.processEvents()
                time.sleep(0.0005)
            found[name] = round(seen[0] - begun, 3)
    return found


def heartbeat(picture: Path, root: Path) -> dict[str, float]:
    """The longest gaps (ms) between beats of a 5 ms timer while a picture is opened, made an ID photo and laid out."""
    from PySide6.QtCore import Qt, QTimer

    turns: list[float] = []
    with opened(root, turns) as (application, desk):
        session = desk.session
        application.processEvents()
        timer = QTimer()
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        last, phase = time.perf_counter(), ""
        gaps: dict[str, float] = {"shown, then the tabs not chosen": max(turns[1:])}

        def beat() -> None:
            nonlocal last
            now = time.perf_counter()
            gaps[phase] = max(gaps.get(phase, 0.0), (now - last) * 1000)
            last = now

        timer.timeout.connect(beat)
        timer.start(BEAT_MS)

        def during(name: str, condition: object) -> None:
            nonlocal phase, last
            phase, last = name, time.perf_counter()
            deadline = time.monotonic() + 180
            while not condition():  # type: ignore[operator]
                if time.monotonic() > deadline or desk.window.banner.problem is not None:
                    raise SystemExit(f"{name}: {desk.window.banner.problem}")
                application.processEvents()
                time.sleep(0.0005)
            end = time.monotonic() + 0.3
            while time.monotonic() < end:
                application.processEvents()
                time.sleep(0.0005)

        id_photo, sheet = (desk.window.tab_called(key) for key in ("id_photo", "print_sheet"))
        phase = "start"
        session.open_paths([picture])
        during("open and analyse", lambda: id_photo.overlay() is not None)
        document = session.current
        assert document is not None
        id_photo.apply()
        during("ID photo", lambda: len(document.steps) > 1)
        id_photo.apply()
        during("ID photo, warm", lambda: len(document.steps) > 2)
        desk.window.actions_by_key["print_sheet"].trigger()
        during("sheet preview", lambda: sheet.print_button.isEnabled())  # type: ignore[attr-defined]
        target = root / "sheet.pdf"
        sheet.delivery.save(sheet.params(), sheet._pictures(), target)  # type: ignore[attr-defined]
        during("sheet PDF", target.exists)
        timer.stop()
    return {name: round(gap, 1) for name, gap in gaps.items() if name}


def in_a_process(option: str, picture: Path) -> dict[str, float]:
    """What this program measures of a picture in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.window", option, str(picture)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise SystemExit(f"{picture.name}: {done.stderr.strip()[-500:]}")
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", action="append", type=Path, default=[])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--megapixels", type=float, default=24, help="of the photo that is opened")
    parser.add_argument("--beat", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seen", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    os.environ.update(PLATFORM)
    if chosen.beat is not None:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(heartbeat(chosen.beat, Path(folder))))
        return
    if chosen.seen is not None:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(pixels_seen(chosen.seen, Path(folder))))
        return
    if chosen.runs:
        times = [seconds for seconds, _ in first_paint(chosen.runs)]
        print(f"first paint, median of {len(times)}: {statistics.median(times):.2f} s; load {os.getloadavg()[0]:.2f}")
        with tempfile.TemporaryDirectory() as folder:
            file = photo(Path(folder), chosen.megapixels)
            rows = [in_a_process("--seen", file) for _ in range(chosen.runs)]
            size = f"{chosen.megapixels:g} MP JPEG of {file.stat().st_size / 1e6:.1f} MB"
        for name, said in (("first", "first of the process"), ("next", "a later one")):
            middle = statistics.median(row[name] for row in rows)
            print(f"{size} to pixels on the screen, {said}: median {middle:.2f} s; load {os.getloadavg()[0]:.2f}")
    from catchlight.paths import resources

    for picture in [resources() / "samples" / "astronaut.png", *chosen.picture]:
        gaps = in_a_process("--beat", picture)
        print(f"{picture.name}: longest gap of the GUI thread in ms")
        for name, gap in gaps.items():
            print(f"  {gap:7.1f}  {name}")


if __name__ == "__main__":
    main()
