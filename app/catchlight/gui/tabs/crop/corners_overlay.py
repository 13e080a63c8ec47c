"""Perspective by four corners on the canvas: what is to become a rectangle is framed by dragging its corners."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPen, QPolygonF

from catchlight.gui.canvas.viewport import Viewport
from catchlight.imaging.frame.picture_frame import Point, is_convex

Corners = tuple[Point, ...]
"""Four points, clockwise from the top left one."""
_GRAB = 14.0
"""So near (logical pixels) the pointer must be to a corner."""
_INSET = 0.1
"""Of width and height: where the corners lie before they have been dragged."""
_PARTS = 4
_KEYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_CURSORS = (
    Qt.CursorShape.SizeFDiagCursor,
    Qt.CursorShape.SizeBDiagCursor,
    Qt.CursorShape.SizeFDiagCursor,
    Qt.CursorShape.SizeBDiagCursor,
)


class CornersOverlay(QObject):
    """Four handles; the quadrangle between them stays convex and within the picture."""

    framed = Signal(object)
    """Corners, when a drag has ended or a key was pressed; in pixels of what is shown."""
    accepted = Signal()
    """Enter was pressed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._size = (0, 0)
        self.corners: Corners = ()
        self._chosen = 0
        """The corner that keys move."""
        self._held = False
        self._grip = (0.0, 0.0)
        """From the pointer to the corner that it holds."""

    def show(self, size: tuple[int, int], corners: Corners) -> None:
        """size: of what is shown. corners: those that are set; none puts them near the edges. What the hand holds stays."""
        if self._held and size == self._size:
            return
        self._size = size
        self.corners = corners or _resting(size)

    # Painting

    def paint(self, painter: QPainter, view: Viewport) -> None:
        if not self.corners:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = [QPointF(*view.to_view(*corner)) for corner in self.corners]
        low, high = view.to_view(0, 0), view.to_view(*self._size)
        around, inside = QPainterPath(), QPainterPath()
        around.addRect(low[0], low[1], high[0] - low[0], high[1] - low[1])
        inside.addPolygon(QPolygonF(points))
        inside.closeSubpath()
        painter.fillPath(around.subtracted(inside), QColor(0, 0, 0, 130))
        painter.setPen(QPen(QColor(255, 255, 255, 110), 1))
        for part in range(1, _PARTS):
            share = part / _PARTS
            painter.drawLine(_between(points[0], points[1], share), _between(points[3], points[2], share))
            painter.drawLine(_between(points[0], points[3], share), _between(points[1], points[2], share))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(0, 0, 0, 130), 3.0), (QColor(255, 255, 255), 1.3)):
            painter.setPen(QPen(colour, width))
            painter.drawPolygon(QPolygonF(points))
        for number, point in enumerate(points):
            painter.setPen(QPen(QColor(0, 0, 0, 160), 1.5))
            painter.setBrush(QColor("#FFFFFF"))
            painter.drawEllipse(point, 7.0, 7.0)
            if number == self._chosen:
                painter.setBrush(QColor("#303030"))
                painter.drawEllipse(point, 3.0, 3.0)

    # Pointer

    def cursor_at(self, x: float, y: float, view: Viewport) -> Qt.CursorShape | None:
        if self._held:
            return _CURSORS[self._chosen]
        near = self._near(x, y, view)
        return None if near is None else _CURSORS[near]

    def press(self, x: float, y: float, view: Viewport) -> bool:
        near = self._near(x, y, view)
        if near is None:
            return False
        place = view.to_picture(x, y)
        self._chosen, self._held = near, True
        self._grip = (self.corners[near][0] - place[0], self.corners[near][1] - place[1])
        return True

    def drag(self, x: float, y: float, view: Viewport) -> None:
        place = view.to_picture(x, y)
        self._put((place[0] + self._grip[0], place[1] + self._grip[1]))

    def release(self) -> None:
        if self._held:
            self._held = False
            self.framed.emit(self.corners)

    def _near(self, x: float, y: float, view: Viewport) -> int | None:
        away = [math.dist(view.to_view(*corner), (x, y)) for corner in self.corners]
        nearest = min(range(len(away)), key=away.__getitem__, default=None)
        return nearest if nearest is not None and away[nearest] <= _GRAB else None

    def _put(self, place: Point) -> bool:
        """Move the chosen corner as far as the quadrangle stays one; whether it has moved."""
        width, height = self._size
        wished = (round(min(max(place[0], 0.0), width), 1), round(min(max(place[1], 0.0), height), 1))
        made = (*self.corners[: self._chosen], wished, *self.corners[self._chosen + 1 :])
        if made == self.corners or not is_convex(made):
            return False
        self.corners = made
        return True

    # Keys

    def takes(self, event: QKeyEvent) -> bool:
        return Qt.Key(event.key()) == Qt.Key.Key_N and not event.modifiers()

    def key(self, event: QKeyEvent) -> bool:
        """N goes to the next corner, arrows move it by a pixel, with Shift by ten, Enter shows the result; whether the key was
        one of these."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.accepted.emit()
            return True
        if self.takes(event):
            self._chosen = (self._chosen + 1) % 4
            return True
        if key not in _KEYS or not self.corners or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        x, y = self.corners[self._chosen]
        if self._put((x + _KEYS[key][0] * step, y + _KEYS[key][1] * step)):
            self.framed.emit(self.corners)
        return True


def _resting(size: tuple[int, int]) -> Corners:
    across, down = _INSET * size[0], _INSET * size[1]
    return (
        (across, down),
        (size[0] - across, down),
        (size[0] - across, size[1] - down),
        (across, size[1] - down),
    )


def _between(one: QPointF, other: QPointF, share: float) -> QPointF:
    return one + (other - one) * share
