"""The window's tabs, each built when it is first wanted, the others one by one once the window stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.tab import Tab


class TabShelf(QStackedWidget):
    """Shows one tab at a time. To go through the shelf is to want them all."""

    filled = Signal()
    """All tabs are there that ``fill`` was asked for, or no more will come."""

    def __init__(
        self, kinds: Sequence[type[Tab]], build: Callable[[type[Tab]], Tab], parent: QWidget | None = None
    ) -> None:
        """kinds: from left to right. build: makes one, and joins it to the window."""
        super().__init__(parent)
        self._kinds = kinds
        self._build = build
        self._tabs: dict[type[Tab], Tab] = {}
        self._made: Tab | None = None
        """A tab that is made, and not yet on the shelf: to dress it takes as long again."""
        self._document: OpenDocument | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._turn)

    @property
    def tab(self) -> Tab:
        """The chosen one."""
        return cast(Tab, self.currentWidget())

    @property
    def document(self) -> OpenDocument | None:
        """What they were told is current."""
        return self._document

    @property
    def built(self) -> list[Tab]:
        """Those that are there, from left to right."""
        return [self._tabs[kind] for kind in self._kinds if kind in self._tabs]

    def __iter__(self) -> Iterator[Tab]:
        return (self._there(kind) for kind in self._kinds)

    def called(self, key: str) -> Tab:
        """The tab with that key; the first where there is none."""
        return self._there(next((kind for kind in self._kinds if kind.key == key), self._kinds[0]))

    def choose(self, tab: Tab) -> int:
        """Show it; returns its place from the left, from 0."""
        self.setCurrentWidget(tab)
        return self._kinds.index(type(tab))

    def show_document(self, document: OpenDocument | None) -> None:
        """Tell all that are there, and those to come, what is current; the view may be asked for when all know."""
        self._document = document
        for tab in self.built:
            with QSignalBlocker(tab):
                tab.show_document(document)

    def keep(self) -> dict[str, dict[str, Any]]:
        """The choices of each tab, by its key, for a window that takes over."""
        return {tab.key: tab.keep() for tab in self.built}

    def take_over(self, kept: Mapping[str, dict[str, Any]]) -> None:
        """The choices of the window before."""
        for key, choices in kept.items():
            self.called(key).take_over(choices)

    def fill(self) -> None:
        """Build what is missing in short turns of the event loop: what is clicked meanwhile is answered in between."""
        self._timer.start()

    def retire(self) -> None:
        """Stop what only the tabs of this window wait for, and build no more."""
        if self._timer.isActive():
            self._end()
        for tab in self.built:
            tab.retire()

    def _turn(self) -> None:
        missing = next((kind for kind in self._kinds if kind not in self._tabs), None)
        if missing is None:
            self._end()
        elif self._made is None:
            self._made = self._build(missing)
        else:
            self._there(type(self._made)).ensurePolished()  # else that waits until the tab is chosen

    def _end(self) -> None:
        self._timer.stop()
        self.filled.emit()

    def _there(self, kind: type[Tab]) -> Tab:
        if kind not in self._tabs:
            if self._made is not None and type(self._made) is kind:
                tab, self._made = self._made, None
            else:
                tab = self._build(kind)
            self._tabs[kind] = tab
            self.addWidget(tab)
            with QSignalBlocker(tab):
                tab.show_document(self._document)
        return self._tabs[kind]
