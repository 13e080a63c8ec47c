"""The table of a run: a row for each file, with its picture, its state, its time, and its result or what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from catchlight.gui.batch.thumbs import ThumbnailLoader
from catchlight.gui.batch.words import duration_text, failure_text, item_status_text
from catchlight.gui.document.film_strip import frame_thumbnail
from catchlight.gui.id_documents.search import SUBTITLE
from catchlight.gui.runs.picture_run import PictureRun
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.store.batches.item import BatchItem

FILE, STATE, TIME, RESULT = range(4)
FRACTION = int(Qt.ItemDataRole.UserRole) + 2
_MARKS = {"done": ("pass", "pass"), "failed": ("fail", "fail")}

Index = QModelIndex | QPersistentModelIndex
Roles = Qt.ItemDataRole


class BatchTable(QAbstractTableModel):
    """What the run knows, for a view."""

    def __init__(
        self,
        run: PictureRun,
        thumbs: ThumbnailLoader,
        theme: Theme,
        side: int,
        ratio: float,
        parent: QObject,
    ) -> None:
        """side: of the pictures; ratio: pixels of the screen in one of Qt's."""
        super().__init__(parent)
        self._run = run
        self._thumbs = thumbs
        self._theme = theme
        self._side = side
        self._ratio = ratio
        self._shown = 0
        run.reset.connect(self._reset)
        run.item_changed.connect(self._changed)
        thumbs.made.connect(self._have_thumb)
        self._reset()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self._shown

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Roles.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Roles.DisplayRole:
            return (tr("Picture"), tr("State"), tr("Time"), tr("Result"))[section]
        if role == Roles.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Roles.DisplayRole) -> Any:
        item = self._run.items[index.row()]
        column = index.column()
        if role in (Roles.DisplayRole, Roles.AccessibleTextRole):
            return self._text(item, column)
        if role == Roles.ToolTipRole:
            return self._tip(item, column)
        if role == SUBTITLE:
            return str(item.source.parent) if column == FILE else failure_text(item)[1] if column == RESULT else ""
        if role == Roles.DecorationRole:
            return self._icon(item, column)
        if role == FRACTION and column == STATE:
            doing = self._run.doing.get(item.number)
            return doing.fraction if doing is not None else None
        if role == Roles.ForegroundRole:
            return self._theme.colour("text" if column != TIME else "muted")
        return None

    def _text(self, item: BatchItem, column: int) -> str:
        if column == FILE:
            return item.source.name
        if column == STATE:
            return item_status_text(item, self._run.doing.get(item.number))
        if column == TIME:
            return duration_text(item.seconds) if item.seconds is not None and item.state == "done" else ""
        return item.output.name if item.state == "done" and item.output is not None else failure_text(item)[0]

    def _tip(self, item: BatchItem, column: int) -> str:
        if column == RESULT:
            return str(item.output) if item.state == "done" else item.message or ""
        if column == STATE:
            return "  ·  ".join(text for text in (self._text(item, STATE), self._text(item, TIME)) if text)
        return str(item.source) if column == FILE else self._text(item, column)

    def _icon(self, item: BatchItem, column: int) -> QIcon | None:
        if column == FILE:
            picture, broken = self._thumbs.of(item.source), self._thumbs.is_broken(item.source)
        elif column == RESULT and item.state == "done" and item.output is not None:
            picture, broken = self._thumbs.of(item.output), False
        elif column == STATE and item.state in _MARKS and item.number not in self._run.doing:
            name, token = _MARKS[item.state]
            return self._theme.icons(name, self._theme.tokens[token])
        else:
            return None
        return QIcon(frame_thumbnail(picture, self._side, self._theme, broken, self._ratio))

    def _reset(self) -> None:
        self.beginResetModel()
        self._shown = len(self._run.items)
        self.endResetModel()

    def _changed(self, number: int) -> None:
        if number < self._shown:
            item = self._run.items[number]
            if item.output is not None:
                self._thumbs.forget(item.output)
            self.dataChanged.emit(self.index(number, STATE), self.index(number, RESULT))

    def _have_thumb(self, file: Path) -> None:
        for item in self._run.items[: self._shown]:
            if file in (item.source, item.output):
                self.dataChanged.emit(self.index(item.number, FILE), self.index(item.number, RESULT))
                return


class BatchCellDelegate(QStyledItemDelegate):
    """Paints a state with its mark or its bar, and a result with its picture, on the row's own ground."""

    def __init__(self, theme: Theme, side: int, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = side

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = self._theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, theme.colour("selection" if selected else "hover"))
        pad = theme.px(2)
        room = option.rect.adjusted(pad, 0, -pad, 0)
        icon, column = index.data(Roles.DecorationRole), index.column()
        if isinstance(icon, QIcon):
            side = self._side if column in (FILE, RESULT) else theme.px(4)
            place = QRect(room.left(), room.center().y() - side // 2, side, side)
            icon.paint(painter, QStyle.visualRect(option.direction, room, place))
            if option.direction == Qt.LayoutDirection.RightToLeft:
                room.setRight(room.right() - side - pad)
            else:
                room.setLeft(room.left() + side + pad)
        painter.setFont(option.font)
        line = painter.fontMetrics().height()
        fraction = index.data(FRACTION)
        if fraction is not None:
            self._bar(painter, room, float(fraction), line, option.direction)
            room.setBottom(room.center().y())
            room.setTop(room.bottom() - line)
        subtitle = index.data(SUBTITLE)
        if subtitle:
            upper = QRect(room.left(), room.center().y() - line, room.width(), line)
            _text(painter, upper, str(index.data()), theme, "text", Qt.TextElideMode.ElideRight)
            small = option.font
            small.setPointSizeF(small.pointSizeF() * 0.88)
            painter.setFont(small)
            lower = QRect(room.left(), room.center().y(), room.width(), line)
            elide = Qt.TextElideMode.ElideMiddle if column == FILE else Qt.TextElideMode.ElideRight
            _text(painter, lower, str(subtitle), theme, "text" if selected else "muted", elide)
        else:
            token = "muted" if column == TIME and not selected else "text"
            _text(painter, room, str(index.data() or ""), theme, token, Qt.TextElideMode.ElideRight)
        painter.restore()

    def _bar(self, painter: QPainter, room: QRect, fraction: float, line: int, way: Qt.LayoutDirection) -> None:
        height = self._theme.px(1)
        track = QRect(room.left(), room.center().y() + line // 4, min(room.width(), self._theme.px(24)), height)
        painter.setPen(Qt.PenStyle.NoPen)
        for width, token in ((track.width(), "field"), (round(track.width() * fraction), "text")):
            painter.setBrush(self._theme.colour(token))
            part = QStyle.visualRect(way, room, QRect(track.left(), track.top(), width, height))
            painter.drawRoundedRect(part, height / 2, height / 2)


def _text(painter: QPainter, room: QRect, text: str, theme: Theme, token: str, elide: Qt.TextElideMode) -> None:
    painter.setPen(theme.colour(token))
    elided = painter.fontMetrics().elidedText(text, elide, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided)
