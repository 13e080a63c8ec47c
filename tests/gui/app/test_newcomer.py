"""A newcomer's way through the whole window: open, each tab's main action, compare, undo, export; in both languages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.gui.canvas.compare import Mode
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.tab import Tab
from catchlight.imaging.io import codec
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from tests.gui.conftest import SAMPLE, Stage, wait

SUIT = (160.0, 440.0)
WORDS = {
    "en": {"edit": "make it navy", "adjust": "warmer, lift the shadows", "document": "united kingdom passport"},
    "zh": {"edit": "变成藏青色", "adjust": "暖一点，提亮阴影", "document": "英国"},
}


class Newcomer:
    """Somebody who sees the window for the first time, and clicks what is there."""

    def __init__(self, stage: Stage, qtbot: QtBot, language: str) -> None:
        stage.window.dialogs.choose_looks("dark", language, 1.0)
        self.stage, self.qtbot, self.words = stage, qtbot, WORDS[language]
        stage.session.open_paths([SAMPLE])
        wait(lambda: stage.session.current is not None and stage.session.current.loaded)

    @property
    def document(self) -> OpenDocument:
        assert self.stage.session.current is not None
        return self.stage.session.current

    def enter(self, key: str) -> Tab:
        """Click the tab in the top bar, and wait until it has looked at the picture."""
        window = self.stage.window
        tab = window.tab_called(key)
        button = next(button for button in window.top_bar._tabs.buttons() if button.accessibleName() == tab.title())
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.tab is tab
        wait(lambda: self.stage.session.jobs.idle)
        return tab

    def act(self, key: str) -> None:
        """The tab's main action, as a step of the history; then compared, undone and done again."""
        before = len(self.document.steps)
        tab = self.enter(key)
        getattr(self, key)(tab)
        wait(lambda: self.stage.session.jobs.idle)
        self.stage.do("apply")
        wait(lambda: len(self.document.steps) > before)
        step = self.document.current
        assert step is not None
        assert step.operation is not None
        self.compare()
        self.undo()

    def compare(self) -> None:
        canvas = self.stage.window.canvas
        for command, mode in (("split", Mode.SPLIT), ("side", Mode.SIDE), ("after", Mode.AFTER)):
            self.stage.do(command)
            assert canvas.mode is mode
        self.qtbot.keyPress(canvas, Qt.Key.Key_Space)
        assert canvas._peek
        self.qtbot.keyRelease(canvas, Qt.Key.Key_Space)
        assert not canvas._peek

    def undo(self) -> None:
        index = self.document.index
        self.stage.do("undo")
        assert self.document.index < index
        self.stage.do("redo")
        assert self.document.index == index
        self.document.jump(0)

    # What each tab is for

    def hair(self, tab: Tab) -> None:
        self.qtbot.mouseClick(tab.colours.groups["red"].cards["copper"], Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]

    def headshot(self, tab: Tab) -> None:
        self.qtbot.mouseClick(tab.backgrounds.cards.cards["studio_navy"], Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]

    def id_photo(self, tab: Tab) -> None:
        self.stage.do("document")
        tab.search.field.setText(self.words["document"])  # type: ignore[attr-defined]
        self.qtbot.keyClick(tab.search.field, Qt.Key.Key_Return)  # type: ignore[attr-defined]

    def edit(self, tab: Tab) -> None:
        canvas = self.stage.window.canvas
        place = QPointF(*canvas.viewport_now.to_view(*SUIT)).toPoint()
        self.qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
        tab.prompt.set_text(self.words["edit"])  # type: ignore[attr-defined]

    def face_expression(self, tab: Tab) -> None:
        self.qtbot.mouseClick(tab.cards.groups["mouth"].cards["neutral"], Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]

    def adjust(self, tab: Tab) -> None:
        tab.prompt.set_text(self.words["adjust"])  # type: ignore[attr-defined]


ACTED = {
    "en": ["hair", "headshot", "edit", "face_expression", "adjust", "id_photo"],
    "zh": ["edit", "adjust", "id_photo"],
}
"""Tabs whose main action is taken; in Chinese those where words are typed, as a click is the same in every language."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_newcomer_finds_the_way_through_every_tab(
    stage: Stage, qtbot: QtBot, tmp_path: Path, draw_cards_of: Callable[..., None], language: str
) -> None:
    draw_cards_of()  # they are clicked, and what stands on them is not looked at
    newcomer = Newcomer(stage, qtbot, language)
    for key in ACTED[language]:
        newcomer.act(key)
    document = newcomer.document
    assert [step.operation for step in document.steps[1:]] == ACTED[language]
    document.jump(len(document.steps) - 1)

    newcomer.enter("print_sheet")
    wait(stage.sheet.print_button.isEnabled)
    stage.answers.saved = tmp_path / "sheet.pdf"
    qtbot.mouseClick(stage.sheet.pdf_button, Qt.MouseButton.LeftButton)
    wait(lambda: stage.answers.saved is not None and stage.answers.saved.exists())

    newcomer.enter("profile_picture")
    jobs = stage.session.profile_jobs
    assert jobs is not None
    stage.do("apply")
    wait(lambda: bool(jobs.entries) and not jobs.entries[-1].active)
    assert jobs.entries[-1].stage == "completed"

    newcomer.enter("id_photo")
    stage.do("export")
    dialog = stage.window.findChild(ExportDialog)
    assert isinstance(dialog, ExportDialog)
    stage.answers.chosen_folder = tmp_path
    dialog._browse()
    dialog.save()
    wait(lambda: bool(list(tmp_path.glob("*.png")) or list(tmp_path.glob("*.jpg"))))
    (file,) = [path for path in tmp_path.iterdir() if path.suffix in (".png", ".jpg")]
    assert codec.decode(file.read_bytes()).record.last("id_photo") is not None
    wait(lambda: stage.session.jobs.idle)


LOOK = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from catchlight.assembly import window
from catchlight.gui.app import application
from catchlight.gui.guide.tour import Tour
from catchlight.gui.app.main_window import MainWindow
from catchlight.paths import Home

begin = application.begin


def look():
    (shown,) = [one for one in application.QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
    tours = [tour for tour in shown.findChildren(Tour) if tour.isVisible()]
    current = shown.session.current
    print("sample" if current is not None and current.sample else "nothing", len(tours))
    for tour in tours:
        tour.end()
    shown.close()


def begun(*arguments):
    begin(*arguments)
    QTimer.singleShot(application.TOUR_AFTER_MS + 1000, look)


application.begin = begun
sys.exit(window.window(Home(Path(sys.argv[1])), []))
"""


def test_the_first_start_shows_the_sample_and_the_tour_the_second_neither(tmp_path: Path) -> None:
    for expected in (["sample", "1"], ["nothing", "0"]):
        ran = subprocess.run(
            [sys.executable, "-c", LOOK, str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.split() == expected
