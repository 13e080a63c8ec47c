"""What the main window opens beside itself: preferences, camera, help, keys, the tour, and what a problem's button leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.camera.device import cameras
from catchlight.gui.camera.dialog import CameraDialog
from catchlight.gui.colour.screens import ScreenChoices
from catchlight.gui.commands.command import Command
from catchlight.gui.credentials.desk import CredentialsDesk
from catchlight.gui.dialogs.banner import Banner
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.engines.dialog import EnginesDialog
from catchlight.gui.guide.about import AboutDialog
from catchlight.gui.guide.help_pages import HelpDialog
from catchlight.gui.guide.shortcuts import ShortcutsDialog
from catchlight.gui.guide.tour import Tour, TourStop
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.problems import Problem
from catchlight.paths import Home


class WindowDialogs(QObject):
    """Opens them over a window."""

    redress = Signal()
    """Theme, language or text size was chosen, and is remembered."""
    settings_changed = Signal()
    engines_changed = Signal()
    """Another engine is used, or none."""

    def __init__(self, session: Session, theme: Theme, home: Path, ask: SystemDialogs, window: QWidget) -> None:
        super().__init__(window)
        self._ask = ask
        self._session = session
        self._theme = theme
        self.home = home
        self._window = window

    def slots(self) -> dict[str, Callable[[], object]]:
        """What the commands that open one do, by key."""
        return {"settings": self.preferences, "about": self.about}

    @property
    def in_preferences(self) -> bool:
        """Whether they are open."""
        return any(dialog.isVisible() for dialog in self._window.findChildren(PreferencesDialog))

    def about(self) -> None:
        AboutDialog(self.home, self._theme, self._window).open()

    def preferences(self) -> None:
        dialog = PreferencesDialog(self._session.memory, self._theme, self._window)
        dialog.chosen.connect(self.choose_looks)
        dialog.changed.connect(self.change_settings)
        stock = self._session.stock
        dialog.empty_wanted.connect(lambda: self._measure(dialog, stock.clear()))
        self._measure(dialog, stock.measure())
        dialog.engines_wanted.connect(lambda: self.engines(dialog))
        dialog.engines_button.setEnabled(self._session.engines is not None)
        if self._session.signing is not None:
            CredentialsDesk(self._session, self._session.signing, self.change_settings, self._ask, dialog)
        ScreenChoices(self._session, self.change_settings, self._ask, dialog.screens, dialog)
        dialog.open()

    def preferences_form(self) -> PreferencesDialog:
        """The preferences, to be looked through; not shown."""
        return PreferencesDialog(self._session.memory, self._theme)

    def engines(self, over: QWidget) -> None:
        """The page of the engines, over another dialog."""
        engines = self._session.engines
        if engines is not None:
            dialog = EnginesDialog(self._session, engines, self._theme, self._ask, over)
            dialog.changed.connect(self.engines_changed)
            dialog.open()

    def _measure(self, dialog: PreferencesDialog, job: BackgroundJob) -> None:
        """Show what the cache takes when ``job`` is done; the dialog may be gone by then."""
        job.finished.connect(dialog.show_cache)
        job.failed.connect(self._session.report)

    def change_settings(self, values: dict[str, object]) -> None:
        """Settings by name; of a part only what is given changes."""
        memory = self._session.memory
        before = memory.settings.model_dump()
        merged = {key: {**before[key], **value} if isinstance(value, dict) else value for key, value in values.items()}
        memory.set(**merged)
        self._session.save_memory()
        self.settings_changed.emit()

    def camera(self, opened: Callable[[Sequence[Path]], None]) -> None:
        """opened: takes the file of the portrait."""
        dialog = CameraDialog(cameras(), self._session.jobs, Home(self.home).camera, self._theme, self._window)
        dialog.taken.connect(lambda file: opened([file]))
        dialog.open()

    def help(self, topic: str) -> None:
        """The handbook at the page of a tab, or of another subject."""
        HelpDialog(self._theme, topic, self._window).open()

    def shortcuts(self, table: Sequence[Command], actions: Mapping[str, QAction]) -> None:
        ShortcutsDialog(table, actions, self._theme, self._window).open()

    def tour(self, stops: Sequence[TourStop], banner: Banner) -> Tour:
        """Lead through the window, after what the banner says went wrong; remembered as taken when it ends."""
        tour = Tour(stops, self._theme, self._window, aside=banner.troubles)
        banner.troubled.connect(tour.step_aside)
        tour.ended.connect(self._toured)
        return tour

    def _toured(self) -> None:
        self._session.memory.keep(toured=True)
        self._session.save_memory()

    def choose_looks(self, theme: str, language: str, text_scale: float) -> None:
        self._session.memory.set(theme=theme, language=language)
        self._session.memory.keep(text_scale=text_scale)
        self._session.save_memory()
        self.redress.emit()


def act_on(actions: Mapping[str, QAction], problem: Problem) -> None:
    """Do what the button of a problem offers: open a folder, or run a command. The others are the session's ``acted``."""
    if problem.action == "folder":
        QDesktopServices.openUrl(QUrl.fromLocalFile(problem.target))
    elif problem.action in actions:
        actions[problem.action].trigger()
