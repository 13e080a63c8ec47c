"""Preferences: theme, language, text size. What is chosen shows at once."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from catchlight.gui.i18n import LANGUAGES, tr
from catchlight.gui.memory import Memory
from catchlight.gui.text import label
from catchlight.gui.theme import Theme

SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)


class Preferences(QDialog):
    """Emits what was chosen; whoever opened it dresses the window."""

    chosen = Signal(str, str, float)
    """Theme, language, text scale."""

    def __init__(self, memory: Memory, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self.theme = _combo(tr("Theme"), tr("Dark suits judging colours; the system's choice can be followed"))
        for key, name in (("dark", tr("Dark")), ("light", tr("Light")), ("system", tr("Like the system"))):
            self.theme.addItem(name, key)
        self.language = _combo(tr("Language"), tr("Language of the window"))
        self.language.addItem(tr("Like the system"), "system")
        for key, name in LANGUAGES.items():
            self.language.addItem(name, key)
        self.scale = _combo(tr("Text size"), tr("Size of text and controls"))
        for scale in SCALES:
            self.scale.addItem(f"{scale:.0%}", scale)
        self.theme.setCurrentIndex(max(0, self.theme.findData(memory.settings.theme)))
        self.language.setCurrentIndex(max(0, self.language.findData(memory.settings.language)))
        nearest = min(range(len(SCALES)), key=lambda index: abs(SCALES[index] - memory.state.text_scale))
        self.scale.setCurrentIndex(nearest)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(6))
        grid.setVerticalSpacing(theme.px(3))
        grid.setColumnStretch(1, 1)
        for row, combo in enumerate((self.theme, self.language, self.scale)):
            caption = QLabel(combo.accessibleName())
            caption.setBuddy(combo)
            grid.addWidget(caption, row, 0)
            grid.addWidget(combo, row, 1)
            combo.currentIndexChanged.connect(self._emit)
        buttons = QDialogButtonBox()
        close = buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setToolTip(tr("Close"))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(5))
        column.addWidget(label(tr("Preferences"), "title"))
        column.addLayout(grid)
        column.addStretch(1)
        column.addWidget(buttons)
        self.setMinimumWidth(theme.px(105))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def _emit(self, _index: int) -> None:
        self.chosen.emit(self.theme.currentData(), self.language.currentData(), self.scale.currentData())


def _combo(name: str, tip: str) -> QComboBox:
    combo = QComboBox()
    combo.setAccessibleName(name)
    combo.setToolTip(tip)
    return combo
