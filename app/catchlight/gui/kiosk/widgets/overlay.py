"""What lies over a screen: a dimmed room and a card with a title, some words, perhaps a control, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.widgets.buttons import text_label
from catchlight.gui.kiosk.widgets.fitting import FittingArea

_DIM = QColor(0, 0, 0, 190)
_WIDEST, _CROWDED = 820, 1160
"""Width of the card in pixels; with larger text on a screen that lies on its side, where height is what there is least of."""


class CoveringCard(QWidget):
    """Covers its parent; what is below cannot be touched."""

    def __init__(
        self,
        looks: KioskLooks,
        title: str,
        text: str,
        buttons: Sequence[QAbstractButton],
        control: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.prompt = f"{title} {text}".strip()
        self.title: QLabel = text_label(title, "title", centred=True)
        self.text: QLabel = text_label(text, centred=True)
        card = QFrame()
        card.setProperty("role", "dialog")
        column = QVBoxLayout(card)
        column.setContentsMargins(*(looks.margin,) * 4)
        column.setSpacing(looks.gap)
        column.addWidget(self.title)
        if text:
            column.addWidget(self.text)
        if control is not None:
            column.addWidget(control, 1)
        for button in buttons:
            column.addWidget(button)
        widest = _CROWDED if looks.crowded else _WIDEST
        card.setFixedWidth(min(widest, looks.size.width() - 2 * looks.margin))
        content = QWidget()
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(card)
        line.addStretch(1)
        column = QVBoxLayout(content)
        column.setContentsMargins(*(looks.gap,) * 4)
        column.addStretch(3 if looks.comfort.low else 1)
        column.addLayout(line)
        column.addStretch(1)
        room = FittingArea()
        room.exchange(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(room)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What is below gets nothing."""
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), _DIM)
