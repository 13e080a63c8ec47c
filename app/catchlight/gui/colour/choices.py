"""Controls that several dialogs of colours have: a profile from a file, the rendering intent, rows of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)

from catchlight.gui.widgets.labels import OneLine
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.colour.output_transform import Intent

ICC = "ICC (*.icc *.icm *.ICC *.ICM)"


def intent_words() -> dict[Intent, str]:
    return {
        "relative": tr("Relative colorimetric"),
        "perceptual": tr("Perceptual"),
        "saturation": tr("Saturation"),
        "absolute": tr("Absolute colorimetric"),
    }


class IntentBox(QComboBox):
    """The four rendering intents."""

    def __init__(self, chosen: Intent) -> None:
        super().__init__()
        for key, name in intent_words().items():
            self.addItem(name, key)
        self.setCurrentIndex(self.findData(chosen))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)

    @property
    def intent(self) -> Intent:
        chosen: Intent = self.currentData()
        return chosen


class ProfileRow(QWidget):
    """Name of a chosen profile's file, and the button that chooses one."""

    wanted = Signal()

    def __init__(self, theme: Theme, nothing: str) -> None:
        """nothing: what stands there without one."""
        super().__init__()
        self._nothing = nothing
        self._name = OneLine(nothing, "muted")
        self.button = QPushButton(tr("Choose…"))
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(2))
        row.addWidget(self._name, 1)
        row.addWidget(self.button)
        self.setFocusProxy(self.button)

    def show_file(self, file: str) -> None:
        """file: path of the profile, empty for none."""
        self._name.show_text(Path(file).name if file else self._nothing)
        self._name.setToolTip(file)

    def add_button(self, icon: QIcon, name: str, tip: str) -> QToolButton:
        """A further, small button behind the first."""
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setIcon(icon)
        button.setAccessibleName(name)
        button.setToolTip(tip)
        row = self.layout()
        if row is not None:
            row.addWidget(button)
        return button

    def setAccessibleName(self, name: str) -> None:
        self.button.setAccessibleName(name)

    def setToolTip(self, text: str) -> None:
        self.button.setToolTip(text)


def grid_of(rows: Sequence[tuple[str, QWidget, str]], theme: Theme) -> QGridLayout:
    """Captions beside their controls. rows: caption, control, help."""
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(theme.px(5))
    grid.setVerticalSpacing(theme.px(3))
    grid.setColumnStretch(1, 1)
    for number, (title, control, told) in enumerate(rows):
        control.setAccessibleName(title)
        control.setToolTip(told)
        caption = QLabel(title)
        caption.setBuddy(control)
        caption.setToolTip(told)
        grid.addWidget(caption, number, 0)
        place = Qt.AlignmentFlag.AlignLeft if isinstance(control, Switch) else Qt.AlignmentFlag(0)
        grid.addWidget(control, number, 1, place)
    return grid
