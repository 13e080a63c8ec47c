"""The movements of the face as sliders by region, for those who know what they want."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.catalogue.expressions import COEFFICIENTS, sides
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

Amounts = dict[str, float]

_REGIONS: Mapping[str, tuple[str, ...]] = {
    "brows": ("browInnerUp", "browOuterUp", "browDown"),
    "eyes": ("eyeBlink", "eyeWide", "cheekSquint"),
    "mouth": (
        *("mouthSmile", "mouthUpperUp", "jawOpen", "mouthFrown", "mouthPress", "mouthPucker", "mouthDimple"),
        *("mouthStretch", "mouthLeft", "noseSneer"),
    ),
}


class ExpressionSliders(QWidget):
    """Amounts by full name, -1..1; pairs move together unless both sides are shown."""

    moved = Signal(object)
    """All amounts that are not 0, after a person moved one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.amounts: Amounts = {}
        self.sliders: dict[str, SettingSlider] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.apart = Switch(theme)
        self.apart.setAccessibleName(tr("Left and right apart"))
        self.apart.setToolTip(tr("A slider for each side of the face; left is the person's own left."))
        self.apart.toggled.connect(self._show_sides)
        caption = label(tr("Left and right apart"))
        caption.setBuddy(self.apart)
        column.addLayout(share_row(caption, self.apart))
        words, titles = _names(), {"brows": tr("Brows"), "eyes": tr("Eyes"), "mouth": tr("Mouth")}
        for region, names in _REGIONS.items():
            column.addWidget(label(titles[region], "section"))
            for name in names:
                whole, paired = words[name], len(sides(name)) == 2
                column.addWidget(self._slider(name, whole, theme))
                for side in sides(name) if paired else ():
                    text = tr("{movement}, left") if side.endswith("Left") else tr("{movement}, right")
                    column.addWidget(self._slider(side, text.replace("{movement}", whole), theme))
        self._show_sides(False)

    def show_amounts(self, amounts: Mapping[str, float]) -> None:
        """Put every slider where the amounts say, without emitting ``moved``."""
        self.amounts = dict(amounts)
        uneven = False
        for name, slider in self.sliders.items():
            parts = [self.amounts.get(side, 0.0) for side in sides(name)]
            uneven = uneven or max(parts) - min(parts) > 1e-6
            slider.show_value(100 * sum(parts) / len(parts))
        if uneven and not self.apart.isChecked():
            self.apart.setChecked(True)

    def _slider(self, name: str, title: str, theme: Theme) -> SettingSlider:
        slider = SettingSlider(title, tr("Added to what the expression does."), -100, 100, theme)
        slider.moved.connect(lambda value: self._move(name, value / 100))
        self.sliders[name] = slider
        return slider

    def _move(self, name: str, amount: float) -> None:
        for side in sides(name):
            self.amounts[side] = amount
        self.amounts = {key: value for key, value in self.amounts.items() if value}
        self.show_amounts(self.amounts)
        self.moved.emit(dict(self.amounts))

    def _show_sides(self, apart: bool) -> None:
        for name, slider in self.sliders.items():
            if len(sides(name)) == 2:
                slider.setVisible(not apart)
            elif name.endswith(("Left", "Right")) and name not in ("mouthLeft", "mouthRight"):
                slider.setVisible(apart)


def _names() -> dict[str, str]:
    return {
        "browInnerUp": tr("Inner brows up"), "browOuterUp": tr("Outer brows up"), "browDown": tr("Brows down"),
        "eyeBlink": tr("Close lids"), "eyeWide": tr("Open lids"), "cheekSquint": tr("Cheeks up"),
        "mouthSmile": tr("Smile"), "mouthUpperUp": tr("Show teeth"), "jawOpen": tr("Open jaw"),
        "mouthFrown": tr("Corners down"), "mouthPress": tr("Press lips"), "mouthPucker": tr("Pucker"),
        "mouthDimple": tr("Dimples"), "mouthStretch": tr("Stretch"), "mouthLeft": tr("Mouth sideways"),
        "noseSneer": tr("Wrinkle nose"),
    }  # fmt: skip


def expand_amounts(amounts: Mapping[str, float]) -> Amounts:
    """Amounts by full name, as sliders hold them."""
    found: Amounts = {}
    for name, amount in amounts.items():
        for side in sides(name):
            found[side] = found.get(side, 0.0) + amount
    return {name: amount for name, amount in found.items() if name in COEFFICIENTS and amount}
