"""The bar on top: the tabs, the way to every command, and export. Where room is short, icons stand for words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QWidget

from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class TopBar(QWidget):
    """Shows which tab is chosen; decides nothing."""

    tab_chosen = Signal(int)

    def __init__(
        self, tabs: Sequence[type[Tab]], palette: QAction, export: QAction, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._titles = [tab.title() for tab in tabs]
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(2), 0, theme.px(2), 0)
        row.setSpacing(0)
        self._tabs = QButtonGroup(self)
        self._tabs.idClicked.connect(self.tab_chosen)
        for number, tab in enumerate(tabs):
            row.addWidget(self._tab_button(number, tab))
        row.addStretch(1)
        self._search = QPushButton()
        self._search.setObjectName("searchButton")
        self._search.setIcon(theme.icons("search", theme.tokens["muted"]))
        self._search.setToolTip(tr("Everything that can be done, by typing (Ctrl+K)"))
        self._search.setAccessibleName(tr("Search a command"))
        self._search.clicked.connect(palette.trigger)
        self._export = QPushButton()
        self._export.setIcon(theme.icons("export"))
        self._export.setToolTip(tr("Write the picture to a file (Ctrl+E)"))
        self._export.setAccessibleName(tr("Export"))
        self._export.clicked.connect(export.trigger)
        row.addWidget(self._search)
        row.addSpacing(theme.px(2))
        row.addWidget(self._export)
        self._fit()

    @property
    def export(self) -> QPushButton:
        """The button that writes the picture to a file."""
        return self._export

    def show_tab(self, number: int) -> None:
        self._tabs.button(number).setChecked(True)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """As narrow as its icons and one title; ``_fit`` sees to the rest."""
        return QSize(self._theme.px(150), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        """Give words up until all fits: first of the search, then of the other tabs, of export, at last of the chosen tab."""
        for widget in (*self._tabs.buttons(), self._search, self._export):
            widget.ensurePolished()  # the style sheet's icons and paddings count
        for search, others, export, chosen in (
            (tr("Search a command  Ctrl+K"), True, True, True),
            ("Ctrl+K", True, True, True),
            ("", True, True, True),
            ("", False, True, True),
            ("", False, False, True),
            ("", False, False, False),
        ):
            self._say(self._search, search)
            self._say(self._export, tr("Export…") if export else "")
            for button, title in zip(self._tabs.buttons(), self._titles, strict=True):
                self._say(button, title if others or (chosen and button.isChecked()) else "")
            if super().minimumSizeHint().width() <= self.width():
                return

    def _say(self, button: QAbstractButton, text: str) -> None:
        """An icon alone needs no room before words."""
        button.setText(text)
        button.setIconSize(QSize(self._theme.px(6 if text else 5), self._theme.px(5)))

    def show_export(self, possible: bool) -> None:
        self._export.setEnabled(possible)

    def _tab_button(self, number: int, tab: type[Tab]) -> QPushButton:
        button = QPushButton(tab.title())
        button.setIcon(self._theme.icons(tab.icon))
        button.setProperty("role", "tab")
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who points at it goes on in the picture
        button.setToolTip(f"{tab.title()} (Alt+{number + 1})")
        button.setAccessibleName(tab.title())
        button.setMinimumHeight(self._theme.target)
        self._tabs.addButton(button, number)
        return button
