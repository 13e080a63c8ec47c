"""A large icon where a screen has no picture of its own: what it is about, at a glance."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.gui.kiosk.looks import KioskLooks

_LARGEST, _SMALLEST = 300, 120


class Emblem(QWidget):
    """An icon of ``resources/icons`` in the middle of its place."""

    def __init__(self, looks: KioskLooks, icon: str) -> None:
        super().__init__()
        self._icon = looks.theme.icons(icon, looks.theme.tokens["edge"])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(_SMALLEST, _SMALLEST)

    def sizeHint(self) -> QSize:
        return QSize(_LARGEST, _LARGEST)

    def paintEvent(self, event: QPaintEvent) -> None:
        side = max(_SMALLEST, min(_LARGEST, round(min(self.width(), self.height()) * 0.6)))
        place = QRect(0, 0, side, side)
        place.moveCenter(self.rect().center())
        self._icon.paint(QPainter(self), place)
