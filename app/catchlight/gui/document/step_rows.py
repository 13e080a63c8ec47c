"""Rows with a thumbnail, a title and a muted line."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QIcon, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from catchlight.gui.id_documents.search import SUBTITLE
from catchlight.gui.widgets.theme import Theme

Index = QModelIndex | QPersistentModelIndex


class StepRows(QStyledItemDelegate):
    """Paints what an item holds as icon, text and ``SUBTITLE``."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line = QFontMetrics(option.font).height()
        return QSize(self._theme.px(40), max(self._theme.px(12), round(line * 2.1)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            focused = selected and bool(option.state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(self._theme.colour("focus"), 2) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("selection" if selected else "hover"))
            painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), self._theme.px(1), self._theme.px(1))
        pad = self._theme.px(1)
        side = self._theme.px(11)
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        if isinstance(icon, QIcon):
            place = QRect(option.rect.left() + pad, option.rect.center().y() - side // 2, side, side)
            icon.paint(painter, QStyle.visualRect(option.direction, option.rect, place))
        left = option.rect.left() + side + pad * 4
        box = QRect(left, option.rect.top(), option.rect.right() - left - pad, option.rect.height())
        box = QStyle.visualRect(option.direction, option.rect, box)
        line = painter.fontMetrics().height()
        top = box.center().y() - line
        _text(
            painter,
            QRect(box.left(), top, box.width(), line),
            str(index.data(Qt.ItemDataRole.DisplayRole)),
            self._theme,
            "text",
        )
        small = option.font
        small.setPointSizeF(small.pointSizeF() * 0.88)
        painter.setFont(small)
        _text(
            painter,
            QRect(box.left(), top + line, box.width(), line),
            str(index.data(SUBTITLE) or ""),
            self._theme,
            "text" if selected else "muted",
        )
        painter.restore()


def _text(painter: QPainter, box: QRect, text: str, theme: Theme, token: str) -> None:
    painter.setPen(theme.colour(token))
    elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    begin = QStyle.visualAlignment(QGuiApplication.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # a measure reads on from its number to its unit
    painter.drawText(box, begin | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, elided)
