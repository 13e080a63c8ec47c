"""Choosing an identity document by typing a country or a kind, in English or Chinese."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from catchlight.catalogue.documents import DocumentSpec
from catchlight.catalogue.documents.search import search
from catchlight.catalogue.rows import Table
from catchlight.gui.id_documents.words import confidence, country_of, document_size, document_title, photographer_note
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

SHOWN = 60
LISTED, FEW = 6, 4
"""So many rows are seen at once, at usual and at large text."""
SUBTITLE = int(Qt.ItemDataRole.UserRole) + 1
OWN_SIZE = "own size"

Index = QModelIndex | QPersistentModelIndex


class TwoLines(QStyledItemDelegate):
    """A row with a title and a muted line below."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line = QFontMetrics(option.font).height()
        return QSize(self._theme.px(40), max(self._theme.px(11), round(line * 1.9) + self._theme.px(3)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.setRenderHint(painter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("selection" if selected else "hover"))
            painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), self._theme.px(1), self._theme.px(1))
        pad = self._theme.px(2)
        box = option.rect.adjusted(pad, self._theme.px(1), -pad, -self._theme.px(1))
        half = box.height() // 2
        upper = QRect(box.left(), box.top(), box.width(), half)
        lower = QRect(box.left(), box.top() + half, box.width(), box.height() - half)
        painter.setFont(option.font)
        painter.setPen(self._theme.colour("text"))
        _text(painter, upper, str(index.data(Qt.ItemDataRole.DisplayRole)))
        small = option.font
        small.setPointSizeF(small.pointSizeF() * 0.88)
        painter.setFont(small)
        painter.setPen(self._theme.colour("text" if selected else "muted"))
        _text(painter, lower, str(index.data(SUBTITLE) or ""))
        painter.restore()


class DocumentSearch(QWidget):
    """A field, and the documents that fit what is typed into it."""

    chosen = Signal(str)
    """Id of a document, or ``OWN_SIZE``."""

    def __init__(
        self, documents: Table[DocumentSpec], recent: tuple[str, ...], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._documents = documents
        self._recent = recent
        self.field = QLineEdit()
        self.field.setProperty("role", "search")
        self.field.setPlaceholderText(tr("Type a country, for example Japan"))
        self.field.setAccessibleName(tr("Search a document"))
        self.field.setToolTip(tr("Type a country, a kind of document or a size; English or Chinese (Ctrl+D)"))
        self.field.setClearButtonEnabled(True)
        self.field.addAction(theme.icons("search", theme.tokens["muted"]), QLineEdit.ActionPosition.LeadingPosition)
        self.list = QListWidget()
        self.list.setProperty("role", "results")
        self.list.setItemDelegate(TwoLines(theme, self.list))
        self.list.setAccessibleName(tr("Documents found"))
        self.list.setToolTip(tr("Documents found: Enter takes one"))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(1))
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self._take_first)
        self.field.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.itemClicked.connect(self._take)
        self.list.itemActivated.connect(self._take)

    def set_recent(self, recent: tuple[str, ...]) -> None:
        self._recent = recent

    @property
    def found(self) -> list[str]:
        """Ids of the rows that are listed."""
        return [str(self.list.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self.list.count())]

    def open(self) -> None:
        """Take the focus and list what there is."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search(self.field.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.MouseButtonPress and not self.list.isVisible():
            self._search(self.field.text())
        if event.type() == QEvent.Type.FocusOut and not (self.field.hasFocus() or self.list.hasFocus()):
            self._close_soon()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(watched, event.key())
        return False

    def _take_key(self, watched: QObject, key: int) -> bool:
        """Escape closes the list, Down leads into it, Up from its first row back to the field."""
        if key == Qt.Key.Key_Escape and self.list.isVisible():
            self._close()
        elif watched is self.field and key == Qt.Key.Key_Down:
            if not self.list.isVisible():
                self._search(self.field.text())
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
            self.list.setCurrentRow(0)
        elif watched is self.list and key == Qt.Key.Key_Up and self.list.currentRow() <= 0:
            self.field.setFocus(Qt.FocusReason.BacktabFocusReason)
        else:
            return False
        return True

    def _close_soon(self) -> None:
        QTimer.singleShot(0, self, self._close_unless_focused)

    def _close_unless_focused(self) -> None:
        if not self.field.hasFocus() and not self.list.hasFocus():
            self.list.hide()

    def _search(self, text: str) -> None:
        rows = search(self._documents, text)
        if not text.strip():
            newest = {entry: place for place, entry in enumerate(self._recent)}
            rows = sorted(rows, key=lambda row: newest.get(row.id, len(newest)))
        self.list.clear()
        for document in rows[:SHOWN]:
            parts = (country_of(document), document_size(document), confidence(document), photographer_note(document))
            self._row(document_title(document), " · ".join(part for part in parts if part), document.id)
        if not rows:
            self._row(tr("Nothing found"), tr("Try the country's name, or enter a size of your own."), "")
        self._row(tr("A size of your own"), tr("Width and height in millimetres, no limits judged"), OWN_SIZE)
        show_whole_rows(self.list, FEW if self._theme.large else LISTED)
        self.list.show()
        self.list.scrollToTop()

    def _row(self, title: str, subtitle: str, key: str) -> None:
        item = QListWidgetItem(title)
        item.setData(SUBTITLE, subtitle)
        item.setData(Qt.ItemDataRole.UserRole, key)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}, {subtitle}")
        item.setToolTip(f"{title}\n{subtitle}")
        self.list.addItem(item)

    def _take_first(self) -> None:
        if not self.list.isVisible():
            self._search(self.field.text())
        self._take(self.list.item(0))

    def _take(self, item: QListWidgetItem) -> None:
        key = str(item.data(Qt.ItemDataRole.UserRole))
        if key:
            self._close()
            self.chosen.emit(key)

    def _close(self) -> None:
        self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(False)
        if self.list.hasFocus():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.list.hide()


def show_whole_rows(rows: QListWidget, most: int) -> None:
    """Make a list just as high as its rows, or as so many of them: no row is cut."""
    rows.ensurePolished()
    margins = rows.contentsMargins()
    around = max(margins.top() + margins.bottom(), 2 * rows.frameWidth())
    rows.setFixedHeight(rows.sizeHintForRow(0) * min(rows.count(), most) + around)


def _text(painter: QPainter, box: QRect, text: str) -> None:
    elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)
