"""What has come into a watched folder, a row for each picture; and what stands there before anything has."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from catchlight.gui.app.session import Session
from catchlight.gui.runs.table import TIME
from catchlight.gui.runs.table_view import RunTable
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class ArrivalsPane(QWidget):
    """Follows what comes; Enter or a double click opens a result."""

    def __init__(self, watching: Watching, session: Session, theme: Theme) -> None:
        super().__init__()
        self._watching = watching
        self.table = RunTable(
            watching,
            session,
            theme,
            tr("Pictures that have arrived"),
            tr("Pictures that have arrived: Enter opens a result"),
        )
        self.table.setColumnHidden(TIME, True)
        self.thumbs, self.model = self.table.thumbs, self.table.rows
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._empty(theme))
        watching.reset.connect(self._show)
        self._show()

    def _empty(self, theme: Theme) -> QWidget:
        page = QFrame()
        page.setProperty("role", "card")
        side, mark = theme.px(14), QLabel()
        mark.setPixmap(theme.icons("folder", theme.tokens["muted"]).pixmap(side, side))
        self.words = label("", "muted", wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = QVBoxLayout(page)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addStretch(1)
        column.addWidget(mark, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.words)
        column.addStretch(1)
        return page

    def _show(self) -> None:
        empty = not self._watching.items
        self.words.setText(
            tr("Pictures appear here as they arrive.")
            if self._watching.busy
            else tr("Choose a folder and a preset, then press Start. Every picture that arrives is done and delivered.")
        )
        self._pages.setCurrentIndex(int(empty))
        if not empty:
            self.table.scrollToBottom()
