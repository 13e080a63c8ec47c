"""What has come into a watched folder, a row for each picture; and what stands there before anything has."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QStackedLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from catchlight.gui.app.session import Session
from catchlight.gui.batch.table import FILE, RESULT, STATE, TIME, BatchCellDelegate, BatchTable
from catchlight.gui.batch.thumbs import ThumbnailLoader
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class ArrivalsPane(QWidget):
    """Follows what comes; Enter or a double click opens a result."""

    def __init__(self, watching: Watching, session: Session, theme: Theme) -> None:
        super().__init__()
        self._watching = watching
        side = theme.px(11)
        ratio = self.devicePixelRatioF()
        self.thumbs = ThumbnailLoader(session.jobs, round(side * ratio), self)
        self.model = BatchTable(watching, self.thumbs, theme, side, ratio, self)
        self.table = self._table(theme, side)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._empty(theme))
        watching.reset.connect(self._show)
        self._show()

    def _table(self, theme: Theme, side: int) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setItemDelegate(BatchCellDelegate(theme, side, table))
        table.setIconSize(QSize(side, side))
        table.setShowGrid(False)
        table.setMouseTracking(True)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setTabKeyNavigation(False)
        table.setAccessibleName(tr("Pictures that have arrived"))
        table.setToolTip(tr("Pictures that have arrived: Enter opens a result"))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(max(theme.px(13), round(table.fontMetrics().height() * 2.1)))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(STATE, QHeaderView.ResizeMode.Fixed)
        table.setColumnWidth(STATE, table.fontMetrics().horizontalAdvance(tr("Beginning")) + theme.px(12))
        for column in (FILE, RESULT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.setColumnHidden(TIME, True)
        table.activated.connect(lambda index: self._open(index.row()))
        return table

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

    def _open(self, row: int) -> None:
        output = self._watching.items[row].output
        if output is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(output)))
