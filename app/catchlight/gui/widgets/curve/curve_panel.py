"""The four tone curves of the development settings, one at a time: all colours together, red, green or blue."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.develop.development import CURVES, Development
from catchlight.gui.widgets.curve.curve_editor import CurveEditor
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.arrays import Doubles

_COLOURS = {"red_curve": "#D84A44", "green_curve": "#56AE4E", "blue_curve": "#4A7CE0"}


class CurvePanel(QWidget):
    """Shows the curves of a Development and says which one a person has bent."""

    moved = Signal(object, object)
    """Path of the curve, and its points."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Development()
        self._titles = {name: tr(Development.model_fields[name].title or name) for name in CURVES}
        entries = []
        for name, title in self._titles.items():
            icon = theme.icons("dot", _COLOURS[name]) if name in _COLOURS else theme.icons("dot", theme.tokens["text"])
            entries.append((name, title, icon, title))
        self.channel = Segments(entries)
        self.channel.choose(CURVES[0])
        self.channel.chosen.connect(lambda _key: self.show_settings(self._shown))
        self.editor = CurveEditor(theme)
        self.editor.changed.connect(lambda points: self.moved.emit((self.channel.key,), points))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(1))
        column.addWidget(self.channel)
        column.addWidget(self.editor)
        self.show_settings(self._shown)

    def show_settings(self, settings: Development) -> None:
        """Show the chosen curve without emitting ``moved``."""
        self._shown = settings
        name = self.channel.key or CURVES[0]
        colour = QColor(_COLOURS[name]) if name in _COLOURS else None
        self.editor.show_points(getattr(settings, name), self._titles[name], colour)

    def show_counts(self, found: Doubles | None) -> None:
        """The tones of the picture before it is developed."""
        self.editor.show_counts(found)
