"""The controls of the adjust tab: histogram, words, looks, a raw file's development and the sliders."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.tabs.adjust.looks_strip import LooksStrip
from catchlight.gui.tabs.adjust.raw_base import RawBase
from catchlight.gui.tabs.adjust.raw_section import RawSection
from catchlight.gui.tabs.adjust.sliders import AdjustSliders
from catchlight.gui.tabs.adjust.state import AdjustState
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.histogram.histogram import Histogram
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

_HIGH, _LOW, _TALL = 24, 16, 140
"""Height of the histogram, in a tab that is higher than that and in one that is not; in steps of the grid."""


class AdjustControls(QWidget):
    """Everything above the footer. Shows a wish; each control says by its own signals what a person makes of it."""

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.histogram = Histogram(theme)
        self.auto_button = QPushButton(tr("Auto"))
        self.auto_button.setToolTip(tr("Set light and colour by what the picture shows"))
        self.reset_button = QPushButton(tr("Reset"))
        self.reset_button.setToolTip(tr("All sliders back, no words, no look"))
        buttons = (self.auto_button, self.reset_button)
        hint = tr("For example: warmer, lift the shadows")
        self.prompt = PromptField(theme, hint, beside=() if theme.large else buttons, shy=True)
        self.strip = LooksStrip(catalogue, theme)
        self.looks = self.strip.cards
        self.look_strength = SettingSlider(tr("Look strength"), tr("How much of the look."), 0, 100, theme, rest=100)
        self.raw = RawSection(theme)
        self.sliders = AdjustSliders(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(self.histogram)
        column.addWidget(self.prompt)
        if theme.large:
            column.addLayout(share_row(*buttons))
        for widget in (self.strip, self.look_strength, self.raw, self.sliders):
            column.addWidget(widget)

    def fit(self, height: int) -> None:
        """In a low window the histogram gives room to the first sliders. height: of the tab, in logical pixels."""
        theme = self._theme
        self.histogram.setFixedHeight(theme.px(_HIGH if height > theme.px(_TALL) else _LOW))

    def show_wish(self, wish: AdjustState, base: RawBase | None) -> None:
        """Without saying that anything is wished. base: of a raw file."""
        settings = wish.settings
        self.raw.setVisible(base is not None)
        if base is not None:
            self.raw.show_raw(wish.raw, base.facts)
        self.sliders.show_settings(settings)
        self.histogram.show_values(settings)
        self.sliders.pick.setVisible(base is None)
        self.look_strength.show_value(settings.look_strength)
        self.look_strength.setVisible(settings.look is not None)
        self.strip.choose(settings.look)

    # The pipette has a button among the sliders, and one in the section of a raw file.

    def on_pick(self, take: Callable[[bool], None]) -> None:
        """Call when the pipette is taken into the hand, or put down."""
        for button in (self.raw.pick, self.sliders.pick):
            button.clicked.connect(take)

    def show_picking(self, on: bool) -> None:
        for button in (self.raw.pick, self.sliders.pick):
            button.setChecked(on)

    def allow(self, loaded: bool, *, auto: bool) -> None:
        """loaded: there is a picture. auto: it has been looked at."""
        self.raw.pick.setEnabled(loaded)
        self.sliders.pick.setEnabled(loaded)
        self.auto_button.setEnabled(auto)
