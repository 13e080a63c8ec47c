"""The controls of what a picture becomes as a file, the same wherever the window writes files."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from catchlight.gui.app.window_memory import FileChoices
from catchlight.gui.dialogs.colours_box import ColoursBox, colours_help
from catchlight.gui.dialogs.size_row import SizeRow
from catchlight.gui.widgets.form import give_room
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.filters.output_sharpening import Medium


class FileControls:
    """Made for a form, which lays them out and listens to them."""

    def __init__(self, last: FileChoices, theme: Theme, profile: str = "") -> None:
        """profile: name of the picture's own colour space, where one picture is meant."""
        self.size_row = SizeRow(theme)
        self.size_row.choose(last.size_unit, last.size)
        self.dpi = spin_with_nothing(tr("As it is"), 9, 4800, "dpi", theme)
        self.dpi.setValue(self.dpi.minimum() if last.dpi is None else last.dpi)
        self.sharpen = QComboBox()
        self.sharpen.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.sharpen.setMinimumContentsLength(8)
        for name, medium in (
            (tr("None"), None),
            (tr("For a screen"), "screen"),
            (tr("For matte paper"), "matte"),
            (tr("For glossy paper"), "glossy"),
        ):
            self.sharpen.addItem(name, medium)
        self.sharpen.setCurrentIndex(max(0, self.sharpen.findData(last.sharpen)))
        self.colours = ColoursBox(last.colour_space, profile)

    @property
    def changes(self) -> tuple[SignalInstance, ...]:
        """What they emit when something else is chosen."""
        return (
            self.size_row.changed,
            self.dpi.valueChanged,
            self.sharpen.currentIndexChanged,
            self.colours.currentIndexChanged,
        )

    @property
    def chosen_dpi(self) -> int | None:
        """None for the density that the picture has."""
        return self.dpi.value() if self.dpi.value() > self.dpi.minimum() else None

    @property
    def chosen_sharpening(self) -> Medium | None:
        """None for none."""
        found: Medium | None = self.sharpen.currentData()
        return found

    def choices(self) -> dict[str, Any]:
        """Fields of ``FileChoices``."""
        size = self.size_row.chosen()
        return {
            "dpi": self.chosen_dpi,
            "sharpen": self.chosen_sharpening,
            "colour_space": self.colours.chosen,
            **({} if size is None else {"size_unit": size.unit, "size": size.value}),
        }

    def rows(self) -> list[tuple[str, QWidget, str]]:
        """Title, control and help of each."""
        return [
            (tr("Size"), self.size_row, tr("In pixels, per cent, or centimetres at the density below; never enlarged")),
            (
                tr("Density"),
                self.dpi,
                tr("Pixels per inch that the file says; for a size in centimetres 300 where none is chosen"),
            ),
            (
                tr("Sharpening"),
                self.sharpen,
                tr("For where the picture is looked at, by its size and density; do it last, and only once"),
            ),
            (tr("Colours"), self.colours, colours_help()),
        ]


def spin_with_nothing(nothing: str, low: int, high: int, unit: str, theme: Theme) -> QSpinBox:
    """A number whose least value says in a word that none is chosen."""
    spin = QSpinBox()
    spin.setRange(low, high)
    spin.setSpecialValueText(nothing)
    spin.setSuffix(f" {unit}")
    spin.setKeyboardTracking(False)
    spin.setGroupSeparatorShown(True)
    give_room(spin, theme)
    return spin
