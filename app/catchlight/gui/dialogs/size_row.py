"""The choice of a size: what it is said in, and the number."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QSizePolicy, QWidget

from catchlight.gui.widgets.form import give_room
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.export_size import LEAST, ExportSize, SizeUnit

_USUAL: dict[SizeUnit, float] = {"longest": 2048, "width": 1600, "height": 1600, "percent": 50, "cm": 20}


class SizeRow(QWidget):
    """What a size is said in, and the number."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.unit = QComboBox()
        self.unit.setAccessibleName(tr("Unit of the size"))
        self.unit.setToolTip(tr("What the size is said in"))
        self.unit.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.unit.setMinimumContentsLength(8)
        for name, unit in (
            (tr("All pixels"), None),
            (tr("Longer side"), "longest"),
            (tr("Width"), "width"),
            (tr("Height"), "height"),
            (tr("Per cent"), "percent"),
            (tr("On paper"), "cm"),
        ):
            self.unit.addItem(name, unit)
        self.value = QDoubleSpinBox()
        self.value.setKeyboardTracking(False)
        self.value.setGroupSeparatorShown(True)
        self.value.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.value.setAccessibleName(tr("Size"))
        self.value.setToolTip(tr("On paper: centimetres of the longer side"))
        give_room(self.value, theme)
        self._values = dict(_USUAL)
        """The number of each unit, kept while another is chosen."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(2))
        row.addWidget(self.unit, 1)
        row.addWidget(self.value, 1)
        self.setFocusProxy(self.unit)
        self.unit.currentIndexChanged.connect(self._show)
        self.value.valueChanged.connect(self._take)
        self._show()

    def chosen(self) -> ExportSize | None:
        """None for all pixels."""
        unit: SizeUnit | None = self.unit.currentData()
        return None if unit is None else ExportSize(unit, self.value.value())

    def choose(self, unit: SizeUnit | None, value: float = 0) -> None:
        """Say a size, as a person would."""
        self.unit.setCurrentIndex(0 if unit is None else self.unit.findData(unit))
        if unit is not None:
            self.value.setValue(value)

    def _take(self, value: float) -> None:
        self._values[self.unit.currentData()] = value
        self.changed.emit()

    def _show(self, _index: int = 0) -> None:
        unit: SizeUnit | None = self.unit.currentData()
        self.value.setVisible(unit is not None)
        if unit is not None:
            self.value.blockSignals(True)
            self.value.setDecimals(1 if unit == "cm" else 0)
            self.value.setRange(LEAST[unit], {"percent": 100, "cm": 500}.get(unit, 20_000))
            self.value.setSuffix({"percent": " %", "cm": " cm"}.get(unit, " px"))
            self.value.setValue(self._values[unit])
            self.value.blockSignals(False)
        self.changed.emit()
