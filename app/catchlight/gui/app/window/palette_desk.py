"""The command palette over the window: its commands, recent files, and sentences for the Edit tab behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.app.window.tab_desk import TabDesk
from catchlight.gui.commands.command_palette import CommandPalette
from catchlight.gui.opening.recent_menu import RecentMenu
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.widgets.theme import Theme

MOST_SENTENCES = 3
"""Sentences that the palette offers behind the commands."""


class PaletteDesk(QObject):
    """Opens the palette with all that can be done now."""

    def __init__(self, session: Session, tabs: TabDesk, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._tabs = tabs
        self._actions: Mapping[str, QAction] = {}
        self._recent: RecentMenu | None = None
        self.box = CommandPalette(theme, window)
        self.box.said.connect(self._say)

    def join(self, actions: Mapping[str, QAction], recent: RecentMenu) -> None:
        self._actions, self._recent = actions, recent

    def slots(self) -> dict[str, Callable[[], object]]:
        return {"palette": self.open}

    def open(self) -> None:
        own = [action for key, action in self._actions.items() if key != "palette"]
        edit = self._edit_tab()
        if edit is not None:
            edit.words.read_words()
        self.box.open(own + (self._recent.offers() if self._recent is not None else []), self._sentences)

    def _edit_tab(self) -> EditTab | None:
        tab = self._tabs.shelf.called("edit")
        return tab if isinstance(tab, EditTab) else None

    def _sentences(self, beginning: str) -> Sequence[str]:
        """What can be said of the picture in the Edit tab."""
        edit, document = self._edit_tab(), self._session.current
        loaded = document is not None and document.loaded
        return edit.prompt.completions(beginning, MOST_SENTENCES) if loaded and edit is not None else ()

    def _say(self, sentence: str) -> None:
        edit = self._edit_tab()
        if edit is not None:
            self._tabs.choose_tab(edit)
            edit.prompt.set_text(sentence)
            edit.prompt.setFocus(Qt.FocusReason.OtherFocusReason)
