"""What the main window opens beside itself: preferences, what the program is, and what a problem's button leads to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QWidget

from catchlight.gui.about import About
from catchlight.gui.preferences import Preferences
from catchlight.gui.problems import Problem
from catchlight.gui.session import Session
from catchlight.gui.theme import Theme


class Dialogs(QObject):
    """Opens them over a window."""

    redress = Signal()
    """Theme, language or text size was chosen, and is remembered."""

    def __init__(self, session: Session, theme: Theme, home: Path, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._theme = theme
        self.home = home
        self._window = window

    def about(self) -> None:
        About(self.home, self._theme, self._window).open()

    def preferences(self) -> None:
        dialog = Preferences(self._session.memory, self._theme, self._window)
        dialog.chosen.connect(self.choose_looks)
        dialog.open()

    def choose_looks(self, theme: str, language: str, text_scale: float) -> None:
        self._session.memory.set(theme=theme, language=language)
        self._session.memory.keep(text_scale=text_scale)
        self._session.save_memory()
        self.redress.emit()


def act_on(actions: Mapping[str, QAction], problem: Problem) -> None:
    """Do what the button of a problem offers: open a folder, or run a command."""
    if problem.action == "folder":
        QDesktopServices.openUrl(QUrl.fromLocalFile(problem.target))
    elif problem.action:
        actions[problem.action].trigger()
