"""A garment with its places as handles: dragged with a pointer or a finger, moved with the arrow keys."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTouchEvent,
)
from PySide6.QtWidgets import QWidget

from catchlight.gui.canvas.qt_images import to_screen_format
from catchlight.gui.colour.current import ScreenImage
from catchlight.gui.style_book.anchor_edit import HEM, LEFT_COLLAR, PIT, PLACES, RIGHT_COLLAR, AnchorEdit
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

_MARGIN = 6.0
"""Grid steps around the garment, so that a handle at its edge is whole."""
_RADIUS, _TOUCHED = 2.2, 4.0
"""Grid steps of a handle's radius; of one that a finger moves."""
_FAR = 10.0
"""Pixels of the view that an arrow key moves with Shift."""


def place_name(place: str) -> str:
    return {
        "left_collar": tr("Left point of the collar"),
        "right_collar": tr("Right point of the collar"),
        "pit": tr("Pit of the neck"),
        "left_shoulder": tr("Left shoulder"),
        "right_shoulder": tr("Right shoulder"),
        "hem": tr("Hem"),
    }[place]


class AnchorHandle(QWidget):
    """A place: takes the focus and the arrow keys; the pointer is the canvas's."""

    def __init__(self, place: str, canvas: AnchorCanvas) -> None:
        super().__init__(canvas)
        self.place = place
        self._canvas = canvas
        self.setAccessibleName(place_name(place))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        far = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._canvas.nudge(self.place, *step, far=far)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._canvas.focused.emit(self.place)
        self._canvas.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._canvas.update()


class AnchorCanvas(QWidget):
    """Shows an ``AnchorEdit`` and changes it."""

    moved = Signal()
    """Some place is somewhere else now."""
    settled = Signal()
    """A move has ended."""
    focused = Signal(str)
    """The place that the keys move."""

    def __init__(self, edit: AnchorEdit, theme: Theme) -> None:
        super().__init__()
        self._edit = edit
        self._theme = theme
        garment = edit.garment
        self._image = ScreenImage(to_screen_format(np.dstack([garment.rgb, garment.alpha])))
        self._held = ""
        self._grip = QPointF()
        """From the pointer to the middle of the handle that it holds."""
        self.touched = False
        """Whether the last press was a finger's: handles are larger then."""
        self.setMinimumSize(theme.px(70), theme.px(70))
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setAccessibleName(tr("Garment with its fitting points"))
        self.handles = {place: AnchorHandle(place, self) for place in PLACES}
        for first, second in pairwise(PLACES):
            QWidget.setTabOrder(self.handles[first], self.handles[second])
        self.moved.connect(self._follow)
        self._follow()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self._theme.px(120))

    @property
    def radius(self) -> int:
        return self._theme.px(_TOUCHED if self.touched else _RADIUS)

    def to_view(self, place: str) -> QPointF:
        """Where a place is drawn."""
        area, scale = self._area()
        x, y = self._edit.place(place)
        return QPointF(area.left() + (x + 0.5) * scale, area.top() + (y + 0.5) * scale)

    def nudge(self, place: str, across: int, down: int, *, far: bool = False) -> None:
        """Move a place by one pixel of the garment, or of ten of the view."""
        step = max(1.0, _FAR / self._area()[1]) if far else 1.0
        self._edit.nudge(place, across * step, down * step)
        self.moved.emit()
        self.settled.emit()

    # Events

    def event(self, event: QEvent) -> bool:
        """One finger drags as the pointer does; further fingers are nobody's."""
        if not isinstance(event, QTouchEvent):
            return super().event(event)
        at = event.points()[0].position()
        if event.type() == QEvent.Type.TouchBegin:
            self._press(at, touched=True)
        elif event.type() == QEvent.Type.TouchUpdate:
            self._drag(at)
        else:
            self._release()
        event.accept()
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press(event.position(), touched=False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._drag(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._release()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        area, _ = self._area()
        painter.fillRect(self.rect(), self._theme.colour("surround"))
        painter.drawImage(area, self._image.shown())
        points = {place: self.to_view(place) for place in PLACES}
        opening = QPainterPath(points[LEFT_COLLAR])
        opening.lineTo(points[PIT])
        opening.lineTo(points[RIGHT_COLLAR])
        hem = QPainterPath(QPointF(area.left(), points[HEM].y()))
        hem.lineTo(QPointF(area.right(), points[HEM].y()))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line in (opening, hem):
            self._outlined(painter, partial(painter.drawPath, line), 1.5)
        for place, at in points.items():
            chosen = self.handles[place].hasFocus() or self._held == place
            painter.setBrush(self._theme.colour("accent") if chosen else Qt.BrushStyle.NoBrush)
            self._outlined(painter, partial(painter.drawEllipse, at, self.radius, self.radius), 2.0)
            painter.setBrush(Qt.GlobalColor.white)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(at, 1.5, 1.5)

    # Inside

    def _press(self, at: QPointF, *, touched: bool) -> None:
        self.touched = touched
        place = self._near(at)
        if place:
            self._held, self._grip = place, self.to_view(place) - at
            self.handles[place].setFocus(Qt.FocusReason.MouseFocusReason)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._edit.begin()
        self._follow()

    def _drag(self, at: QPointF) -> None:
        if not self._held:
            return
        area, scale = self._area()
        there = at + self._grip - area.topLeft()
        self._edit.move(self._held, there.x() / scale - 0.5, there.y() / scale - 0.5)
        self.moved.emit()

    def _release(self) -> None:
        if not self._held:
            return
        self._held = ""
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._edit.end()
        self.moved.emit()
        self.settled.emit()

    def _outlined(self, painter: QPainter, draw: partial[None], width: float) -> None:
        """In white within black, seen on every cloth."""
        brush = painter.brush()
        painter.setPen(QPen(Qt.GlobalColor.black, width + 2))
        draw()
        painter.setBrush(Qt.BrushStyle.NoBrush if brush.style() == Qt.BrushStyle.NoBrush else brush)
        painter.setPen(QPen(Qt.GlobalColor.white, width))
        draw()

    def _area(self) -> tuple[QRectF, float]:
        """Where the garment is drawn, and pixels of the view for one of the garment's."""
        height, width = self._edit.garment.shape
        margin = self._theme.px(_MARGIN)
        room = max(1.0, self.width() - 2.0 * margin), max(1.0, self.height() - 2.0 * margin)
        scale = min(room[0] / width, room[1] / height)
        area = QRectF(0, 0, width * scale, height * scale)
        area.moveCenter(QRectF(self.rect()).center())
        return area, scale

    def _near(self, at: QPointF) -> str:
        """The handle that is nearest to a place, within half the size of what is pressed."""
        reach = self._theme.target / 2 if not self.touched else self._theme.target * 0.75
        apart = {place: _length(self.to_view(place) - at) for place in PLACES}
        nearest = min(apart, key=lambda place: apart[place])
        return nearest if apart[nearest] <= reach else ""

    def _follow(self) -> None:
        """The focus and screen readers find the handles where they are drawn."""
        side = self._theme.target
        for place, handle in self.handles.items():
            middle = self.to_view(place)
            handle.setGeometry(round(middle.x() - side / 2), round(middle.y() - side / 2), side, side)
            x, y = self._edit.place(place)
            handle.setAccessibleDescription(tr("{x} across, {y} down", x=round(x), y=round(y)))
        self.update()


def _length(vector: QPointF) -> float:
    return float((vector.x() ** 2 + vector.y() ** 2) ** 0.5)
