"""How soon the window follows: slider and card to the painted preview, and the longest gap of the GUI thread in every tab.

python -m tests.benchmarks.live [--picture FILE] [--megapixels 24] [--moves 20] [--only follow|beat]
                               [--rounds 1] [--where] [--tabs crop,hand]
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.benchmarks.heart import Heart
from tests.benchmarks.memory import resident
from tests.benchmarks.window import PLATFORM, opened

if TYPE_CHECKING:
    from catchlight.gui.app.application import DesktopApplication
    from catchlight.gui.app.session import Session
    from catchlight.gui.document.document import OpenDocument

PREVIEW_MS, GAP_MS = 150, 50
"""The bars: an input to its painted preview, warm; and the GUI thread's longest silence."""
SLIDERS = (("exposure",), ("contrast",), ("shadows",), ("temperature",))
WAIT_SECONDS = 240
PAUSE = 0.5
"""Seconds between two inputs: longer than the time after which the whole picture is rendered."""


def enlarged(picture: Path, megapixels: float, folder: Path) -> Path:
    """The picture at about so many megapixels, as a PNG: what counts is how much is to be done."""
    from PIL import Image

    with Image.open(picture) as image:
        scale = (megapixels * 1e6 / (image.width * image.height)) ** 0.5
        size = (round(image.width * scale), round(image.height * scale))
        target = folder / f"{picture.stem}_{megapixels:g}mp.png"
        image.convert("RGB").resize(size, Image.Resampling.BICUBIC).save(target, compress_level=1)
    return target


