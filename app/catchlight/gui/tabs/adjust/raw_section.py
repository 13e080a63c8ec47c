"""The controls of a raw file's development, which stand above all others and are there for raw files alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from catchlight.develop.raw import RawDevelopment
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.adjust_words import HIGHLIGHTS
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.io.formats.raw.settings import LEAST_KELVIN, MOST_KELVIN, MOST_STOPS, MOST_TINT

_KELVIN_STEP = 50.0
_STOPS_STEP = 0.05
_WARMTH = ("#4F83D6", "#8A8A8A", "#E0A23C")
_TINTS = ("#5FB35A", "#8A8A8A", "#C25BB4")


def pick_button(theme: Theme) -> QToolButton:
    """Takes the white balance pipette into the hand."""
    button = QToolButton()
    button.setProperty("role", "flat")
    button.setIcon(theme.icons("pipette"))
    button.setCheckable(True)
    button.setAccessibleName(tr("White balance pipette"))
    button.setToolTip(tr("Click something in the picture that is to be neutral: white balance is set by it (W)"))
    return button


class RawSection(QWidget):
    """Shows a RawDevelopment and says what a person makes of it."""

    moved = Signal(object)
    """The new RawDevelopment."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._raw = RawDevelopment()
        self.as_shot = QToolButton()
        self.as_shot.setProperty("role", "flat")
        self.as_shot.setText(tr("As shot"))
        self.as_shot.setToolTip(tr("Light and white balance as the camera had them"))
        self.as_shot.clicked.connect(lambda: self.moved.emit(RawDevelopment()))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(label(tr("Raw file"), "section"), 1)
        self.pick = pick_button(theme)
        head.addWidget(self.pick)
        head.addWidget(self.as_shot)
        kelvin = tr("White balance: the light's temperature in kelvin. More is warmer.")
        self.temperature = SettingSlider(
            tr("Temperature, K"), kelvin, LEAST_KELVIN, MOST_KELVIN, theme,
            step=_KELVIN_STEP, rest=LEAST_KELVIN, colours=_WARMTH,
        )  # fmt: skip
        help_text = tr("White balance: towards magenta above, towards green below.")
        self.tint = SettingSlider(tr("Tint"), help_text, -MOST_TINT, MOST_TINT, theme, colours=_TINTS)
        stops = tr("Stops of light, from what the sensor holds beyond white and in the dark too.")
        self.exposure = SettingSlider(tr("Exposure"), stops, -MOST_STOPS, MOST_STOPS, theme, step=_STOPS_STEP)
        for slider, name in (
            (self.temperature, tr("Raw temperature")),
            (self.tint, tr("Raw tint")),
            (self.exposure, tr("Raw exposure")),
        ):
            slider.track.setAccessibleName(name)
        self.temperature.moved.connect(lambda kelvin: self._balance("temperature", kelvin, self.temperature))
        self.tint.moved.connect(lambda tint: self._balance("tint", tint, self.tint))
        self.exposure.moved.connect(lambda stops: self._say(exposure=stops))
        names = {"reconstruct": tr("Reconstruct"), "blend": tr("Blend"), "clip": tr("Cut off")}
        self.highlights = Segments([(key, text, None, HIGHLIGHTS[key]()) for key, text in names.items()])
        self.highlights.chosen.connect(lambda key: self._say(highlights=key))
        caption: QLabel = label(tr("Highlights beyond white"))
        caption.setToolTip(tr("Light that the sensor could not hold in every colour"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.px(2))
        column.setSpacing(0)
        column.addLayout(head)
        for slider in (self.temperature, self.tint, self.exposure):
            column.addWidget(slider)
        column.addSpacing(theme.px(1))
        column.addWidget(caption)
        column.addSpacing(theme.px(1))
        column.addWidget(self.highlights)

    def show_raw(self, raw: RawDevelopment, facts: Mapping[str, Any]) -> None:
        """Put the controls where it says, without emitting ``moved``. facts: the light as the camera had it."""
        self._raw = raw
        kelvin = min(MOST_KELVIN, max(LEAST_KELVIN, float(facts["temperature"])))
        tint = min(MOST_TINT, max(-MOST_TINT, float(facts["tint"])))
        self.temperature.set_rest(kelvin)
        self.tint.set_rest(tint)
        self.temperature.show_value(kelvin if raw.temperature is None else raw.temperature)
        self.tint.show_value(tint if raw.tint is None else raw.tint)
        self.exposure.show_value(raw.exposure)
        self.highlights.choose(raw.highlights)
        self.as_shot.setEnabled(not raw.at_rest)

    def _balance(self, name: str, value: float, slider: SettingSlider) -> None:
        """What is put back to rest is as shot again."""
        self._say(**{name: None if value == slider.rest else value})

    def _say(self, **changes: Any) -> None:
        self.moved.emit(self._raw.model_copy(update=changes))
