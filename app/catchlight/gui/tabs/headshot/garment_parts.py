"""What the next colour is for: above the cards of clothes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.tabs.headshot.state import OUTER
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class Parts(QWidget):
    """The part of the own clothes that a colour dyes."""

    chosen = Signal()
    """The next colour is for something else: ``part``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        names = [
            (OUTER, tr("Jacket") if theme.large else tr("Jacket or all")),
            ("own_clothes", tr("All")),
            ("own_shirt", tr("Shirt")),
            ("own_tie", tr("Tie")),
        ]
        tips = {OUTER: tr("Jacket or all")}
        self.segments = Segments([(key, name, None, tips.get(key, name)) for key, name in names])
        self.segments.setAccessibleName(tr("What the next colour is for"))
        self.segments.choose(OUTER)
        self.segments.chosen.connect(lambda _key: self.chosen.emit())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.segments)

    @property
    def part(self) -> str:
        """Id of the clothing list, OUTER for the outer garment."""
        return self.segments.key
