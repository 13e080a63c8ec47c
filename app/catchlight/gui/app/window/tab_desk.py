"""Which tab is chosen: tabs joined to the window, chosen by key or command, and left again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from catchlight.gui.app.session import Session
from catchlight.gui.app.window.tab_pages import TabShelf
from catchlight.gui.commands.command import Command
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.tabs.crop.at_once import TURNS, turn_at_once
from catchlight.gui.tabs.crop.tab import CropTab
from catchlight.gui.tabs.registry import TABS
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.theme import Theme


class TabDesk(QObject):
    """Chooses between the tabs of the shelf, which are built when they are first wanted."""

    built = Signal(object)
    """A Tab that is there now and not yet on the shelf."""
    choosing = Signal()
    """A tab is about to take its turn."""
    shown = Signal(int)
    """Place from the left, from 0, of the tab that took it."""
    chosen = Signal()
    """It has been told, and the view shows what it makes."""
    view_changed = Signal()
    """The canvas should ask the chosen tab again what to show."""
    alone_wanted = Signal()
    """A tool of a tab needs the result alone on the canvas."""
    pressed = Signal()
    """The amber button of a tab: what is worked on now is the picture."""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._ask = ask
        self.shelf = TabShelf(TABS, self._build)
        self._before = ""
        """Key of the tab that was chosen before this one."""

    @property
    def tab(self) -> Tab:
        """The chosen tab."""
        return self.shelf.tab

    def slots(self, table: Sequence[Command]) -> dict[str, Callable[[], object]]:
        """What its commands do, by key. table: its rows that name a tab are done there."""
        slots: dict[str, Callable[[], object]] = {"apply": lambda: self.tab.apply()}
        slots |= {key: partial(self._turn, key) for key in TURNS}
        slots |= {kind.key: partial(self.choose, kind.key) for kind in TABS}
        return slots | {row.key: partial(self._run, row.tab, row.key) for row in table if row.tab}

    def choose(self, key: str) -> None:
        self.choose_tab(self.shelf.called(key))

    def choose_tab(self, tab: Tab) -> None:
        shown = self.shelf.currentWidget()
        if isinstance(shown, Tab) and shown is not tab:
            self._before = shown.key
        self.choosing.emit()
        self.shown.emit(self.shelf.choose(tab))
        self._session.memory.keep(tab=tab.key)
        tab.show_document(self.shelf.document)
        tab.enter()
        self.view_changed.emit()
        self.chosen.emit()

    def leave(self) -> bool:
        """Go back to the tab before where this one gives way; says whether it did."""
        if not self.tab.leave():
            return False
        self.choose(self._before)
        return True

    def _build(self, kind: type[Tab]) -> Tab:
        """A tab of that kind, joined to the window."""
        tab = kind(self._session, self._theme, self._ask)
        self.built.emit(tab)
        tab.view_changed.connect(lambda: self.view_changed.emit() if tab is self.tab else None)
        tab.edit_wanted.connect(lambda key, document: self.shelf.called(key).make(document))
        tab.tab_wanted.connect(self.choose)
        tab.alone_wanted.connect(self.alone_wanted)
        tab.pressed.connect(self.pressed)
        return tab

    def _run(self, key: str, command: str) -> None:
        tab = self.shelf.called(key)
        self.choose_tab(tab)
        tab.commands()[command]()

    def _turn(self, key: str) -> None:
        """A quarter turn or a flip: of what is being set in the crop tab, else at once."""
        if isinstance(self.tab, CropTab):
            self.tab.act(key)
        else:
            turn_at_once(self._session, key)
