"""The pipette on the canvas: a ring around what would be averaged, its colour beside it, and a press that picks it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from catchlight.develop.neutral import cut_spot, spot_radius
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.canvas.viewport import Viewport

_LEAST_RING = 7.0
"""Logical pixels of the ring's radius at least: what is averaged may be smaller than a screen shows."""


class PipetteOverlay(QObject):
    """An overlay that takes every press within the picture."""

    picked = Signal(float, float, float)
    """Place, and radius of what is averaged, in pixels of the picture."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: ImagePyramid | None = None
        """The picture that is picked from, whose numbers are told."""
        self._here: tuple[float, float] | None = None

    def paint(self, painter: QPainter, view: Viewport) -> None:
        shown = self.shown
        if self._here is None or shown is None:
            return
        at = QPointF(*view.to_view(*self._here))
        radius = max(_LEAST_RING, self._radius(view) * view.step)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(0, 0, 0, 170), 4.0), (QColor("#FFFFFF"), 1.8)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(at, radius, radius)
        scale = shown.pixels.shape[1] / shown.width
        spot = cut_spot(shown.pixels, self._here[0] * scale, self._here[1] * scale, self._radius(view) * scale)
        red, green, blue = (round(float(value)) for value in np.asarray(spot[..., :3], float).mean(axis=(0, 1)))
        self._tag(painter, view, at, radius, (red, green, blue))

    def _tag(self, painter: QPainter, view: Viewport, at: QPointF, radius: float, colour: tuple[int, int, int]) -> None:
        text = " ".join(str(value) for value in colour)
        metrics = painter.fontMetrics()
        side = metrics.height()
        tag = QRectF(0, 0, metrics.horizontalAdvance("255 255 255") + side + 20, side + 8)
        tag.moveTopLeft(at + QPointF(radius + 10, -tag.height() / 2))
        if tag.right() > view.width - 4:
            tag.moveRight(at.x() - radius - 10)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 20, 20, 215))
        painter.drawRoundedRect(tag, 4, 4)
        painter.setBrush(QColor(*colour))
        painter.drawRect(QRectF(tag.left() + 6, tag.top() + 5, side - 2, side - 2))
        painter.setPen(QColor("#F2F2F2"))
        painter.drawText(tag.adjusted(side + 10, 0, -6, 0), Qt.AlignmentFlag.AlignVCenter, text)

    def cursor_at(self, x: float, y: float, view: Viewport) -> Qt.CursorShape | None:
        return Qt.CursorShape.CrossCursor if self._inside(x, y, view) is not None else None

    def hover(self, x: float, y: float, view: Viewport) -> None:
        self._here = self._inside(x, y, view)

    def press(self, x: float, y: float, view: Viewport) -> bool:
        self._here = self._inside(x, y, view)
        if self._here is None:
            return False
        self.picked.emit(*self._here, self._radius(view))
        return True

    def drag(self, x: float, y: float, view: Viewport) -> None:
        """A press has picked already."""

    def release(self) -> None:
        """A press has picked already."""

    def _inside(self, x: float, y: float, view: Viewport) -> tuple[float, float] | None:
        if self.shown is None:
            return None
        place = view.to_picture(x, y)
        return place if 0 <= place[0] < self.shown.width and 0 <= place[1] < self.shown.height else None

    def _radius(self, view: Viewport) -> float:
        assert self.shown is not None
        return spot_radius(max(self.shown.width, self.shown.height), 1 / view.scale)
