"""A turning ring: the machine works, and how long does not depend on the person."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from catchlight.gui.kiosk.looks import KioskLooks

_STEP_MS, _STEP_DEGREES = 40, 12


class Spinner(QWidget):
    """Turns while it is shown."""

    def __init__(self, looks: KioskLooks, size: int = 120, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._side = size
        self._degrees = 90
        self.setFixedSize(size, size)
        self._timer = QTimer(self, interval=_STEP_MS)
        self._timer.timeout.connect(self._turn)
        self._timer.start()

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def _turn(self) -> None:
        self._degrees = (self._degrees - _STEP_DEGREES) % 360
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self._side / 12
        ring = QRectF(self.rect()).adjusted(width, width, -width, -width)
        painter.setPen(QPen(self._looks.colour("raised"), width))
        painter.drawEllipse(ring)
        pen = QPen(self._looks.colour("accent"), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(ring, self._degrees * 16, 100 * 16)
