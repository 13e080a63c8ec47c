"""The sliders and switches of the headshot tab: light, skin, and how the background is varied."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.gui.tabs.headshot.state import HeadshotState
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.form import ChoiceField
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.operations.headshot.choices import TWEAKS


class HeadshotOptions(QWidget):
    """Shows a wish, and says how it is to change."""

    changed = Signal(object)
    """A function from the state to the state that is wished for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(label(tr("Lighting"), "section"))
        self.sliders = {
            "key_light": self._slider(tr("Key light"), tr("A soft lamp from the left or the right"), -100, theme),
            "fill_light": self._slider(tr("Fill light"), tr("Lifts the shadows of the face."), 0, theme),
            "rim_light": self._slider(tr("Rim light"), tr("A light from behind along the outline."), 0, theme),
            "skin": self._slider(tr("Tidy skin"), tr("Evens blotches and shine; pores stay."), 0, theme),
        }
        self.match = SettingSlider(
            tr("Fit to background"), tr("White balance, black point and light of the person."), 0, 100, theme, rest=100
        )
        self.sliders["match"] = self.match
        for name, slider in self.sliders.items():
            slider.moved.connect(lambda value, name=name: self._move(name, value / 100))
            if name != "match":
                column.addWidget(slider)
        self.circle = self._switch(tr("Inside a circle"), tr("All of the head inside a round avatar"), theme)
        self.straighten = self._switch(
            tr("Straighten the head"), tr("A head that leans a little stands upright."), theme
        )
        self.circle.toggled.connect(lambda on: self.changed.emit(lambda wish: _rounded(wish, on)))
        self.straighten.toggled.connect(lambda on: self.changed.emit(lambda wish: replace(wish, straighten=on)))
        more = Disclosure(tr("How the background is varied, and the frame"), theme)
        self.tweaks: dict[str, ChoiceField] = {}
        for group, title, names in (
            ("focus", tr("Focus"), {None: tr("As it is"), "softer": tr("Softer"), "sharper": tr("Sharper")}),
            ("light", tr("Brightness"), {None: tr("As it is"), "brighter": tr("Brighter"), "darker": tr("Darker")}),
            ("warmth", tr("Warmth"), {None: tr("As it is"), "warmer": tr("Warmer"), "cooler": tr("Cooler")}),
            ("side", tr("Side"), {None: tr("As it is"), "mirrored": tr("Mirrored")}),
        ):
            choice = ChoiceField(tuple(names), names)
            choice.setAccessibleName(title)
            choice.setToolTip(tr("How the background differs from its usual self"))
            choice.currentIndexChanged.connect(lambda _index, group=group: self._tweak(group))
            self.tweaks[group] = choice
            caption = label(title)
            caption.setBuddy(choice)
            row = QWidget()
            row.setLayout(share_row(caption, choice))
            more.add(row)
        self.other = QPushButton(tr("Another arrangement"))
        self.other.setToolTip(tr("The same kind of background, arranged anew"))
        self.other.clicked.connect(lambda: self.changed.emit(lambda wish: replace(wish, seed=wish.seed + 1)))
        more.add(self.other, self.match, self._row(self.circle), self._row(self.straighten))
        column.addWidget(more)
        self.more = more

    def show_wish(self, wish: HeadshotState) -> None:
        """Without saying that anything changed."""
        for name, slider in self.sliders.items():
            slider.show_value(getattr(wish, name) * 100)
        words = {TWEAKS[word].group: word for word in wish.tweaks}
        for group, choice in self.tweaks.items():
            choice.blockSignals(True)
            choice.write(words.get(group))
            choice.setEnabled(bool(wish.sentence) or wish.background not in ("keep_original", "transparent"))
            choice.blockSignals(False)
        for switch, on in ((self.circle, wish.circle), (self.straighten, wish.straighten)):
            switch.blockSignals(True)
            switch.setChecked(on)
            switch.blockSignals(False)

    def _slider(self, title: str, tip: str, low: int, theme: Theme) -> SettingSlider:
        return SettingSlider(title, tip, low, 100, theme)

    def _switch(self, title: str, tip: str, theme: Theme) -> Switch:
        switch = Switch(theme)
        switch.setAccessibleName(title)
        switch.setToolTip(tip)
        return switch

    def _row(self, switch: Switch) -> QWidget:
        caption = label(switch.accessibleName())
        caption.setBuddy(switch)
        row = QWidget()
        row.setLayout(share_row(caption, switch))
        return row

    def _move(self, name: str, value: float) -> None:
        self.changed.emit(lambda wish: replace(wish, **{name: value}))

    def _tweak(self, group: str) -> None:
        word = self.tweaks[group].read()
        self.changed.emit(lambda wish: wish.tweaked(group, word))


def _rounded(wish: HeadshotState, on: bool) -> HeadshotState:
    """A circle needs a square."""
    square = wish.framing in ("linkedin_square", "face_tight")
    return replace(wish, circle=on, framing="linkedin_square" if on and not square else wish.framing)
