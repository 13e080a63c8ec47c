"""The checks of a verdict as rows: mark, title, value, and below them limit and advice. Drawn, not built of widgets:
thirty rows of labels would hold the window up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording import check_words as words
from catchlight.gui.wording.check_words import Check
from catchlight.gui.wording.i18n import tr

LONG = 14
"""Words longer than this go below the title."""
ROW = int(Qt.ItemDataRole.UserRole)
WRAP = int(Qt.TextFlag.TextWordWrap)

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class CheckRow:
    mark: str
    title: str
    value: str
    below: str


def mark_token(mark: str) -> str:
    """Colour token of a mark."""
    return {"pass": "pass", "fail": "fail", "advice": "uncertain", "uncertain": "uncertain"}.get(mark, "muted")


def row_of(check: Check) -> CheckRow:
    value = words.value_text(check)
    short = len(value) <= LONG or check.get("value") is not None
    parts = ("" if short else value, words.limit_text(check), words.advice_text(check))
    below = "  ·  ".join(part for part in parts if part)
    return CheckRow(words.mark_of(check), words.title_text(check), value if short else "", below)


class CheckRows(QListWidget):
    """All rows at their full height; arrow keys walk through them, the tooltip tells margin and source."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Checks"))
        self.setToolTip(tr("Checks: value, limit, margin and source"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rows = _Rows(theme, self)
        self.setItemDelegate(self._rows)

    def add(self, checks: Sequence[Check]) -> None:
        """Rows for some more checks; before the list is shown, which measures it."""
        for check in checks:
            row = row_of(check)
            item = QListWidgetItem(row.title)
            item.setData(ROW, row)
            head = f"{row.title}: {words.mark_text(check)}, {words.value_text(check)} {words.limit_text(check)}"
            tip = [head, words.margin_text(check), words.source_text(check), words.advice_text(check)]
            item.setToolTip("\n".join(part for part in tip if part))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, item.toolTip())
            self.addItem(item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = max(self.viewport().width(), 120)
        if width == self._rows.width:
            return
        self._rows.set_width(width)
        self.scheduleDelayedItemsLayout()
        heights = (self._rows.height_of(self.item(number).data(ROW), self.font()) for number in range(self.count()))
        self.setFixedHeight(sum(heights) + 2)


class _Rows(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.width = 0
        self._theme = theme
        self._marks: dict[str, QPixmap] = {}
        self._kept: dict[CheckRow, tuple[QRect, QRect]] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.width, self.height_of(index.data(ROW), option.font))

    def height_of(self, row: CheckRow, font: QFont) -> int:
        title, below = self._boxes(row, font)
        return title.height() + below.height() + self._theme.px(2)

    def set_width(self, width: int) -> None:
        self.width = width
        self._kept.clear()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme = index.data(ROW), self._theme
        painter.save()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("focus"), 2))
            painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), theme.px(1), theme.px(1))
        painter.translate(option.rect.left(), option.rect.top() + theme.px(1))
        title, below = self._boxes(row, option.font)
        side = theme.px(5)
        mark = QRect(0, (min(title.height(), theme.px(6)) - side) // 2, side, side)
        whole = QRect(0, 0, self.width, below.bottom())
        title, below, mark = (QStyle.visualRect(option.direction, whole, box) for box in (title, below, mark))
        painter.drawPixmap(mark.topLeft(), self._mark(row.mark, painter))
        painter.setFont(option.font)
        painter.setPen(theme.colour("text"))
        painter.drawText(title, WRAP | int(Qt.AlignmentFlag.AlignVCenter), row.title)
        if row.value:
            painter.setPen(theme.colour("fail" if row.mark == "fail" else "text"))
            end = QRect(0, title.top(), self.width - theme.px(1), title.height())
            end = QStyle.visualRect(option.direction, whole, end)
            painter.drawText(end, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), row.value)
        if row.below:
            painter.setFont(_small(option.font))
            painter.setPen(theme.colour("muted"))
            painter.drawText(below, WRAP, row.below)
        painter.restore()

    def _boxes(self, row: CheckRow, font: QFont) -> tuple[QRect, QRect]:
        """Where title and the words below it lie, relative to the row; measured once for each width."""
        if row not in self._kept:
            self._kept[row] = self._measured(row, font)
        return self._kept[row]

    def _measured(self, row: CheckRow, font: QFont) -> tuple[QRect, QRect]:
        left = self._theme.px(7)
        metrics = QFontMetrics(font)
        taken = metrics.horizontalAdvance(row.value) + self._theme.px(3) if row.value else 0
        room = max(self.width - left - taken, 60)
        height = max(metrics.boundingRect(0, 0, room, 10_000, WRAP, row.title).height(), self._theme.px(5))
        title = QRect(left, 0, room, height)
        if not row.below:
            return title, QRect(left, height, room, 0)
        wide = max(self.width - left - self._theme.px(1), 60)
        below = QFontMetrics(_small(font)).boundingRect(0, 0, wide, 10_000, WRAP, row.below).height()
        return title, QRect(left, height, wide, below)

    def _mark(self, mark: str, painter: QPainter) -> QPixmap:
        if mark not in self._marks:
            ratio, side = painter.device().devicePixelRatioF(), self._theme.px(5)
            icon = self._theme.icons("warning" if mark == "advice" else mark, self._theme.tokens[mark_token(mark)])
            self._marks[mark] = icon.pixmap(QSize(side, side), ratio)
        return self._marks[mark]


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.88)
    return small
