"""The canvas: one picture or two, zoomed and panned, with the overlay of the current tab on top."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QTabletEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from catchlight.gui.canvas.compare import GROUND_COLOURS, CanvasBackground, CanvasScene, Mode, checkerboard
from catchlight.gui.canvas.overlay import (
    HoverOverlay,
    Keyed,
    Overlay,
    PartialOverlay,
    PointerMarks,
    PressureOverlay,
    Scrollable,
    Veil,
)
from catchlight.gui.canvas.scene_painter import Comparison, ScenePainter
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.canvas.zoom_view import KEY_STEP, MOVES, ZoomView
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.colour.output_transform import ScreenColours

GRIP = 14.0
MOVING_MS = 120
"""A zoom that changes again within this time is in motion: it is painted quickly, and finely when it rests."""


class Canvas(ZoomView):
    """Shows a scene. Knows nothing of documents: what to show is set from outside."""

    unready = Signal(object)
    """ImagePyramids that were drawn and are not ready for the screen's colours."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, Viewport(), parent)
        self._painter = ScenePainter(theme)
        self._scene: CanvasScene | None = None
        self._overlay: Overlay | None = None
        self._held: Overlay | None = None
        """What a drag has begun on: it ends there, whatever the tab draws by then."""
        self._marks: PointerMarks | None = None
        self._veil: Veil | None = None
        self._mode = Mode.AFTER
        self._split = 0.5
        self._peek = False
        self._ground: QColor | QPixmap = checkerboard()
        self._colour: QColor | None = None
        self._drag: str = ""
        self._last = self._pressed = QPointF()
        self._moving = QTimer(self)
        self._moving.setSingleShot(True)
        self._moving.setInterval(MOVING_MS)
        self._moving.timeout.connect(self._rest)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Picture"))
        self.setToolTip("")
        self.setAccessibleDescription(
            tr("Wheel or plus and minus zoom, arrow keys move, 0 fits, 1 shows real pixels, hold Space to see before.")
        )

    # What is shown

    def show_scene(self, scene: CanvasScene | None, *, keep_view: bool = False) -> None:
        """Show a scene; the zoom stays where the size of the picture stays, or where ``keep_view`` says so."""
        old = self._scene
        self._scene = scene
        same = old is not None and scene is not None and _size(old) == _size(scene)
        if not (same or keep_view):
            self.fit()
        self.update()

    @property
    def scene(self) -> CanvasScene | None:
        return self._scene

    def set_overlay(self, overlay: Overlay | None) -> None:
        self._overlay = overlay
        self.update()

    def end_drag(self) -> None:
        """Let go of what is dragged over the picture: another one is about to be shown."""
        held, self._held = self._held, None
        if held is not None:
            self._drag = ""
            held.release()

    def set_veil(self, veil: Veil) -> None:
        """What lies on the picture itself, under every overlay."""
        self._veil = veil

    def set_marks(self, marks: PointerMarks) -> None:
        self._marks = marks

    @property
    def mode(self) -> Mode:
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        if mode != self._mode:
            self._mode = mode
            self._resize_view()  # who has zoomed in goes on looking at the same place
            self.zoomed.emit(self.zoom_now)
            self.update()

    def set_ground(self, ground: CanvasBackground) -> None:
        self._ground = checkerboard() if ground is CanvasBackground.CHECKERBOARD else QColor(GROUND_COLOURS[ground])
        self.update()

    def set_colour(self, colour: QColor | None) -> None:
        """A colour of the tab's own behind transparent pictures; None goes back to the ground."""
        self._colour = colour
        self.update()

    def show_through(self, colours: ScreenColours | None) -> None:
        """Show pictures through the colours of a screen; None shows their numbers as they are."""
        self._painter.tiles.show_through(colours)
        self.update()

    def peek(self, on: bool) -> None:
        """Show the picture before the edit while ``on``."""
        self._peek = on
        self.update()

    # As a view

    def content_size(self) -> tuple[float, float] | None:
        return None if self._scene is None else _size(self._scene)

    def pane_width(self) -> float:
        return self.width() / 2 if self._mode is Mode.SIDE else float(self.width())

    def in_pane(self, position: QPointF) -> QPointF:
        pane = self.pane_width()
        return QPointF(position.x() - pane, position.y()) if position.x() >= pane else position

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        self._painter.tiles.moving = self._moving.isActive()
        self._moving.start()
        super().zoom_to(scale, at)

    def _rest(self) -> None:
        if self._painter.tiles.moving:
            self._painter.tiles.moving = False
            self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surround"))
        if self._scene is not None:
            how = Comparison(self._mode, self._split, self._peek)
            self._painter.paint(painter, self._scene, self._view, self._colour or self._ground, how)
            if self._painter.tiles.behind:
                QTimer.singleShot(0, self, self.update)
            if self._painter.tiles.unready:
                self.unready.emit(list(self._painter.tiles.unready))
            if self._mode is Mode.AFTER and not (self._peek and self._scene.before):
                for layer in (self._veil, self._overlay, self._marks):
                    if layer is not None:
                        painter.save()
                        layer.paint(painter, self._view)
                        painter.restore()
        self._paint_focus(painter)

    # Input

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        position = event.position()
        self._last = self._pressed = position
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
                self._drag, self._held = "overlay", self._overlay
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
        elif self._held is not None:
            self._held.drag(position.x(), position.y(), self._view)
            if isinstance(self._held, PartialOverlay) and self._held.yields():
                self._drag, self._held, away = "pan", None, position - self._pressed
                self._set_view(self._view.pan(away.x(), away.y()))
            self.update()
        elif self._mode is Mode.AFTER:
            if self._marks is not None:
                self._marks.hover(position.x(), position.y(), self._view)
            if isinstance(self._overlay, HoverOverlay):
                self._overlay.hover(position.x(), position.y(), self._view)
                self.update()
        self._update_cursor(position)

    def tabletEvent(self, event: QTabletEvent) -> None:
        """The pen's pressure; where it is goes on as an event of the mouse, which Qt makes of an ignored one."""
        if isinstance(self._overlay, PressureOverlay):
            lifted = event.type() == QEvent.Type.TabletRelease
            self._overlay.press_with(1.0 if lifted else event.pressure())
        event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.end_drag()
        self._drag = ""
        self._update_cursor(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and isinstance(self._overlay, Scrollable):
            event.accept()
            turned = event.angleDelta()  # with Alt held, some systems report the wheel as turned sideways
            self._overlay.scroll((turned.y() or turned.x()) / 120)
            return
        super().wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if self._marks is not None:
            self._marks.leave()

    def event(self, event: QEvent) -> bool:
        """Keys of the overlay come before the shortcuts of the window that have the same ones."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and isinstance(self._overlay, Keyed)
            and self._mode is Mode.AFTER
            and self._overlay.takes(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if isinstance(self._overlay, Keyed) and self._mode is Mode.AFTER and self._overlay.key(event):
            self.update()
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.peek(True)
        elif key in MOVES and self._mode is Mode.SPLIT and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._split = min(max(self._split - MOVES[key][0] / KEY_STEP * 0.02, 0.02), 0.98)
            self.update()
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


def _size(scene: CanvasScene) -> tuple[int, int]:
    return scene.after.width, scene.after.height
