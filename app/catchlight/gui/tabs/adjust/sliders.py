"""The sliders of the development settings, in the order in which a picture is developed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from catchlight.core.messages import mark
from catchlight.develop.development import BANDS, ZONES, Band, Bands, Development, Tone, Toning, limits
from catchlight.gui.finding.terms import call_also
from catchlight.gui.tabs.adjust.raw_section import pick_button
from catchlight.gui.widgets.curve.curve_panel import CurvePanel
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

Path = tuple[str, ...]
"""Where a setting lies: ("exposure",), ("bands", "blues", "hue")."""

_LIGHT = ("exposure", "contrast", "highlights", "shadows", "midtones", "whites", "blacks")
_COLOUR = ("temperature", "tint", "vibrance", "saturation")
_DETAIL = ("clarity", "dehaze", "sharpness", "noise_reduction")
_EFFECTS = ("vignette", "grain", "fade", "monochrome")
_GRADIENTS: Mapping[str, Sequence[str]] = {
    "temperature": ("#4F83D6", "#8A8A8A", "#E0A23C"),
    "tint": ("#5FB35A", "#8A8A8A", "#C25BB4"),
}
_TERMS = {"monochrome": mark("monochrome greyscale desaturate"), "temperature": mark("white balance warmth kelvin")}
"""The field's other terms for settings, by their names."""
_EXPOSURE_REACH = 3.0
"""Stops that the slider covers; words and files reach further."""
_WHEEL = ("#D04040", "#C0B030", "#40B040", "#30B0B0", "#4060D0", "#B040B0", "#D04040")
_BAND_COLOURS = {"reds": "#D84A44", "oranges": "#E08A3C", "yellows": "#D8C23C", "greens": "#56AE4E", "aquas": "#3CB0AE",
                 "blues": "#4A7CE0", "purples": "#8A58D8", "magentas": "#CC55B4"}  # fmt: skip


class AdjustSliders(QWidget):
    """Shows a Development and says which setting a person has moved."""

    moved = Signal(object, object)
    """The setting's Path, and its new value."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.sliders: dict[Path, SettingSlider] = {}
        self._shown = Development()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for title, names in ((tr("Tones"), _LIGHT), (tr("Colour"), _COLOUR)):
            column.addLayout(self._head(title, names))
            for name in names:
                column.addWidget(self._plain(name))
        self.curves = CurvePanel(theme)
        self.curves.moved.connect(self.moved)
        column.addWidget(label(tr("Tone curve"), "section"))
        column.addWidget(self.curves)
        self.more = Disclosure(tr("Detail, effects, single colours, split toning"), theme)
        for title, names in ((tr("Detail"), _DETAIL), (tr("Effects"), _EFFECTS)):
            self.more.add(label(title, "section"), *(self._plain(name) for name in names))
        self._filter = self._filters()
        self.more.add(self._filter)
        self._band = self._choice(BANDS, Bands, tr("Single colours"))
        colours = label(tr("Single colours"), "section")
        call_also(colours, tr("HSL colour mixer"))
        self.more.add(colours, self._band)
        for name in ("hue", "saturation", "luminance"):
            self.more.add(self._part(("bands", BANDS[0], name), Band, -100))
        self._zone = self._choice(ZONES, Toning, tr("Split toning"))
        self.more.add(label(tr("Split toning"), "section"), self._zone)
        self.more.add(self._part(("toning", ZONES[0], "hue"), Tone, 0, 360, _WHEEL))
        self.more.add(self._part(("toning", ZONES[0], "amount"), Tone, 0))
        self.more.column.setSpacing(0)
        column.addWidget(self.more)
        self._band.choose(BANDS[0])
        self._zone.choose(ZONES[0])
        self._band.chosen.connect(lambda _key: self.show_settings(self._shown))
        self._zone.chosen.connect(lambda _key: self.show_settings(self._shown))

    def _head(self, title: str, names: Sequence[str]) -> QHBoxLayout:
        """The title of a group; beside that of the colours the pipette."""
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(label(title, "section"), 1)
        if "temperature" in names:
            self.pick = pick_button(self._theme)
            head.addWidget(self.pick)
        return head

    def show_settings(self, settings: Development) -> None:
        """Put every slider where the settings say, without emitting ``moved``."""
        self._shown = settings
        self.curves.show_settings(settings)
        self._filter.choose(settings.filter)
        self._filter.setVisible(settings.monochrome > 0 and self.more.is_open)
        for path, slider in self.sliders.items():
            slider.show_value(value_at(settings, self._real(path)))

    def _plain(self, name: str) -> SettingSlider:
        field = Development.model_fields[name]
        low, high = limits(name)
        step = 1.0
        if name == "exposure":
            low, high, step = -_EXPOSURE_REACH, _EXPOSURE_REACH, 0.05
        slider = SettingSlider(
            tr(field.title or name), tr(field.description or ""), low, high, self._theme, step=step,
            colours=_GRADIENTS.get(name, ()),
        )  # fmt: skip
        if name in _TERMS:
            call_also(slider.track, tr(_TERMS[name]))
        return self._kept((name,), slider)

    def _part(
        self, path: Path, model: type[Band] | type[Tone], low: float, high: float = 100, colours: Sequence[str] = ()
    ) -> SettingSlider:
        field = model.model_fields[path[-1]]
        title, text = tr(field.title or ""), tr(field.description or "")
        return self._kept(path, SettingSlider(title, text, low, high, self._theme, colours=colours))

    def _kept(self, path: Path, slider: SettingSlider) -> SettingSlider:
        self.sliders[path] = slider
        slider.moved.connect(lambda value: self.moved.emit(self._real(path), value))
        return slider

    def _filters(self) -> Segments:
        """The colour filter before black-and-white film."""
        names = {"none": tr("No filter"), "yellow": tr("Yellow"), "orange": tr("Orange"), "red": tr("Red"),
                 "green": tr("Green"), "blue": tr("Blue")}  # fmt: skip
        icons = {name: self._theme.icons("dot", _BAND_COLOURS[f"{name}s"]) for name in names if name != "none"}
        icons["none"] = self._theme.icons("ground")
        made = Segments([(name, text, icons[name], f"{tr('Filter')}: {text}") for name, text in names.items()])
        made.chosen.connect(lambda key: self.moved.emit(("filter",), key))
        return made

    def _choice(self, names: Sequence[str], model: type[Bands] | type[Toning], title: str) -> Segments:
        """Which colour, or which zone, the sliders below are for."""
        entries = []
        for name in names:
            spoken = tr(model.model_fields[name].title or name)
            dot = self._theme.icons("dot", _BAND_COLOURS[name]) if name in _BAND_COLOURS else None
            entries.append((name, spoken, dot, f"{title}: {spoken}"))
        return Segments(entries)

    def _real(self, path: Path) -> Path:
        """The setting that a slider of the folded parts stands for now."""
        if path[0] == "bands":
            return "bands", self._band.key or BANDS[0], path[2]
        if path[0] == "toning":
            return "toning", self._zone.key or ZONES[0], path[2]
        return path


def value_at(settings: Development, path: Path) -> float:
    """The number of a setting."""
    at: Any = settings
    for name in path:
        at = getattr(at, name)
    return float(at)


def with_value(settings: Development, path: Path, value: Any) -> Development:
    """The settings with one of them changed."""
    if len(path) == 1:
        return settings.model_copy(update={path[0]: value})
    group = getattr(settings, path[0])
    part = getattr(group, path[1]).model_copy(update={path[2]: value})
    return settings.model_copy(update={path[0]: group.model_copy(update={path[1]: part})})
