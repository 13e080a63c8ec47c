"""The crop on the canvas: a box with eight handles, thirds while it moves, a turn by dragging outside, and a line to level by."""

from __future__ import annotations

import math
from enum import Enum

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPen, QPolygonF

from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.tabs.crop.box_drag import Handle, drag_handle, move_box
from catchlight.imaging.frame.boxes import FrameBox
from catchlight.imaging.frame.picture_frame import PictureFrame

GRAB = 12.0
"""So near (logical pixels) the pointer must be to a handle."""
_ARM, _SHADE = 18.0, QColor(0, 0, 0, 150)
_KEYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_LETTERS = {Qt.Key.Key_L: "level_line", Qt.Key.Key_X: "swap_ratio"}
_CURSORS = {
    (-1, -1): Qt.CursorShape.SizeFDiagCursor,
    (1, 1): Qt.CursorShape.SizeFDiagCursor,
    (1, -1): Qt.CursorShape.SizeBDiagCursor,
    (-1, 1): Qt.CursorShape.SizeBDiagCursor,
    (0, -1): Qt.CursorShape.SizeVerCursor,
    (0, 1): Qt.CursorShape.SizeVerCursor,
    (-1, 0): Qt.CursorShape.SizeHorCursor,
    (1, 0): Qt.CursorShape.SizeHorCursor,
}


class _Held(Enum):
    NOTHING = 0
    BOX = 1
    HANDLE = 2
    TURN = 3
    LINE = 4


