"""Which picture is the reference: one of those that are open, or a file."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.dialogs.dialog_buttons import DialogButtons
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.film_strip import frame_thumbnail
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class ReferenceDialog(QDialog):
    """Says what was chosen."""

    chosen = Signal(object)
    """An OpenDocument."""
    file_wanted = Signal()

    def __init__(self, documents: Sequence[OpenDocument], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Reference picture"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        side = self._side = theme.px(14)
        self._theme = theme
        self.rows = QListWidget()
        self.rows.setAccessibleName(tr("Open pictures"))
        self.rows.setIconSize(QSize(side, side))
        for document in documents:
            item = QListWidgetItem(document.title)
            item.setData(Qt.ItemDataRole.UserRole, document)
            self.rows.addItem(item)
            self._draw(item)
            document.thumbnail_changed.connect(self._redraw)
        self.rows.setCurrentRow(0)
        self.rows.itemActivated.connect(lambda _item: self._take())
        self.file_button = QPushButton(theme.icons("open"), tr("A file…"))
        self.file_button.setToolTip(tr("Choose a picture that is not open"))
        self.file_button.setAutoDefault(False)
        self.file_button.clicked.connect(self._ask_for_file)
        answers = DialogButtons(
            self, tr("Show"), tr("Show this picture beside the current one"), tr("Close without a reference"), theme
        )
        answers.insertWidget(0, self.file_button)
        answers.go.setEnabled(bool(documents))
        answers.go.clicked.connect(self._take)
        about = tr("It is shown beside this picture, as long as you like: to match light, colour or framing.")
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Reference picture"), "title"))
        column.addWidget(label(about, "muted", wrap=True))
        column.addWidget(self.rows, 1)
        column.addLayout(answers)
        self.resize(theme.px(110), theme.px(110))

    def _draw(self, item: QListWidgetItem) -> None:
        document: OpenDocument = item.data(Qt.ItemDataRole.UserRole)
        ratio = self.devicePixelRatioF()
        small = frame_thumbnail(document.thumbnail, self._side, self._theme, document.broken, ratio)
        item.setIcon(QIcon(small))

    def _redraw(self, document: OpenDocument) -> None:
        """Its small picture has been read."""
        for row in range(self.rows.count()):
            if self.rows.item(row).data(Qt.ItemDataRole.UserRole) is document:
                self._draw(self.rows.item(row))

    def _take(self) -> None:
        item = self.rows.currentItem()
        if item is not None:
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
            self.accept()

    def _ask_for_file(self) -> None:
        self.accept()
        self.file_wanted.emit()
