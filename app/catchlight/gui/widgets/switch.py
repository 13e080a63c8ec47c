"""An on-off switch, and a row of choices of which one holds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from catchlight.gui.widgets.theme import Theme


class Switch(QAbstractButton):
    """On or off; Space toggles it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.target, self._theme.target)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(0, 0, self._theme.px(10) - 4, self._theme.px(6) - 4)
        area.moveCenter(QRectF(self.rect()).center())
        area.moveLeft(2 if self.isRightToLeft() else self.width() - area.width() - 2)
        radius = area.height() / 2
        painter.setPen(QPen(self._theme.colour("focus"), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        colour = "text" if self.isChecked() else "edge"
        painter.setBrush(self._theme.colour(colour if self.isEnabled() else "line"))
        painter.drawRoundedRect(area, radius, radius)
        knob = area.height() - 6
        left = area.right() - knob - 3 if self.isChecked() != self.isRightToLeft() else area.left() + 3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("panel"))
        painter.drawEllipse(QRectF(left, area.top() + 3, knob, knob))


class Segments(QFrame):
    """One of a few choices, side by side."""

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str, QIcon | None, str]], parent: QWidget | None = None) -> None:
        """choices: key, label, icon, tooltip; with an icon the label is only spoken."""
        super().__init__(parent)
        self.setProperty("role", "segments")
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(1)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        for key, label, icon, tip in choices:
            button = QPushButton("" if icon is not None else label)
            if icon is not None:
                button.setIcon(icon)
            button.setProperty("role", "segment")
            button.setCheckable(True)
            button.setAccessibleName(label)
            button.setToolTip(tip or label)
            button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _on=False, key=key: self.chosen.emit(key))
            self._group.addButton(button)
            self._buttons[key] = button
            row.addWidget(button, 1)

    @property
    def key(self) -> str:
        return next((key for key, button in self._buttons.items() if button.isChecked()), "")

    def choose(self, key: str) -> None:
        """Mark a choice without emitting ``chosen``."""
        if key in self._buttons:
            self._buttons[key].setChecked(True)

    def clear_or_choose(self, key: str) -> None:
        """Mark a choice, or none where it is of another row."""
        self._group.setExclusive(key in self._buttons)
        for name, button in self._buttons.items():
            button.setChecked(name == key)
        self._group.setExclusive(True)

    def button(self, key: str) -> QPushButton:
        return self._buttons[key]
