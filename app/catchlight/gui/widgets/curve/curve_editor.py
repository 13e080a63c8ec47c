"""A tone curve drawn over the histogram: points are dragged, added by a press, removed by a double click, or moved by keys."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.gui.widgets.curve import curve_points
from catchlight.gui.widgets.curve.curve_points import Points
from catchlight.gui.widgets.histogram.tones import BINS, LUMA_ROW
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.arrays import Doubles

_REACH = 12.0
"""So near (logical pixels) a press takes hold of a point."""
_STEP, _BIG = 0.01, 0.05
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class CurveEditor(QWidget):
    """Shows the points of one curve and says when a person has changed them."""

    changed = Signal(object)
    """The points as the settings keep them: none for the straight line."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._points: Points = curve_points.ENDS
        self._place = 0
        self._drags = False
        self._colour: QColor | None = None
        self._counts: Doubles | None = None
        self._name = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setToolTip(
            tr(
                "Press to add a point, drag it, remove it by a double click. With keys: arrows move the point, "
                "Page Up and Page Down choose another, Insert adds one, Delete removes it."
            )
        )
        self._tell()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(40), self._theme.px(36))

    @property
    def points(self) -> Points:
        return self._points

    def show_points(self, points: Points, name: str = "", colour: QColor | None = None) -> None:
        """Show a curve without emitting ``changed``. name: what it is for; colour: of its line."""
        drawn = curve_points.display_points(points)
        if name != self._name or len(drawn) != len(self._points):
            self._place = min(self._place, len(drawn) - 1)
        self._points, self._name, self._colour = drawn, name, colour
        self._tell()
        self.update()

    def show_counts(self, found: Doubles | None) -> None:
        """The tones of the picture that the curve is for (``tones.counts``)."""
        self._counts = found
        self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, area = self._theme, self._area()
        painter.setPen(QPen(theme.colour("focus" if self.hasFocus() else "line"), 2 if self.hasFocus() else 1))
        painter.setBrush(theme.colour("field"))
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(frame, theme.px(1.5), theme.px(1.5))
        self._paint_counts(painter, area)
        painter.setPen(QPen(theme.colour("line"), 1))
        for part in (0.25, 0.5, 0.75):
            painter.drawLine(self._at(part, 0), self._at(part, 1))
            painter.drawLine(self._at(0, part), self._at(1, part))
        painter.setPen(QPen(theme.colour("edge"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(self._at(0, 0), self._at(1, 1))
        enabled = self.isEnabled()
        line = (self._colour or theme.colour("text")) if enabled else theme.colour("disabled")
        painter.setPen(QPen(line, 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path())
        for place, point in enumerate(self._points):
            chosen = place == self._place and self.hasFocus()
            painter.setPen(QPen(theme.colour("focus" if chosen else "field"), 2 if chosen else 1.5))
            painter.setBrush(line)
            painter.drawEllipse(self._at(*point), theme.px(1.2), theme.px(1.2))

    def _paint_counts(self, painter: QPainter, area: QRectF) -> None:
        if self._counts is None:
            return
        heights = np.sqrt(self._counts[:LUMA_ROW].mean(axis=0))
        scale = max(float(heights[2:-2].max()), 0.05)
        path = QPainterPath(area.bottomLeft())
        for place, height in enumerate(heights):
            x = area.left() + area.width() * (place + 0.5) / BINS
            path.lineTo(x, area.bottom() - area.height() * 0.85 * min(1.0, float(height) / scale))
        path.lineTo(area.bottomRight())
        fill = self._theme.colour("muted")
        fill.setAlphaF(0.28)
        painter.fillPath(path, fill)

    def _path(self) -> QPainterPath:
        """The monotone cubic through the points, level beyond them."""
        points, slopes = self._points, curve_points.slopes(self._points)
        path = QPainterPath(self._at(0.0, points[0][1]))
        path.lineTo(self._at(*points[0]))
        for (before, after), (rise, fall) in zip(pairwise(points), pairwise(slopes), strict=True):
            third = (after[0] - before[0]) / 3
            path.cubicTo(
                self._at(before[0] + third, before[1] + rise * third),
                self._at(after[0] - third, after[1] - fall * third),
                self._at(*after),
            )
        path.lineTo(self._at(1.0, points[-1][1]))
        return path

    def _area(self) -> QRectF:
        room = self._theme.px(2)
        return QRectF(self.rect()).adjusted(room, room, -room, -room)

    def _at(self, x: float, y: float) -> QPointF:
        area = self._area()
        return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height())

    def _value(self, position: QPointF) -> tuple[float, float]:
        area = self._area()
        return (position.x() - area.left()) / area.width(), (area.bottom() - position.y()) / area.height()

    # Input

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        place = self._near(event.position())
        if place is None:
            x, y = self._value(event.position())
            made = curve_points.add_point(self._points, min(max(x, 0.0), 1.0), y)
            if made is None:
                return
            self._put(*made)
        else:
            self._place = place
            self._tell()
        self._drags = True
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drags:
            self._put(curve_points.move_point(self._points, self._place, *self._value(event.position())), self._place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drags = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._near(event.position())
        self._drags = False
        if place is not None:
            self._remove(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        x, y = self._points[self._place]
        if key in _ARROWS:
            step = _BIG if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _STEP
            right, up = _ARROWS[key]
            self._put(curve_points.move_point(self._points, self._place, x + right * step, y + up * step), self._place)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self._place = (self._place + (1 if key == Qt.Key.Key_PageDown else -1)) % len(self._points)
            self._tell()
            self.update()
        elif key in (Qt.Key.Key_Insert, Qt.Key.Key_Plus):
            self._insert()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove(self._place)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _near(self, position: QPointF) -> int | None:
        away = [(self._at(*point) - position).manhattanLength() for point in self._points]
        place = int(np.argmin(away))
        return place if away[place] <= _REACH else None

    def _insert(self) -> None:
        """A point on the line, half way to the next."""
        place = min(self._place, len(self._points) - 2)
        (x0, y0), (x1, y1) = self._points[place], self._points[place + 1]
        rise, fall = curve_points.slopes(self._points)[place : place + 2]
        made = curve_points.add_point(self._points, (x0 + x1) / 2, (y0 + y1) / 2 + (x1 - x0) * (rise - fall) / 8)
        if made is not None:
            self._put(*made)

    def _remove(self, place: int) -> None:
        made = curve_points.remove_point(self._points, place)
        self._put(made, min(place, len(made) - 1))

    def _put(self, points: Points, place: int) -> None:
        self._place = place
        if points != self._points:
            self._points = points
            self.changed.emit(curve_points.curve_setting(points))
        self._tell()
        self.update()

    def _tell(self) -> None:
        x, y = self._points[self._place]
        self.setAccessibleName(self._name or tr("Tone curve"))
        self.setAccessibleDescription(
            tr(
                "Point {place} of {count}: {x} % becomes {y} %",
                place=self._place + 1,
                count=len(self._points),
                x=round(100 * x),
                y=round(100 * y),
            )
        )
