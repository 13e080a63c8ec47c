"""A large icon where a screen has no picture of its own: what it is about, at a glance."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.gui.kiosk.looks import KioskLooks

_LARGEST, _SMALLEST = 300, 120


class Emblem(QWidget):
    """An icon of ``resources/icons`` in the middle of its place."""

    def __init__(self, looks: KioskLooks, icon: str, tint: str = "edge") -> None:
        """tint: token of its colour."""
        super().__init__()
        self._theme = looks.theme
        self.show_icon(icon, tint)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(_SMALLEST, _SMALLEST)

    def show_icon(self, icon: str, tint: str = "edge") -> None:
        self._icon = self._theme.icons(icon, self._theme.tokens[tint])
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_LARGEST, _LARGEST)

    def paintEvent(self, event: QPaintEvent) -> None:
        side = max(_SMALLEST, min(_LARGEST, round(min(self.width(), self.height()) * 0.6)))
        place = QRect(0, 0, side, side)
        place.moveCenter(self.rect().center())
        self._icon.paint(QPainter(self), place)
