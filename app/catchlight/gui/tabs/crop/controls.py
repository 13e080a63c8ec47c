"""The controls of the crop tab: they show parameters and say what a person has set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QComboBox, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.tabs.crop.reframe import upside
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.form import ChoiceField
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.swatches import Swatch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.operations.crop.params import MOST_ANGLE, RATIOS, CropParams

FREE = ""
_ANGLE_STEP = 0.05
_MOST_SPACE = 100


class CropControls(QWidget):
    """Everything above the footer."""

    asked = Signal(str)
    """``turn_left``, ``turn_right``, ``flip_h``, ``flip_v``."""
    levelling = Signal(bool)
    """Whether a line is to be drawn."""
    shaped = Signal(object)
    """Changes of angle and perspective, by name."""
    ratio_chosen = Signal(object)
    """A ratio, or None for any."""
    canvas_set = Signal(object)
    """Changes of the canvas, by name."""
    cornering = Signal(bool)
    """Whether corners are to be set."""
    corners_dropped = Signal()
    """No corners any more."""
    canvas_opened = Signal()
    """The canvas part was opened or closed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = CropParams()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(1))
        column.addLayout(self._buttons())
        column.addWidget(label(tr("Ratio"), "section"))
        column.addLayout(self._ratios())
        column.addWidget(label(tr("Straighten"), "section"))
        self.sliders = self._sliders()
        column.addWidget(self.sliders["angle"])
        column.addWidget(self._level_button())
        column.addWidget(label(tr("Perspective"), "section"))
        column.addWidget(self.sliders["vertical"])
        column.addWidget(self.sliders["horizontal"])
        column.addLayout(self._corner_buttons())
        column.addWidget(self._canvas())

    def show_params(self, params: CropParams) -> None:
        """Set without emitting anything."""
        self._shown = params
        for name, slider in (self.sliders | self.spaces).items():
            slider.show_value(getattr(params, name))
        for box, value in ((self.ratio, params.ratio), (self.extend_to, params.extend_to)):
            box.blockSignals(True)
            _write(box, value or FREE)
            box.blockSignals(False)
        self.fill.blockSignals(True)
        self.fill.write(params.canvas_fill)
        self.fill.blockSignals(False)
        self.colour.fill = QColor(params.canvas_color)
        self.colour.update()
        self.colour.setVisible(params.canvas_fill == "color")
        self.no_corners.setEnabled(bool(params.corners))
        self.swap.setEnabled(upside(params.ratio) != params.ratio)

    def show_levelling(self, on: bool) -> None:
        """Whether a line is being drawn."""
        self.level.blockSignals(True)
        self.level.setChecked(on)
        self.level.blockSignals(False)

    def show_cornering(self, on: bool) -> None:
        """Whether corners are being set."""
        self.corners.blockSignals(True)
        self.corners.setChecked(on)
        self.corners.blockSignals(False)

    def _buttons(self) -> QHBoxLayout:
        theme = self._theme
        made: list[QWidget] = []
        self.turns: dict[str, QToolButton] = {}
        for key, icon, name, keys in (
            ("turn_left", "rotate_left", tr("Rotate left"), "Ctrl+["),
            ("turn_right", "rotate_right", tr("Rotate right"), "Ctrl+]"),
            ("flip_h", "flip_h", tr("Flip horizontally"), "Ctrl+Shift+H"),
            ("flip_v", "flip_v", tr("Flip vertically"), "Ctrl+Shift+V"),
        ):
            button = QToolButton()
            button.setIcon(theme.icons(icon))
            button.setIconSize(QSize(theme.px(5), theme.px(5)))
            button.setToolTip(f"{name} ({keys})")
            button.setAccessibleName(name)
            button.setMinimumHeight(theme.target)
            button.setProperty("role", "flat")
            button.clicked.connect(partial(self.asked.emit, key))
            self.turns[key] = button
            made.append(button)
        return share_row(*made, spacing=theme.px(1))

    def _ratios(self) -> QHBoxLayout:
        self.ratio = _ratio_box({FREE: tr("Free"), "original": tr("As the picture")})
        self.ratio.setAccessibleName(tr("Ratio"))
        self.ratio.setToolTip(tr("Width to height of what stays; a head is kept inside"))
        self.ratio.activated.connect(lambda: self.ratio_chosen.emit(self.ratio.currentData() or None))
        self.swap = QToolButton()
        self.swap.setIcon(self._theme.icons("swap"))
        self.swap.setProperty("role", "flat")
        self.swap.setToolTip(tr("Upright or across: exchange width and height (X)"))
        self.swap.setAccessibleName(tr("Exchange width and height"))
        self.swap.setMinimumHeight(self._theme.target)
        self.swap.clicked.connect(lambda: self.ratio_chosen.emit(upside(self._shown.ratio)))
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.ratio, 1)
        row.addWidget(self.swap)
        return row

    def _sliders(self) -> dict[str, SettingSlider]:
        theme = self._theme
        made = {
            "angle": SettingSlider(
                tr("Angle"),
                tr("Degrees clockwise; or drag beside the box."),
                -MOST_ANGLE,
                MOST_ANGLE,
                theme,
                step=_ANGLE_STEP,
            ),
            "vertical": SettingSlider(tr("Vertical"), tr("Above 0 the top gets wider."), -100, 100, theme),
            "horizontal": SettingSlider(tr("Horizontal"), tr("Above 0 the left side gets taller."), -100, 100, theme),
        }
        for name, slider in made.items():
            slider.moved.connect(lambda value, name=name: self.shaped.emit({name: value}))
        made["angle"].track.setSingleStep(2)
        return made

    def _level_button(self) -> QPushButton:
        self.level = QPushButton(tr("Level by a line"))
        self.level.setIcon(self._theme.icons("level"))
        self.level.setCheckable(True)
        self.level.setToolTip(tr("Draw a line in the picture that is to be level or plumb (L)"))
        self.level.toggled.connect(self.levelling)
        return self.level

    def _corner_buttons(self) -> QHBoxLayout:
        self.corners = QPushButton(tr("Four corners"))
        self.corners.setIcon(self._theme.icons("corners"))
        self.corners.setCheckable(True)
        self.corners.setToolTip(
            tr("Drag four corners in the picture onto what is to become a rectangle: a door, a picture")
        )
        self.corners.toggled.connect(self.cornering)
        self.no_corners = QToolButton()
        self.no_corners.setIcon(self._theme.icons("reset"))
        self.no_corners.setProperty("role", "flat")
        self.no_corners.setAccessibleName(tr("No corners"))
        self.no_corners.setToolTip(tr("Perspective without corners"))
        self.no_corners.setMinimumHeight(self._theme.target)
        self.no_corners.clicked.connect(self.corners_dropped)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.corners, 1)
        row.addWidget(self.no_corners)
        return row

    def _canvas(self) -> Disclosure:
        theme = self._theme
        self.canvas = Disclosure(tr("Space added around the picture, its background carried on"), theme)
        self.canvas.name(tr("Extend canvas"))
        self.extend_to = _ratio_box({FREE: tr("No format")})
        self.extend_to.setAccessibleName(tr("Extend to a format"))
        self.extend_to.setToolTip(tr("Add space until the picture has this format: above, or at both sides"))
        self.extend_to.activated.connect(
            lambda: self.canvas_set.emit({"extend_to": self.extend_to.currentData() or None})
        )
        self.spaces = {
            "space_top": SettingSlider(tr("Above"), tr("Space above, percent of the height."), 0, _MOST_SPACE, theme),
            "space_bottom": SettingSlider(
                tr("Below"), tr("Space below, percent of the height."), 0, _MOST_SPACE, theme
            ),
            "space_left": SettingSlider(
                tr("Left"), tr("Space at the left, percent of the width."), 0, _MOST_SPACE, theme
            ),
            "space_right": SettingSlider(
                tr("Right"), tr("Space at the right, percent of the width."), 0, _MOST_SPACE, theme
            ),
        }
        for name, slider in self.spaces.items():
            slider.moved.connect(lambda value, name=name: self.canvas_set.emit({name: value}))
        self.fill = ChoiceField(
            ("continue", "color"), {"continue": tr("Background carried on"), "color": tr("A colour")}
        )
        self.fill.setAccessibleName(tr("Fill of the canvas"))
        self.fill.setToolTip(tr("What the added space shows"))
        self.fill.activated.connect(lambda: self.canvas_set.emit({"canvas_fill": self.fill.read()}))
        self.colour = Swatch(QColor("#FFFFFF"), tr("Colour of the canvas"), theme)
        self.colour.clicked.connect(self._pick)
        self.canvas.add(self.extend_to, *self.spaces.values())
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.fill, 1)
        row.addWidget(self.colour)
        self.canvas.column.addLayout(row)
        self.canvas.button.toggled.connect(self.canvas_opened)
        return self.canvas

    def _pick(self) -> None:
        picked = QColorDialog.getColor(QColor(self._shown.canvas_color), self, tr("Colour of the canvas"))
        if picked.isValid():
            self.canvas_set.emit({"canvas_color": picked.name().upper()})


def _ratio_box(first: Mapping[str, str]) -> QComboBox:
    box = QComboBox()
    for key, text in first.items():
        box.addItem(text, key)
    for ratio in RATIOS:
        for one in dict.fromkeys((ratio, upside(ratio) or ratio)):
            box.addItem(one, one)
    return box


def _write(box: QComboBox, value: Any) -> None:
    """Choose an entry, added where it is none yet."""
    place = box.findData(value)
    if place < 0:
        box.addItem(str(value), value)
        place = box.count() - 1
    box.setCurrentIndex(place)
