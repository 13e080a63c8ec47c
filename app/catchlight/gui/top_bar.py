"""The bar on top: the tabs, the way to every command, and export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from catchlight.gui.i18n import tr
from catchlight.gui.tab import Tab
from catchlight.gui.theme import Theme


class TopBar(QWidget):
    """Shows which tab is chosen; decides nothing."""

    tab_chosen = Signal(int)

    def __init__(
        self, tabs: Sequence[Tab], palette: QAction, export: QAction, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(2), 0, theme.px(2), 0)
        row.setSpacing(0)
        self._tabs = QButtonGroup(self)
        self._tabs.idClicked.connect(self.tab_chosen)
        for number, tab in enumerate(tabs):
            row.addWidget(self._tab_button(number, tab))
        row.addStretch(1)
        search = QPushButton(tr("Search a command  Ctrl+K") if not theme.large else "Ctrl+K")
        search.setObjectName("searchButton")
        search.setIcon(theme.icons("search", theme.tokens["muted"]))
        search.setToolTip(tr("Everything that can be done, by typing (Ctrl+K)"))
        search.setAccessibleName(tr("Search a command"))
        search.clicked.connect(palette.trigger)
        self._export = QPushButton(tr("Export…"))
        self._export.setIcon(theme.icons("export"))
        self._export.setToolTip(tr("Write the picture to a file (Ctrl+E)"))
        self._export.setAccessibleName(tr("Export"))
        self._export.clicked.connect(export.trigger)
        row.addWidget(search)
        row.addSpacing(theme.px(2))
        row.addWidget(self._export)

    def show_tab(self, number: int) -> None:
        self._tabs.button(number).setChecked(True)

    def show_export(self, possible: bool) -> None:
        self._export.setEnabled(possible)

    def _tab_button(self, number: int, tab: Tab) -> QPushButton:
        button = QPushButton(tab.title())
        button.setIcon(self._theme.icons(tab.icon))
        button.setProperty("role", "tab")
        button.setCheckable(True)
        button.setToolTip(f"{tab.title()} (Alt+{number + 1})")
        button.setAccessibleName(tab.title())
        button.setMinimumHeight(self._theme.px(11))
        self._tabs.addButton(button, number)
        return button