class CropOverlay(QObject):
    """Draws what is set and says what the hand wants; positions are pixels of the frame."""

    boxed = Signal(object)
    """A FrameBox."""
    turned = Signal(float)
    """Degrees clockwise that the picture is to be turned by in all."""
    levelled = Signal(float)
    """Degrees clockwise by which a drawn line would be level or plumb."""
    accepted = Signal()
    """Enter was pressed."""
    asked = Signal(str)
    """``level_line`` or ``swap_ratio``, by their keys."""

    def __init__(self, surround: QColor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._surround = surround
        self.frame: PictureFrame | None = None
        self.box: FrameBox | None = None
        self.ratio: float | None = None
        self.levelling = False
        """Whether the next drag draws a line to level by."""
        self._held = _Held.NOTHING
        self._handle: Handle = (0, 0)
        self._began = (0.0, 0.0)
        self._at = (0.0, 0.0)
        self._origin: FrameBox | None = None
        self._angle = 0.0
        """Of the frame when the drag began."""

    @property
    def held(self) -> bool:
        """Whether a drag is under way."""
        return self._held is not _Held.NOTHING

    def show(self, frame: PictureFrame, box: FrameBox, ratio: float | None) -> None:
        """Set frame, box and the shape that the box keeps; what the hand holds stays where the hand has it."""
        same = self.frame is not None and self.frame.shape == frame.shape and self.frame.size == frame.size
        self.frame, self.ratio = frame, ratio
        if not (same and self._held in (_Held.BOX, _Held.HANDLE)):
            self.box = box

    # Painting

    def paint(self, painter: QPainter, view: Viewport) -> None:
        if self.frame is None or self.box is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, inside = _rect(FrameBox(0, 0, *self.frame.size), view), _rect(self.box, view)
        whole, picture, kept = QPainterPath(), QPainterPath(), QPainterPath()
        whole.addRect(area.adjusted(-1, -1, 1, 1))
        picture.addPolygon(QPolygonF([QPointF(*view.to_view(float(x), float(y))) for x, y in self.frame.quad]))
        picture.closeSubpath()
        kept.addRect(inside)
        if not self.frame.shape.exact:
            painter.fillPath(whole.subtracted(picture), self._surround)
        painter.fillPath(picture.subtracted(kept), _SHADE)
        if self._held in (_Held.BOX, _Held.HANDLE):
            self._lines(painter, inside, 3)
        elif self._held is _Held.TURN:
            self._lines(painter, inside, 8)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(0, 0, 0, 120), 3.0), (QColor(255, 255, 255), 1.2)):
            painter.setPen(QPen(colour, width))
            painter.drawRect(inside)
        self._handles(painter, inside)
        if self._held in (_Held.BOX, _Held.HANDLE):
            self._size(painter, inside)
        if self._held is _Held.LINE:
            self._line(painter, view)

    def _lines(self, painter: QPainter, inside: QRectF, parts: int) -> None:
        painter.setPen(QPen(QColor(255, 255, 255, 120), 1))
        for part in range(1, parts):
            x, y = inside.left() + inside.width() * part / parts, inside.top() + inside.height() * part / parts
            painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()))
            painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y))

    def _handles(self, painter: QPainter, inside: QRectF) -> None:
        arm = min(_ARM, inside.width() / 4, inside.height() / 4)
        for colour, width in ((QColor(0, 0, 0, 150), 5.0), (QColor(255, 255, 255), 3.0)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for across, down in _CURSORS:
                at = _spot(inside, (across, down))
                if across and down:
                    painter.drawLine(at, at - QPointF(across * arm, 0))
                    painter.drawLine(at, at - QPointF(0, down * arm))
                else:
                    along = QPointF(0, arm / 2) if across else QPointF(arm / 2, 0)
                    painter.drawLine(at - along, at + along)

    def _size(self, painter: QPainter, inside: QRectF) -> None:
        """Width and height in pixels, in the middle below the upper side."""
        if self.box is None:
            return
        text = f"{self.box.width} × {self.box.height} px"
        metrics = painter.fontMetrics()
        tag = QRectF(0, 0, metrics.horizontalAdvance(text) + 16, metrics.height() + 8)
        tag.moveCenter(QPointF(inside.center().x(), inside.top() + metrics.height() + 12))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 20, 20, 205))
        painter.drawRoundedRect(tag, 4, 4)
        painter.setPen(QColor("#F2F2F2"))
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, text)

    def _line(self, painter: QPainter, view: Viewport) -> None:
        start, end = QPointF(*view.to_view(*self._began)), QPointF(*view.to_view(*self._at))
        for colour, width in ((QColor(0, 0, 0, 160), 4.0), (QColor(255, 255, 255), 1.6)):
            painter.setPen(QPen(colour, width))
            painter.drawLine(start, end)
            painter.setBrush(colour)
            for point in (start, end):
                painter.drawEllipse(point, 3.5, 3.5)

    # Pointer

    def cursor_at(self, x: float, y: float, view: Viewport) -> Qt.CursorShape | None:
        if self.frame is None or self.box is None:
            return None
        if self.levelling:
            return Qt.CursorShape.CrossCursor
        handle = self._handle if self._held is _Held.HANDLE else self._near(x, y, view)
        if handle is not None and self._held in (_Held.NOTHING, _Held.HANDLE):
            return _CURSORS[handle]
        inside = _rect(self.box, view).contains(QPointF(x, y))
        moves = self._held is _Held.BOX or (inside and self._held is _Held.NOTHING)
        return Qt.CursorShape.SizeAllCursor if moves else Qt.CursorShape.PointingHandCursor

    def press(self, x: float, y: float, view: Viewport) -> bool:
        if self.frame is None or self.box is None:
            return False
        self._began = self._at = view.to_picture(x, y)
        self._origin, self._angle = self.box, self.frame.shape.angle
        handle = self._near(x, y, view)
        if self.levelling:
            self._held = _Held.LINE
        elif handle is not None:
            self._held, self._handle = _Held.HANDLE, handle
        elif _rect(self.box, view).contains(QPointF(x, y)):
            self._held = _Held.BOX
        else:
            self._held = _Held.TURN
            self._began = (x, y)
        return True

    def drag(self, x: float, y: float, view: Viewport) -> None:
        if self.frame is None or self.box is None or self._origin is None:
            return
        here = self._at = view.to_picture(x, y)
        by = (here[0] - self._began[0], here[1] - self._began[1])
        if self._held is _Held.BOX:
            self._take(move_box(self.frame, self._origin, by))
        elif self._held is _Held.HANDLE:
            self._take(drag_handle(self.frame, self._origin, self.box, self._handle, by, self.ratio))
        elif self._held is _Held.TURN:
            middle = _rect(self.box, view).center()
            self.turned.emit(self._angle + _between(middle, QPointF(*self._began), QPointF(x, y)))

    def release(self) -> None:
        held, self._held = self._held, _Held.NOTHING
        if held is _Held.LINE:
            self.levelling = False
            across, down = self._at[0] - self._began[0], self._at[1] - self._began[1]
            if math.hypot(across, down) >= 2:
                self.levelled.emit(-((math.degrees(math.atan2(down, across)) + 45) % 90 - 45))

    def _take(self, box: FrameBox) -> None:
        if box != self.box:
            self.box = box
            self.boxed.emit(box)

    def _near(self, x: float, y: float, view: Viewport) -> Handle | None:
        if self.box is None:
            return None
        inside = _rect(self.box, view)
        away = {one: math.hypot(*(_spot(inside, one) - QPointF(x, y)).toTuple()) for one in _CURSORS}
        best = min(away, key=lambda one: away[one])
        return best if away[best] <= GRAB else None

    # Keys

    def takes(self, event: QKeyEvent) -> bool:
        """The letters are its own, while there is something to crop."""
        return self.frame is not None and Qt.Key(event.key()) in _LETTERS and not event.modifiers()

    def key(self, event: QKeyEvent) -> bool:
        """Arrows move the box by a pixel, with Shift by ten, L draws a line, X turns the ratio, Enter keeps it; whether the key
        was one of these."""
        if self.frame is None or self.box is None:
            return False
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.accepted.emit()
            return True
        if key in _LETTERS and not event.modifiers():
            self.asked.emit(_LETTERS[key])
            return True
        if key not in _KEYS or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        across, down = _KEYS[key]
        self._take(move_box(self.frame, self.box, (across * step, down * step)))
        return True


def _rect(box: FrameBox, view: Viewport) -> QRectF:
    x, y = view.to_view(box.x, box.y)
    return QRectF(x, y, box.width * view.step, box.height * view.step)


def _spot(inside: QRectF, handle: Handle) -> QPointF:
    across, down = handle
    middle = inside.center()
    return QPointF(middle.x() + across * inside.width() / 2, middle.y() + down * inside.height() / 2)


def _between(middle: QPointF, start: QPointF, end: QPointF) -> float:
    """Degrees clockwise from one point to the other, seen from the middle, -180..180."""
    first = math.atan2(start.y() - middle.y(), start.x() - middle.x())
    second = math.atan2(end.y() - middle.y(), end.x() - middle.x())
    return (math.degrees(second - first) + 180) % 360 - 180
