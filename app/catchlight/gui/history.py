"""Every step of the current picture, with a thumbnail: jump to any, and nothing is lost by going back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QToolButton, QVBoxLayout, QWidget

from catchlight.catalogue.shelf import Catalogue
from catchlight.gui.document import Document, Step
from catchlight.gui.document_search import SUBTITLE
from catchlight.gui.document_words import document_title
from catchlight.gui.gallery import framed
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.step_rows import StepRows
from catchlight.gui.text import label
from catchlight.gui.theme import Theme


class HistoryPanel(QWidget):
    """Lists the steps of a document."""

    def __init__(
        self, catalogue: Catalogue, undo: QAction, redo: QAction, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("historyPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._catalogue = catalogue
        self._theme = theme
        self._document: Document | None = None
        head = QHBoxLayout()
        head.addWidget(label(tr("History"), "section"), 1)
        for action in (undo, redo):
            button = QToolButton()
            button.setProperty("role", "flat")
            button.setDefaultAction(action)
            button.setAccessibleName(action.text().replace("&", ""))
            head.addWidget(button)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Steps"))
        self.list.setToolTip(tr("Steps of this picture: Enter jumps to one"))
        side = theme.px(11)
        self.list.setIconSize(QSize(side, side))
        self.list.setItemDelegate(StepRows(theme, self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._jump)
        self.list.itemActivated.connect(self._jump)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(4), theme.px(2), theme.px(2), theme.px(2))
        column.setSpacing(theme.px(1))
        column.addLayout(head)
        column.addWidget(self.list, 1)

    def show_document(self, document: Document | None) -> None:
        if self._document is not None:
            self._document.changed.disconnect(self._fill)
        self._document = document
        if document is not None:
            document.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.list.clear()
        document = self._document
        if document is None:
            return
        ratio = self.devicePixelRatioF()
        for number, step in enumerate(document.steps):
            title, subtitle = step_title(step, self._catalogue), step_subtitle(step, document, self._catalogue)
            item = QListWidgetItem(title)
            item.setData(SUBTITLE, subtitle)
            item.setData(Qt.ItemDataRole.UserRole, number)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {subtitle}")
            item.setToolTip(f"{title}\n{subtitle}")
            item.setIcon(QIcon(framed(step.shown.thumbnail, self.list.iconSize().width(), self._theme, False, ratio)))
            self.list.addItem(item)
        self.list.setCurrentRow(document.index)

    def _jump(self, item: QListWidgetItem) -> None:
        if self._document is not None:
            self._document.jump(int(item.data(Qt.ItemDataRole.UserRole)))


def step_title(step: Step, catalogue: Catalogue) -> str:
    """What a step is called."""
    if step.operation is None:
        return tr("Original")
    if step.operation == "id_photo":
        document = catalogue.documents.get(str(step.details.get("document", "")))
        return document_title(document) if document is not None else tr("ID photo")
    if step.operation == "crop":
        return tr("Cropped to one person")
    return step.operation


def step_subtitle(step: Step, document: Document, catalogue: Catalogue) -> str:
    """What tells it from its neighbours."""
    size = f"{step.picture.width} × {step.picture.height} px"
    if step.operation != "id_photo":
        return size
    ground = str(getattr(step.params, "background", step.details.get("background", "")))
    row = catalogue.backgrounds.get(ground)
    names = {"transparent": tr("Transparent"), "original": tr("Own background"), "document": tr("Document's colour")}
    name = label_of(row) if row is not None else names.get(ground, ground)
    made_from = f" · {tr('from step {number}', number=step.base + 1)}" if step.base else ""
    return f"{name} · {size}{made_from}"
