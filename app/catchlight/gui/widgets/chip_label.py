"""A word that was understood, or was not, as a rounded label."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.chip_words import Chip
from catchlight.gui.wording.i18n import tr


class ChipLabel(QFrame):
    """A rounded word, with a dot of the colour that it names."""

    def __init__(self, chip: Chip, theme: Theme) -> None:
        super().__init__()
        self.chip = chip
        self.setProperty("role", "chip")
        self.setProperty("state", "unknown" if chip.unknown else "leads" if chip.leads else "")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(2), theme.px(0.5), theme.px(2), theme.px(0.5))
        row.setSpacing(theme.px(1))
        if chip.hex is not None:
            row.addWidget(_Dot(QColor(chip.hex), theme))
        row.addWidget(label(chip.text, "chiptext"))
        said = (
            tr("Not understood: {word}", word=chip.text) if chip.unknown else tr("Understood: {what}", what=chip.text)
        )
        self.setAccessibleName(said)
        self.setToolTip(said)


class _Dot(QWidget):
    def __init__(self, colour: QColor, theme: Theme) -> None:
        super().__init__()
        self._colour, self._edge = colour, theme.colour("edge")
        self.setFixedSize(theme.px(3), theme.px(3))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._edge)
        painter.setBrush(self._colour)
        painter.drawEllipse(self.rect().adjusted(1, 1, -1, -1))
