"""Rows of the film strip: a picture, its mark on it, and its name in two lines."""

from __future__ import annotations

import re

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from catchlight.gui.culling.mark_painter import paint_badge
from catchlight.gui.widgets.theme import Theme
from catchlight.imaging.sidecar.mark import PictureMark

MARK = int(Qt.ItemDataRole.UserRole) + 2
"""Role of a row's PictureMark."""
_BREAK = re.compile(r"(?<=[\s_.\-])")

Index = QModelIndex | QPersistentModelIndex


class StripRows(QStyledItemDelegate):
    """Paints what an item holds as icon, text and ``MARK``. side: of the picture, in logical pixels."""

    def __init__(self, theme: Theme, side: int, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = side

    def row_size(self, metrics: QFontMetrics) -> QSize:
        theme = self._theme
        return QSize(self._side + theme.px(5), self._side + 2 * metrics.height() + theme.px(4))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self.row_size(QFontMetrics(option.font))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, box, side = self._theme, option.rect, self._side
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            focused = selected and bool(option.state & QStyle.StateFlag.State_HasFocus)
            first = selected and not focused and _is_first_of_several(option.widget, index)
            pen = QPen(theme.colour("focus"), 2) if focused else QPen(theme.colour("edge"), 1.5)
            painter.setPen(pen if focused or first else Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection" if selected else "hover"))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), theme.px(1), theme.px(1))
        place = QRect(box.left() + (box.width() - side) // 2, box.top() + theme.px(1), side, side)
        mark = index.data(MARK)
        rejected = isinstance(mark, PictureMark) and mark.flag == "reject"
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        if isinstance(icon, QIcon):
            painter.setOpacity(0.4 if rejected else 1.0)
            icon.paint(painter, place)
            painter.setOpacity(1.0)
        if isinstance(mark, PictureMark):
            size = min(theme.px(3.5), side / 7.7)  # seven signs and their pill are as wide as the picture
            paint_badge(painter, QPointF(place.left(), place.bottom() - 1.3 * size + 1), mark, size, theme)
        metrics = painter.fontMetrics()
        width = box.width() - theme.px(2)
        painter.setPen(theme.colour("muted" if rejected else "text"))
        top = place.bottom() + theme.px(1)
        for number, line in enumerate(two_lines(str(index.data(Qt.ItemDataRole.DisplayRole)), metrics, width)):
            where = QRect(box.left() + theme.px(1), top + number * metrics.height(), width, metrics.height())
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, line)
        painter.restore()


def _is_first_of_several(view: object, index: Index) -> bool:
    """Whether a row is the current one, and others are chosen with it."""
    several = isinstance(view, QAbstractItemView) and len(view.selectedIndexes()) > 1
    return several and isinstance(view, QAbstractItemView) and view.currentIndex() == index


def two_lines(name: str, metrics: QFontMetrics, width: int) -> list[str]:
    """A name in at most two lines of so many pixels: broken at a sign between words, else anywhere; too long a rest loses its
    middle, since names of cameras differ at their end."""
    if metrics.horizontalAdvance(name) <= width:
        return [name]
    first = ""
    for part in _BREAK.split(name):
        if metrics.horizontalAdvance(first + part) > width:
            break
        first += part
    if metrics.horizontalAdvance(first) < width / 3:
        first = name
        while len(first) > 1 and metrics.horizontalAdvance(first) > width:
            first = first[:-1]
    rest = name[len(first) :]
    return [first.rstrip(), metrics.elidedText(rest, Qt.TextElideMode.ElideMiddle, width)]
