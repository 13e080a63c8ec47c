"""The canvas: one picture or two, zoomed and panned, with the overlay of the current tab on top."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QWidget

from catchlight.gui.compare import (
    GROUND_COLOURS,
    Ground,
    Mode,
    Scene,
    checkerboard,
)
from catchlight.gui.i18n import tr
from catchlight.gui.overlay import Marks, Overlay
from catchlight.gui.scene_painter import Comparison, ScenePainter
from catchlight.gui.theme import Theme
from catchlight.gui.viewport import Viewport

WHEEL_STEP = 1.0015
GRIP = 14.0


class Canvas(QWidget):
    """Shows a scene. Knows nothing of documents: what to show is set from outside."""

    zoomed = Signal(float)
    """Device pixels per picture pixel."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._painter = ScenePainter(theme)
        self._scene: Scene | None = None
        self._overlay: Overlay | None = None
        self._marks: Marks | None = None
        self._mode = Mode.AFTER
        self._view = Viewport()
        self._split = 0.5
        self._peek = False
        self._ground: QColor | QPixmap = checkerboard()
        self._colour: QColor | None = None
        self._drag: str = ""
        self._last = QPointF()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("Picture"))
        self.setToolTip("")
        self.setAccessibleDescription(
            tr("Wheel or plus and minus zoom, arrow keys move, 0 fits, 1 shows real pixels, hold Space to see before.")
        )
        self.setMinimumSize(QSize(240, 200))

    # What is shown

    def show_scene(self, scene: Scene | None, *, keep_view: bool = False) -> None:
        """Show a scene; the zoom stays where the size of the picture stays, or where ``keep_view`` says so."""
        old = self._scene
        self._scene = scene
        same = old is not None and scene is not None and _size(old) == _size(scene)
        if scene is not None and not (same or keep_view):
            self._fit_again()
        self.update()

    @property
    def scene(self) -> Scene | None:
        return self._scene

    def set_overlay(self, overlay: Overlay | None) -> None:
        self._overlay = overlay
        self.update()

    def set_marks(self, marks: Marks) -> None:
        self._marks = marks

    @property
    def mode(self) -> Mode:
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        if mode != self._mode:
            self._mode = mode
            self._view = self._view.resized(self._pane_width(), self.height(), self.devicePixelRatioF())
            if self._scene is not None:
                self._fit_again()
            self.update()

    def set_ground(self, ground: Ground) -> None:
        self._ground = checkerboard() if ground is Ground.CHECKERBOARD else QColor(GROUND_COLOURS[ground])
        self.update()

    def set_colour(self, colour: QColor | None) -> None:
        """A colour of the tab's own behind transparent pictures; None goes back to the ground."""
        self._colour = colour
        self.update()

    def peek(self, on: bool) -> None:
        """Show the picture before the edit while ``on``."""
        self._peek = on
        self.update()

    @property
    def viewport_now(self) -> Viewport:
        return self._view

    # Zoom

    def fit(self) -> None:
        if self._scene is not None:
            self._fit_again()
            self.update()

    def actual_size(self) -> None:
        self.zoom_to(1.0)

    def zoom_by(self, factor: float) -> None:
        self.zoom_to(self._view.scale * factor)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        if self._scene is None:
            return
        point = at or QPointF(self._pane_width() / 2, self.height() / 2)
        if abs(scale - 1.0) < 0.02:
            scale = 1.0
        self._set_view(self._view.zoom(scale, point.x(), point.y()))

    @property
    def zoom_now(self) -> float:
        return self._view.scale

    def _fit_again(self) -> None:
        if self._scene is not None:
            self._set_view(self._view.fit(*_size(self._scene)))

    def _set_view(self, view: Viewport) -> None:
        self._view = view if self._scene is None or view.fitted else view.kept_inside(*_size(self._scene))
        self.zoomed.emit(self._view.scale)
        self.update()

    def _pane_width(self) -> float:
        return self.width() / 2 if self._mode is Mode.SIDE else float(self.width())

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surround"))
        if self._scene is not None:
            how = Comparison(self._mode, self._split, self._peek)
            self._painter.paint(painter, self._scene, self._view, self._colour or self._ground, how)
            if self._mode is Mode.AFTER and not (self._peek and self._scene.before):
                for layer in (self._overlay, self._marks):
                    if layer is not None:
                        painter.save()
                        layer.paint(painter, self._view)
                        painter.restore()
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.colour("edge"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    # Input

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._view = self._view.resized(self._pane_width(), self.height(), self.devicePixelRatioF())
        if self._view.fitted:
            self._fit_again()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        pixels = event.pixelDelta()
        if not pixels.isNull() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._set_view(self._view.pan(pixels.x(), pixels.y()))
            return
        self.zoom_to(self._view.scale * WHEEL_STEP ** event.angleDelta().y(), self._in_pane(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            if self._view.scale == 1.0:
                self.fit()
            else:
                self.zoom_to(1.0, self._in_pane(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        position = event.position()
        self._last = position
        if event.button() == Qt.MouseButton.MiddleButton:
            self._drag = "pan"
        elif event.button() == Qt.MouseButton.LeftButton:
            if self._on_handle(position):
                self._drag = "split"
            elif (
                self._grabs(position)
                and self._overlay is not None
                and self._overlay.press(position.x(), position.y(), self._view)
            ):
                self._drag = "overlay"
            else:
                self._drag = "pan"
        self._update_cursor(position)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        position = event.position()
        moved = position - self._last
        self._last = position
        if self._drag == "pan":
            self._set_view(self._view.pan(moved.x(), moved.y()))
        elif self._drag == "split":
            self._split = min(max(position.x() / max(self.width(), 1), 0.02), 0.98)
            self.update()
        elif self._drag == "overlay" and self._overlay is not None:
            self._overlay.drag(position.x(), position.y(), self._view)
            self.update()
        elif self._marks is not None and self._mode is Mode.AFTER:
            self._marks.hover(position.x(), position.y(), self._view)
        self._update_cursor(position)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._drag == "overlay" and self._overlay is not None:
            self._overlay.release()
        self._drag = ""
        self._update_cursor(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        if self._marks is not None:
            self._marks.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = 48.0
        moves = {
            Qt.Key.Key_Left: (step, 0.0),
            Qt.Key.Key_Right: (-step, 0.0),
            Qt.Key.Key_Up: (0.0, step),
            Qt.Key.Key_Down: (0.0, -step),
        }
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.peek(True)
        elif key in moves:
            if self._mode is Mode.SPLIT and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._split = min(max(self._split - moves[key][0] / step * 0.02, 0.02), 0.98)
                self.update()
            else:
                self._set_view(self._view.pan(*moves[key]))
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

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.peek(False)
        else:
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.peek(False)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                at = QPointF(self.mapFromGlobal(pinch.centerPoint().toPoint()))
                self.zoom_to(self._view.scale * pinch.scaleFactor(), self._in_pane(at))
                return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_to(self._view.scale * (1 + event.value()), self._in_pane(event.position()))
            return True
        return super().event(event)

    def _in_pane(self, position: QPointF) -> QPointF:
        """A position in either pane, as the linked view sees it."""
        pane = self._pane_width()
        return QPointF(position.x() - pane, position.y()) if position.x() >= pane else position

    def _on_handle(self, position: QPointF) -> bool:
        has_before = self._scene is not None and self._scene.before is not None
        return self._mode is Mode.SPLIT and has_before and abs(position.x() - self._split * self.width()) <= GRIP

    def _grabs(self, position: QPointF) -> bool:
        overlay = self._overlay
        if overlay is None or self._mode is not Mode.AFTER:
            return False
        return overlay.cursor_at(position.x(), position.y(), self._view) is not None

    def _update_cursor(self, position: QPointF) -> None:
        shape = Qt.CursorShape.OpenHandCursor if self._scene is not None else Qt.CursorShape.ArrowCursor
        if self._drag == "pan":
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._drag == "split" or self._on_handle(position):
            shape = Qt.CursorShape.SplitHCursor
        elif self._overlay is not None and self._mode is Mode.AFTER:
            shape = self._overlay.cursor_at(position.x(), position.y(), self._view) or shape
        self.setCursor(shape)


def _size(scene: Scene) -> tuple[int, int]:
    return scene.after.width, scene.after.height
