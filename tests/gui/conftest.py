"""The real window over the real engine, with a fresh home and answers in place of dialogs."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.client.job_backend import JobBackends
from catchlight.gui.app.application import WINDOW_FILE, DesktopApplication, session_of
from catchlight.gui.app.main_window import MainWindow
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.step import EditStep
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.tabs.id_photo.tab import IdPhotoTab
from catchlight.gui.tabs.print_sheet.tab import PrintSheetTab
from catchlight.gui.tabs.tab import Tab
from catchlight.paths import Home, resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.delivery.deliver import DeliveryTarget, target_of
from catchlight.service.editor import Editor, LocalEditor
from catchlight.service.lazy import LazySelections
from catchlight.service.recording import RecordingEditor
from catchlight.service.selection.selections import LocalSelections
from catchlight.store.generations import Generations
from catchlight.store.settings.settings_file import SettingsFile
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import getCppPointer

SAMPLE = resources() / "samples" / "astronaut.png"


@dataclass
class Answers(SystemDialogs):
    """Answers questions from what a test has laid ready."""

    opened: list[Path] = field(default_factory=list)
    chosen_folder: Path | None = None
    chosen_file: Path | None = None
    saved: Path | None = None
    agreed: bool = True
    typed: str | None = None
    asked: list[str] = field(default_factory=list)

    def pictures(self, parent: QWidget, folder: str) -> list[Path]:
        return self.opened

    def file(self, parent: QWidget, title: str, folder: str, filters: str) -> Path | None:
        return self.chosen_file

    def folder(self, parent: QWidget, title: str, folder: str) -> Path | None:
        return self.chosen_folder

    def save_as(self, parent: QWidget, title: str, proposed: Path, filters: str) -> Path | None:
        return self.saved

    def line(self, parent: QWidget, title: str, caption: str, text: str) -> str | None:
        return self.typed

    def yes(self, parent: QWidget, title: str, text: str) -> bool:
        self.asked.append(text)
        return self.agreed


class Stage:
    """A window on the test's desk."""

    def __init__(
        self, desk: DesktopApplication, answers: Answers, store: Generations, selections: LazySelections
    ) -> None:
        self.desk = desk
        self.answers = answers
        self.store = store
        self.selections = selections

    @property
    def session(self) -> Session:
        return self.desk.session

    @property
    def window(self) -> MainWindow:
        return self.desk.window

    @property
    def id_photo(self) -> IdPhotoTab:
        tab = self.window.tab_called("id_photo")
        assert isinstance(tab, IdPhotoTab)
        return tab

    @property
    def sheet(self) -> PrintSheetTab:
        tab = self.window.tab_called("print_sheet")
        assert isinstance(tab, PrintSheetTab)
        return tab

    def do(self, command: str) -> None:
        self.window.actions_by_key[command].trigger()

    def open_sample(self) -> None:
        """The sample, opened and planned."""
        self.session.open_paths([SAMPLE])
        wait(lambda: self.id_photo.overlay() is not None)

    def make_id_photo(self) -> None:
        document = self.session.current
        assert document is not None
        before = len(document.steps)
        self.do("apply")
        wait(lambda: len(document.steps) > before)

    def apply_shown(self, tab: Tab) -> EditStep:
        """Apply what a tab shows as a preview, and give the new step, whose picture is that very preview."""
        scene, document = tab.scene(), self.session.current
        assert scene is not None
        assert scene.before is not None
        assert not np.array_equal(scene.after.pixels, scene.before.pixels)
        assert document is not None
        before = len(document.steps)
        self.do("apply")
        wait(lambda: len(document.steps) > before)
        assert np.array_equal(document.steps[-1].picture.pixels, scene.after.pixels)
        return document.steps[-1]


def wait(condition: Callable[[], object], seconds: float = 180.0) -> None:
    """Run the event loop until ``condition`` holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        QApplication.processEvents()
        time.sleep(0.002)
    QApplication.processEvents()


@pytest.fixture(autouse=True)
def _no_leaked_windows() -> Iterator[None]:
    """Every change of style dresses all widgets anew: windows that outlive their tests would cost later ones seconds each."""
    before = set(_windows())
    yield
    if QApplication.instance() is None:
        return
    delete_what_is_due()
    if set(_windows()) - before:
        gc.collect()
        delete_what_is_due()
        left = [told for window, told in _windows().items() if window not in before]
        assert not left, f"windows left: {left}; give them to qtbot.addWidget, or delete them"


def _windows() -> dict[int, str]:
    """Top-level widgets by their address, as they are told: those that are seen or hold others, not a label alone."""
    widgets = QApplication.topLevelWidgets()
    weighty = [widget for widget in widgets if widget.isVisible() or widget.findChild(QWidget) is not None]
    return {getCppPointer(widget)[0]: str(widget) for widget in weighty}


def delete_what_is_due() -> None:
    """Delete what asked for it by ``deleteLater``: outside of an event loop Qt waits with that until one runs.

    Whoever has the focus gives it away first: a widget that loses it while it is destroyed asks Python, which crashes on that.
    """
    if (focused := QApplication.focusWidget()) is not None:
        focused.clearFocus()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def _samples_as_shipped() -> Iterator[None]:
    """A test that rates the sample must not leave a sidecar beside it."""
    before = set(SAMPLE.parent.iterdir())
    yield
    assert set(SAMPLE.parent.iterdir()) == before


@pytest.fixture
def new_stage(
    qapp: QApplication, catalogue: Catalogue, portraits: Portraits, home: Home
) -> Iterator[Callable[..., Stage]]:
    """Makes a window; all of them share the test's home, one at a time."""
    open_stages: list[Stage] = []

    def make(
        editor: Editor | None = None,
        places: EditBackend | None = None,
        target: Callable[[], DeliveryTarget] | None = None,
    ) -> Stage:
        for stage in open_stages:
            close(stage)
        open_stages.clear()
        store = Generations(home.store)
        chosen = editor or RecordingEditor(places or LocalEditor(portraits, catalogue), store)
        memory = Memory(SettingsFile(home.settings), home.root / WINDOW_FILE)
        memory.set(language="en", theme="dark") if not home.settings.exists() else None
        answers = Answers()
        delivered = target or (lambda: target_of(str(home.delivered)))
        selections = LazySelections(lambda: LocalSelections(home.jobs, store, portraits, catalogue, delivered))
        jobs = JobBackends(selections, places)
        desk = DesktopApplication(
            qapp, session_of(home, catalogue, chosen, portraits, store, memory, places, jobs), home, answers
        )
        desk.window.resize(1400, 900)
        desk.window.show()
        stage = Stage(desk, answers, store, selections)
        open_stages.append(stage)
        return stage

    yield make
    for stage in open_stages:
        close(stage)


@pytest.fixture
def draw_cards_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Limits the cards that are drawn to those of some kinds, for tests that look at no other: drawing them costs seconds."""
    render = CardRenderer.render

    def limit(*kinds: str) -> None:
        def limited(self: CardRenderer, key: object, work: Callable[[str], Work]) -> None:
            if self._kind in kinds:
                render(self, key, work)

        monkeypatch.setattr(CardRenderer, "render", limited)

    return limit


@pytest.fixture
def stage(new_stage: Callable[..., Stage]) -> Stage:
    """A window with nothing open."""
    return new_stage()


def close(stage: Stage) -> None:
    stage.window.close()
    stage.window.deleteLater()
    assert stage.selections.close(20)
    stage.store.close()
    QApplication.processEvents()
    delete_what_is_due()
