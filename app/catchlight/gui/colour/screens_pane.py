"""The screens in the preferences: which profile each is shown through."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

FILE = "file"


class ScreensPane(QWidget):
    """A row for each screen; shows and emits, ``ScreenChoices`` does it."""

    chosen = Signal(str, str)
    """Name of the screen, and ``system``, ``none``, a file, or ``file`` for one that is yet to be chosen."""

    def __init__(self, theme: Theme, width: int) -> None:
        """width: of the controls."""
        super().__init__()
        self._width = width
        self.boxes: dict[str, QComboBox] = {}
        self._notes: dict[str, QLabel] = {}
        self._trouble = warning_label()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.px(6))
        self._grid.setVerticalSpacing(theme.px(2))
        self._grid.setColumnStretch(0, 1)

    def add(self, screen: str, name: str, choice: str) -> None:
        """A screen, by what it is known by and what it is called."""
        box = QComboBox()
        box.setFixedWidth(self._width)
        box.setAccessibleName(tr("Profile of {screen}", screen=name))
        box.setToolTip(tr("The ICC profile that pictures are shown through on this screen"))
        box.activated.connect(lambda _index: self.chosen.emit(screen, str(box.currentData())))
        caption = QLabel(name)
        caption.setBuddy(box)
        row = self._grid.rowCount()
        self._grid.removeWidget(self._trouble)
        self._notes[screen] = label("", "small", wrap=True)
        self._grid.addWidget(caption, row, 0)
        self._grid.addWidget(box, row, 1)
        self._grid.addWidget(self._notes[screen], row + 1, 0, 1, 2)
        self._grid.addWidget(self._trouble, row + 2, 0, 1, 2)
        self.boxes[screen] = box
        self.show_choice(screen, choice)

    def show_choice(self, screen: str, choice: str) -> None:
        box = self.boxes[screen]
        box.clear()
        box.addItem(tr("Profile of the system"), "system")
        box.addItem(tr("None"), "none")
        if choice not in ("system", "none"):
            box.addItem(Path(choice).name, choice)
        box.addItem(tr("Choose a file…"), FILE)
        box.setCurrentIndex(box.findData(choice))

    def tell(self, screen: str, text: str) -> None:
        """What the choice stands for."""
        self._notes[screen].setText(text)
        self._notes[screen].setVisible(bool(text))

    def refuse(self, text: str) -> None:
        """What is wrong with a file; empty for nothing."""
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))
