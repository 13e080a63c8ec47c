"""The lines on the face as numbers, for those who do not drag."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QGridLayout, QPushButton, QWidget

from catchlight.gui.canvas.measured_guides import CHIN, CROWN, EYES
from catchlight.gui.widgets.form import give_room
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class LineRows(QFrame):
    """How far each line was moved from where it was measured, in millimetres; up is positive."""

    shifted = Signal(str, float)
    reset_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(theme.px(2))
        grid.setColumnStretch(0, 1)
        heading = label(tr("Lines on the face"), "section")
        heading.setToolTip(tr("Drag the lines on the picture, or move them here. Up is positive."))
        self.reset = QPushButton(tr("Reset"))
        self.reset.setIcon(theme.icons("reset"))
        self.reset.setProperty("role", "flat")
        self.reset.setToolTip(tr("Put the lines back where they were measured"))
        self.reset.setAccessibleName(tr("Reset the lines"))
        self.reset.clicked.connect(self.reset_wanted)
        grid.addWidget(heading, 0, 0)
        grid.addWidget(self.reset, 0, 1, Qt.AlignmentFlag.AlignRight)
        self.spins: dict[str, QDoubleSpinBox] = {}
        names = {CROWN: tr("Crown"), EYES: tr("Eyes"), CHIN: tr("Chin")}
        for row, (line, name) in enumerate(names.items(), 1):
            self.spins[line] = self._spin(line, name, theme)
            grid.addWidget(label(name), row, 0)
            grid.addWidget(self.spins[line], row, 1)

    def show_shifts(self, shift_mm: Callable[[str], float]) -> None:
        """Fill in without emitting ``shifted``."""
        for line, spin in self.spins.items():
            spin.blockSignals(True)
            spin.setValue(shift_mm(line))
            spin.blockSignals(False)

    def allow(self, moving: bool, resetting: bool) -> None:
        for spin in self.spins.values():
            spin.setEnabled(moving)
        self.reset.setEnabled(resetting)

    def _spin(self, line: str, name: str, theme: Theme) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        spin.setRange(-15, 15)
        spin.setDecimals(1)
        spin.setSingleStep(0.1)
        spin.setSuffix(" mm")
        spin.setKeyboardTracking(False)
        spin.setFixedWidth(theme.px(36))
        spin.setAccessibleName(tr("Move the line: {name}", name=name))
        spin.setToolTip(tr("Millimetres up (or down) from where it was measured"))
        give_room(spin, theme)
        spin.valueChanged.connect(lambda value: self.shifted.emit(line, value))
        return spin
