"""What every view that can be zoomed has in common: fit, real size, wheel, keys and pinch."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QNativeGestureEvent, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QWidget

from catchlight.gui.canvas.viewport import SeenView, Viewport
from catchlight.gui.widgets.theme import Theme

WHEEL_STEP = 1.0015
KEY_STEP = 48.0
"""Logical pixels that an arrow key moves the picture."""
MOVES = {
    Qt.Key.Key_Left: (KEY_STEP, 0.0),
    Qt.Key.Key_Right: (-KEY_STEP, 0.0),
    Qt.Key.Key_Up: (0.0, KEY_STEP),
    Qt.Key.Key_Down: (0.0, -KEY_STEP),
}
_SNAP = 0.02
"""So near to 100 % a zoom becomes exactly that."""


class ZoomView(QWidget):
    """Something flat that is looked at through a Viewport. Fitted until it is zoomed."""

    zoomed = Signal(float)
    """``zoom_now`` after each change."""

    def __init__(self, theme: Theme, view: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = view
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(QSize(240, 200))
        self.grabGesture(Qt.GestureType.PinchGesture)

    # To be said by each view

    def content_size(self) -> tuple[float, float] | None:
        """Width and height of what is shown, in units of the viewport; None while there is nothing."""
        raise NotImplementedError

    def pane_width(self) -> float:
        """Width of the part that the viewport fills; views that show two panes say less than the whole."""
        return float(self.width())

    def in_pane(self, position: QPointF) -> QPointF:
        """A position in any pane as the viewport sees it."""
        return position

    # Zoom

    @property
    def viewport_now(self) -> Viewport:
        return self._view

    @property
    def zoom_now(self) -> float:
        """1 is 100 %: one picture pixel on one screen pixel, where a view does not say otherwise."""
        return self._view.scale

    def fit(self) -> None:
        size = self.content_size()
        if size is not None:
            self._set_view(self._view.fit(*size))

    def actual_size(self) -> None:
        self.zoom_by(1.0 / self.zoom_now)

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        self.zoom_to(self._view.scale * factor, at)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Zoom while what lies under ``at``, the middle by default, stays there."""
        if self.content_size() is None:
            return
        point = at or QPointF(self.pane_width() / 2, self.height() / 2)
        real = self._view.scale / self.zoom_now
        scale = real if abs(scale / real - 1.0) < _SNAP else scale
        self._set_view(self._view.zoom(scale, point.x(), point.y()))

    def take_view(self, view: Viewport) -> None:
        """Look as another view does."""
        self._set_view(view)

    def look(self) -> SeenView | None:
        """How its content is looked at; None while there is nothing."""
        size = self.content_size()
        return None if size is None else self._view.look(*size)

    def take_look(self, look: SeenView) -> None:
        """Look at what is shown now as at something else before."""
        size = self.content_size()
        if size is not None:
            self._set_view(self._view.looking(look, *size))

    def _set_view(self, view: Viewport) -> None:
        size = self.content_size()
        self._view = view if size is None or view.fitted else view.kept_inside(*size)
        self.zoomed.emit(self.zoom_now)
        self.update()

    def _resize_view(self) -> None:
        self._view = self._view.resized(self.pane_width(), self.height(), self.devicePixelRatioF())
        if self._view.fitted:
            self.fit()

    def _paint_focus(self, painter: QPainter) -> None:
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.colour("edge"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    # Input

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._resize_view()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        pixels = event.pixelDelta()
        if not pixels.isNull() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._set_view(self._view.pan(pixels.x(), pixels.y()))
            return
        self.zoom_by(WHEEL_STEP ** event.angleDelta().y(), self.in_pane(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            if abs(self.zoom_now - 1.0) < 1e-6:
                self.fit()
            else:
                self.zoom_by(1.0 / self.zoom_now, self.in_pane(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in MOVES:
            self._set_view(self._view.pan(*MOVES[key]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1.25)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(0.8)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_1:
            self.actual_size()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                at = QPointF(self.mapFromGlobal(pinch.centerPoint().toPoint()))
                self.zoom_by(pinch.scaleFactor(), self.in_pane(at))
                return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1 + event.value(), self.in_pane(event.position()))
            return True
        return super().event(event)
