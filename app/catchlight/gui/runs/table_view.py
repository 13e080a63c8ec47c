"""The pictures of a run as a table that is seen: its columns, and Enter or a double click that opens a result."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from catchlight.gui.app.session import Session
from catchlight.gui.batch.thumbs import ThumbnailLoader
from catchlight.gui.runs.picture_run import PictureRun
from catchlight.gui.runs.table import FILE, RESULT, STATE, TIME, BatchCellDelegate, BatchTable
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class RunTable(QTableView):
    def __init__(self, run: PictureRun, session: Session, theme: Theme, name: str, tip: str) -> None:
        """name: for who does not see it. tip: what keys do."""
        super().__init__()
        self._run = run
        side, ratio = theme.px(11), self.devicePixelRatioF()
        self.thumbs = ThumbnailLoader(session.jobs, round(side * ratio), self)
        self.rows = BatchTable(run, self.thumbs, theme, side, ratio, self)
        self.setModel(self.rows)
        self.setItemDelegate(BatchCellDelegate(theme, side, self))
        self.setIconSize(QSize(side, side))
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.activated.connect(lambda index: self.open_result(index.row()))
        self._size_columns(theme)

    def _size_columns(self, theme: Theme) -> None:
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(max(theme.px(13), round(self.fontMetrics().height() * 2.1)))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        wide = self.fontMetrics().horizontalAdvance
        for column, width in ((STATE, wide(tr("Beginning")) + theme.px(12)), (TIME, wide("88 min 88 s") + theme.px(5))):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.setColumnWidth(column, width)
        for column in (FILE, RESULT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def open_result(self, row: int) -> None:
        """A finished picture in the system's own program; what is not finished opens nothing."""
        item = self._run.items[row]
        if item.state == "done" and item.output is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(item.output)))
