"""What the camera sees, as in a mirror: the oval to fill, an arrow for the way to move, a ring that closes while all is right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.gui.canvas import qt_images
from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.kiosk.guidance.port import AdviceId, Guidance, Oval

_ARROWS: dict[AdviceId, tuple[float, float]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "turn_left": (-1, 0),
    "turn_right": (1, 0),
    "chin_up": (0, -1),
    "chin_down": (0, 1),
}
"""Directions on the mirrored view, which are the person's own."""
_ZOOMS: dict[AdviceId, int] = {"nearer": 1, "further": -1}
_SHADE = QColor(0, 0, 0, 120)


class LiveView(QWidget):
    """Fills its place with the picture, cut at two sides where the shapes differ."""

    def __init__(self, looks: KioskLooks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._pixels: NDArray[np.uint8] | None = None
        self._image: QImage | None = None
        self.guidance: Guidance | None = None
        self.countdown = 0
        """Seconds that are left, drawn large; 0 for none."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 200)

    def sizeHint(self) -> QSize:
        return QSize(640, 640)

    def show_frame(self, pixels: NDArray[np.uint8] | None) -> None:
        """pixels: HxWx3, RGB, not mirrored; None where there is no picture."""
        self._pixels = pixels  # the image looks at this memory
        self._image = None if pixels is None else qt_images.wrap(np.ascontiguousarray(pixels))
        self.update()

    def show_guidance(self, guidance: Guidance | None) -> None:
        self.guidance = guidance
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QPainterPath()
        clip.addRoundedRect(QRectF(self.rect()), 16, 16)
        painter.setClipPath(clip)
        painter.fillRect(self.rect(), self._looks.colour("surround"))
        if self._image is None:
            return
        place = self._place(self._image.size())
        painter.save()
        painter.translate(self.width(), 0)
        painter.scale(-1, 1)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self._image)
        painter.restore()
        if self.guidance is not None:
            self._draw_guidance(painter, self.guidance, place)
        if self.countdown:
            self._draw_countdown(painter)

    def _place(self, size: QSize) -> QRectF:
        """Where the picture lies before it is mirrored: it covers the widget and is centred."""
        scale = max(self.width() / size.width(), self.height() / size.height())
        width, height = size.width() * scale, size.height() * scale
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    def _mirrored(self, oval: Oval, place: QRectF) -> QRectF:
        """The rectangle around an oval of the frame, on the mirrored view."""
        x = self.width() - (place.left() + oval.x * place.width())
        y = place.top() + oval.y * place.height()
        half_width, half_height = oval.width * place.width(), oval.height * place.height()
        return QRectF(x - half_width, y - half_height, 2 * half_width, 2 * half_height)

    def _draw_guidance(self, painter: QPainter, guidance: Guidance, place: QRectF) -> None:
        oval = self._mirrored(guidance.target, place)
        outside = QPainterPath()
        outside.addRect(QRectF(self.rect()))
        outside.addEllipse(oval)
        painter.fillPath(outside, _SHADE)
        ready = not guidance.advice
        for colour, width in ((QColor(0, 0, 0, 140), 8.0), (QColor(255, 255, 255), 4.0)):
            painter.setPen(QPen(colour, width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(oval)
        if ready:
            pen = QPen(self._looks.colour("accent"), 12)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawArc(oval, 90 * 16, -round(min(1.0, guidance.held) * 360 * 16))
        elif guidance.advice[0] in _ARROWS:
            self._draw_arrow(painter, oval, _ARROWS[guidance.advice[0]])
        elif guidance.advice[0] in _ZOOMS:
            self._draw_zoom(painter, oval, _ZOOMS[guidance.advice[0]])

    def _draw_arrow(self, painter: QPainter, oval: QRectF, way: tuple[float, float]) -> None:
        """Beside the oval, inside the widget."""
        half = QPointF(way[0] * (oval.width() / 2 + 60), way[1] * (oval.height() / 2 + 60))
        tip = oval.center() + half
        tip.setX(min(max(tip.x(), 60), self.width() - 60))
        tip.setY(min(max(tip.y(), 60), self.height() - 60))
        _draw_pointer(painter, tip, way, 72, self._looks.colour("accent"))

    def _draw_zoom(self, painter: QPainter, oval: QRectF, sign: int) -> None:
        """Four arrows at the corners, outwards to come nearer, inwards to go back."""
        for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            corner = oval.center() + QPointF(x * oval.width() * 0.42, y * oval.height() * 0.42)
            _draw_pointer(painter, corner, (x * sign * 0.71, y * sign * 0.71), 52, self._looks.colour("accent"))

    def _draw_countdown(self, painter: QPainter) -> None:
        font = QFont(self.font())
        font.setPixelSize(max(96, self.height() // 3))
        font.setBold(True)
        painter.setFont(font)
        for colour, shift in ((QColor(0, 0, 0, 170), 4), (QColor(255, 255, 255), 0)):
            painter.setPen(colour)
            painter.drawText(self.rect().translated(shift, shift), Qt.AlignmentFlag.AlignCenter, str(self.countdown))


def _draw_pointer(painter: QPainter, tip: QPointF, way: tuple[float, float], size: float, colour: QColor) -> None:
    """An arrow head at ``tip`` that points along ``way``, a unit vector."""
    along, across = QPointF(*way) * size, QPointF(-way[1], way[0]) * size * 0.62
    head = QPolygonF([tip + along * 0.5, tip - along * 0.5 + across, tip - along * 0.2, tip - along * 0.5 - across])
    painter.setPen(
        QPen(QColor(0, 0, 0, 170), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.setBrush(colour)
    painter.drawPolygon(head)
