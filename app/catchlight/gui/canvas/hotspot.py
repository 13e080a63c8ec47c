"""The hotspot over a picture: a marker, the glow of what an edit would touch, the box, and the brush that corrects it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPen

from catchlight.gui.canvas.qt_images import to_bgra
from catchlight.gui.canvas.viewport import Viewport
from catchlight.imaging.picture import FloatPlane

_CLICK = 4.0
"""So far (logical pixels) the pointer may move for a click."""
_GRASP = 14.0
"""So near (logical pixels) to the marker a drag takes it along."""
_GLOW, _RIM = (242, 180, 90), (255, 214, 150)
_INSIDE, _EDGE = 0.30, 0.95


@dataclass(frozen=True)
class AreaHighlight:
    """What would be touched, as an image over the whole picture, and its name."""

    image: QImage
    label: str


def render_highlight(mask: FloatPlane, label: str) -> AreaHighlight:
    """A mask (HxW in 0..1) as a warm veil with a bright rim; fit for a worker thread."""
    import cv2

    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.float32)
    rim = np.clip(np.abs(cv2.morphologyEx(soft, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))) * 1.6, 0, 1)
    alpha = np.clip(np.maximum(_INSIDE * mask, _EDGE * rim), 0, 1)
    share = np.clip(rim, 0, 1)[..., None]
    colour = np.array(_GLOW, np.float32) * (1 - share) + np.array(_RIM, np.float32) * share
    pixels = np.empty((*mask.shape, 4), np.uint8)
    pixels[..., :3] = np.round(colour * alpha[..., None])
    pixels[..., 3] = np.round(alpha * 255)
    return AreaHighlight(to_bgra(pixels), label)


class HotspotOverlay(QObject):
    """Draws what it is told; tells where it was clicked, what box was drawn (Shift), what was brushed. All in picture pixels.

    Without a brush a drag takes the marker along where it begins there; elsewhere it is left to the view, which pans.
    """

    pointed = Signal(float, float)
    boxed = Signal(float, float, float, float)
    """x, y, width, height."""
    brushed = Signal(object)
    """Points ((x, y), ...) of a finished stroke."""
    scrolled = Signal(float)
    """Notches of the wheel with Alt held: softer or harder."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.point: tuple[float, float] | None = None
        self.box: tuple[float, float, float, float] | None = None
        self.glow: AreaHighlight | None = None
        self.glows = True
        """Off while the result itself is to be seen."""
        self.size = (1, 1)
        """Width and height of the picture."""
        self.tool = "point"
        """point, add or erase."""
        self.radius = 20.0
        """Of the brush, in picture pixels."""
        self._pressed: QPointF | None = None
        self._drawing: list[tuple[float, float]] = []
        self._boxing = False
        self._moved = False
        self._carries = False

    # As an overlay

    def paint(self, painter: QPainter, view: Viewport) -> None:
        width, height = self.size
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.glow is not None and self.glows:
            painter.drawImage(QRectF(view.x, view.y, width * view.step, height * view.step), self.glow.image)
        for box in (self.box, self._box_now()):
            if box is not None:
                self._frame(painter, view, box)
        if self._drawing and self.tool != "point":
            pen = QPen(
                QColor(*_RIM, 150) if self.tool == "add" else QColor(30, 30, 30, 150), 2 * self.radius * view.step
            )
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            points = [QPointF(*view.to_view(*point)) for point in self._drawing]
            painter.drawPolyline(points) if len(points) > 1 else painter.drawPoint(points[0])
        if self.point is not None:
            self._marker(painter, view)

    def cursor_at(self, x: float, y: float, view: Viewport) -> Qt.CursorShape | None:
        return Qt.CursorShape.CrossCursor if self._inside(*view.to_picture(x, y)) or self._pressed is not None else None

    def press(self, x: float, y: float, view: Viewport) -> bool:
        place = view.to_picture(x, y)
        if not self._inside(*place):
            return False
        self._pressed, self._moved = QPointF(x, y), False
        self._boxing = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._drawing = [place]
        self._carries = self._on_marker(x, y, view)
        return True

    def drag(self, x: float, y: float, view: Viewport) -> None:
        if self._pressed is None:
            return
        away = QPointF(x, y) - self._pressed
        self._moved = self._moved or abs(away.x()) + abs(away.y()) > _CLICK
        width, height = self.size
        px, py = view.to_picture(x, y)
        place = (min(max(px, 0.0), width - 1.0), min(max(py, 0.0), height - 1.0))
        if self._boxing:
            self._drawing = [self._drawing[0], place]
        elif self.tool != "point":
            self._drawing.append(place)
        elif self._carries and self._moved:
            self._drawing = [place]
            self.point = place

    def yields(self) -> bool:
        """Whether the view is to be panned: the pointer moves, and neither marker, box nor brush with it."""
        if not self._moved or self._boxing or self._carries or self.tool != "point":
            return False
        self._pressed, self._drawing = None, []
        return True

    def release(self) -> None:
        points, boxing, moved = self._drawing, self._boxing, self._moved
        self._pressed, self._drawing, self._boxing = None, [], False
        if not points:
            return
        if boxing:
            x0, x1 = sorted((points[0][0], points[-1][0]))
            y0, y1 = sorted((points[0][1], points[-1][1]))
            if moved and x1 - x0 >= 2 and y1 - y0 >= 2:
                self.boxed.emit(x0, y0, x1 - x0, y1 - y0)
        elif self.tool != "point":
            self.brushed.emit(tuple(points))
        else:
            self.pointed.emit(*points[-1])

    def scroll(self, notches: float) -> None:
        self.scrolled.emit(notches)

    # Drawing

    def _inside(self, x: float, y: float) -> bool:
        return 0 <= x < self.size[0] and 0 <= y < self.size[1]

    def _on_marker(self, x: float, y: float, view: Viewport) -> bool:
        if self.point is None or self.tool != "point":
            return False
        at = QPointF(*view.to_view(self.point[0] + 0.5, self.point[1] + 0.5)) - QPointF(x, y)
        return abs(at.x()) + abs(at.y()) <= _GRASP

    def _box_now(self) -> tuple[float, float, float, float] | None:
        if not self._boxing or len(self._drawing) < 2:
            return None
        (ax, ay), (bx, by) = self._drawing[0], self._drawing[-1]
        return min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)

    def _frame(self, painter: QPainter, view: Viewport, box: tuple[float, float, float, float]) -> None:
        x, y = view.to_view(box[0], box[1])
        area = QRectF(x, y, box[2] * view.step, box[3] * view.step)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(0, 0, 0, 150), 3))
        painter.drawRect(area)
        painter.setPen(QPen(QColor(*_RIM), 1.2, Qt.PenStyle.DashLine))
        painter.drawRect(area)

    def _marker(self, painter: QPainter, view: Viewport) -> None:
        assert self.point is not None
        at = QPointF(*view.to_view(self.point[0] + 0.5, self.point[1] + 0.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(0, 0, 0, 170), 4.0), (QColor("#FFFFFF"), 1.8)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(at, 9.0, 9.0)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(at + QPointF(6 * dx, 6 * dy), at + QPointF(13 * dx, 13 * dy))
        if self.glow is None or not self.glow.label:
            return
        size = painter.fontMetrics().size(0, self.glow.label)
        tag = QRectF(at.x() + 18, at.y() - size.height() / 2 - 3, size.width() + 16, size.height() + 6)
        if tag.right() > view.width - 4:
            tag.moveRight(at.x() - 18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 20, 20, 215))
        painter.drawRoundedRect(tag, 4, 4)
        painter.setPen(QColor("#F2F2F2"))
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, self.glow.label)