class Trial:
    """A window with one picture open, a clock on what the canvas paints, and a heart that beats."""

    def __init__(self, desk: DesktopApplication, session: Session, *, where: bool = False) -> None:
        from PySide6.QtWidgets import QApplication

        self.desk, self.session = desk, session
        self.application = QApplication.instance()
        self.painted: list[tuple[float, object]] | None = None
        """What was painted when, while a change is followed: each is a whole picture, and kept by that."""
        self.heart = Heart(GAP_MS, where=where)
        self.phase = self.heart.phase
        trial, canvas = self, desk.window.canvas
        paint = canvas.paintEvent

        def watched(event: Any) -> None:
            paint(event)
            if trial.painted is not None:
                scene = canvas.scene
                trial.painted.append((time.perf_counter(), scene.after if scene is not None else None))

        canvas.paintEvent = watched

    @property
    def window(self) -> Any:
        return self.desk.window

    def run(self, condition: Callable[[], object], what: str, seconds: float = WAIT_SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline or self.window.banner.problem is not None:
                raise SystemExit(f"{what}: waited in vain ({self.window.banner.problem})")
            self.application.processEvents()
            time.sleep(0.0005)

    def settle(self, seconds: float = PAUSE) -> None:
        end = time.monotonic() + seconds
        self.run(lambda: time.monotonic() > end, "pause", seconds + 1)
        rested = 0

        def idle() -> bool:
            # Between two cards nothing is under way for a moment.
            nonlocal rested
            rested = rested + 1 if self.session.jobs.idle else 0
            return rested > 20

        self.run(idle, "jobs")

    def follow(self, change: Callable[[], object]) -> float:
        """Milliseconds from a change to the first painted scene that is another one."""
        before = self.window.canvas.scene
        shown = before.after if before is not None else None
        painted = self.painted = []
        start = time.perf_counter()
        change()
        self.run(lambda: any(picture is not shown for _, picture in painted), "preview")
        self.painted = None
        return next(moment - start for moment, picture in painted if picture is not shown) * 1000

    def drag(self, places: Sequence[tuple[float, float]]) -> None:
        """The mouse pressed, moved and released on the canvas; places in shares of the picture."""
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        canvas = self.window.canvas
        width, height = canvas.content_size()
        points = [canvas.viewport_now.to_view(x * width, y * height) for x, y in places]
        first, *_, last = points = [QPoint(round(x), round(y)) for x, y in points]
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mousePress(canvas, left, none, first)
        for point in points[1:]:
            QTest.mouseMove(canvas, point)
            end = time.monotonic() + 0.02
            self.run(lambda end=end: time.monotonic() > end, "drag")
        QTest.mouseRelease(canvas, left, none, last)

    def tab(self, key: str) -> Any:
        """The tab that a command leads to, chosen, with its first preview and its cards rendered."""
        self.window.actions_by_key[key].trigger()
        self.settle()
        return self.window.tab


def follow_all(trial: Trial, moves: int) -> None:
    """Print how long sliders and cards take to their painted preview."""
    adjust = trial.tab("adjust")
    for path in SLIDERS:
        track, times = adjust.sliders.sliders[path].track, []
        far = track.maximum() // 2
        for move in range(moves):
            value = round(far * (0.2 + 0.8 * move / moves)) * (-1 if move % 2 else 1)
            times.append(trial.follow(lambda value=value, track=track: track.setValue(value)))
            trial.settle(0.05)
        report({f"adjust: {path[0]}": times})
        adjust.reset()
        trial.settle()
    cards = {
        "hair: colour": (trial.tab("hair").colours, "hair"),
        "headshot: background": (trial.tab("headshot").backgrounds.cards, "headshot"),
        "expression": (trial.tab("face_expression").cards, "face_expression"),
        "looks": (trial.tab("adjust").looks, "adjust"),
    }
    for name, (group, key) in cards.items():
        trial.tab(key)
        grids = getattr(group, "groups", {"": group}).values()
        ids = [one for grid in grids for one, card in grid.cards.items() if one and card.image is not None]
        ids = [one for one in ids if one not in ("keep_original", "own_picture")]
        report({f"hover {name}": hovered(trial, group, ids, moves)})


def hovered(trial: Trial, group: Any, ids: list[str], moves: int) -> list[float]:
    """The first round warms what is kept for each picture, and does not count."""
    for one in ids[:2]:
        trial.follow(lambda one=one: group.hovered.emit(one))
        trial.settle()
    times = []
    for move in range(moves):
        one = ids[(move + 2) % len(ids)]
        times.append(trial.follow(lambda one=one: group.hovered.emit(one)))
        trial.settle(0.05)
    group.hovered.emit("")
    trial.settle()
    return times


def beat_all(trial: Trial, tabs: Sequence[str]) -> None:
    """Choose each tab and do its main action; the hand tools are a tab of their own here. tabs: only these, none for all."""
    actions: dict[str, Callable[[Any], object]] = {
        "hair": lambda tab: next(iter(tab.colours.groups["red"].cards.values())).click(),
        "headshot": lambda tab: tab.backgrounds.cards.cards["studio_grey"].click(),
        "face_expression": lambda tab: tab.cards.groups["mouth"].cards["smile"].click(),
        "edit": lambda tab: tab.prompt.set_text("make the background darker"),
        "hand": lambda tab: paint(trial),
        "crop": lambda tab: frame(trial, tab),
        "adjust": lambda tab: tab.sliders.sliders[("exposure",)].track.setValue(20),
        "id_photo": lambda tab: None,
    }
    for key, act in actions.items():
        if tabs and key not in tabs:
            continue
        with trial.phase(f"{key}: choose the tab, cards and first preview"):
            tab = trial.tab({"hand": "hand_dodge", "crop": "crop_tool"}.get(key, key))
        with trial.phase(f"{key}: change, preview and whole picture"):
            act(tab)
            trial.settle()
        document = trial.session.current
        assert document is not None
        more = partial(_grown, document, len(document.steps))
        with trial.phase(f"{key}: apply"):
            trial.run(lambda tab=tab: tab.apply_button.isEnabled(), f"{key} can be applied")
            tab.apply()
            trial.run(more, f"{key} applied")
            trial.settle()
        with trial.phase(f"{key}: undo"):
            document.undo()
            trial.settle()
    for key in ("print_sheet", "profile_picture"):
        if (not tabs or key in tabs) and trial.window.tab_called(key).key == key:
            with trial.phase(f"{key}: choose the tab"):
                trial.tab(key)


def paint(trial: Trial) -> None:
    """Strokes of the light, the dark and the healing brush, and a gradient, dragged over the canvas."""
    for tool in ("hand_dodge", "hand_burn", "hand_heal"):
        trial.window.actions_by_key[tool].trigger()
        trial.drag([(0.4 + 0.01 * n, 0.35 + 0.005 * n) for n in range(12)])
        trial.settle(0.05)
    for command in ("hand_adjust", "hand_linear"):
        trial.window.actions_by_key[command].trigger()
    trial.drag([(0.5, 0.5 + 0.04 * n) for n in range(8)])
    trial.settle(0.05)
    trial.window.tab.hand.controls.sliders["exposure"].track.setValue(-10)


def frame(trial: Trial, tab: Any) -> None:
    """A crop dragged by its corner, straightened, and of a ratio."""
    trial.drag([(1 - 0.01 * n, 1 - 0.01 * n) for n in range(12)])
    trial.settle(0.05)
    tab.choose_ratio("4:5")


def _grown(document: OpenDocument, count: int) -> bool:
    return len(document.steps) > count


def report(times: dict[str, list[float]]) -> None:
    for name, row in times.items():
        middle, most = statistics.median(row), max(row)
        mark = "" if middle <= PREVIEW_MS else "  over the bar"
        print(f"  {name:24} median {middle:6.0f} ms  max {most:6.0f} ms  ({len(row)} moves){mark}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--megapixels", type=float, default=24)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--only", choices=["follow", "beat"])
    parser.add_argument("--rounds", type=int, default=1, help="so often all tabs are walked through")
    parser.add_argument("--where", action="store_true", help="tell what the threads were doing in gaps over the bar")
    parser.add_argument("--tabs", type=lambda text: text.split(","), default=[], help="only these are walked through")
    chosen = parser.parse_args()
    os.environ.update(PLATFORM)
    from catchlight.paths import resources

    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as (_, desk):
        session = desk.session
        picture = enlarged(chosen.picture or resources() / "samples" / "astronaut.png", chosen.megapixels, Path(folder))
        trial = Trial(desk, session, where=chosen.where)
        session.open_paths([picture])
        trial.run(lambda: session.current is not None and session.current.loaded, "open")
        trial.settle()
        if chosen.only != "beat":
            follow_all(trial, chosen.moves)
        if chosen.only != "follow":
            sizes = []
            for _ in range(chosen.rounds):
                beat_all(trial, chosen.tabs)
                sizes.append(f"{resident():.0f}")
            print(f"resident after each round, MB: {' '.join(sizes)}")
            print(f"load average {os.getloadavg()[0]:.2f}; the longest silences of the GUI thread")
            trial.heart.report()
        trial.heart.stop()


if __name__ == "__main__":
    main()
