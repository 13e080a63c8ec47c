"""The looks of a kiosk: one theme, and what a person may change of it for a session."""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import Template

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

from catchlight.gui.widgets import theme as themes
from catchlight.gui.widgets.theme import Theme
from catchlight.kiosk.config.model import Screens
from catchlight.paths import resources

TARGET = 64
"""Least side of what is pressed, in pixels."""
BODY, TITLE, HEADLINE = 30, 50, 72
"""Text sizes in pixels on a screen of ``FULL`` height; on lower ones they shrink to ``LEAST`` of it. Nothing is smaller than the
first: 25 px on the lowest."""
FULL, LEAST = 1600, 0.84
LARGE = 1.3
"""How much larger "larger text" is. Titles grow half as much: they are large already."""
NARROW = 900
"""Height in pixels below which titles are drawn smaller, for a screen that lies on its side."""
DARK, HIGH_CONTRAST = "dark", "high_contrast"


@dataclass(frozen=True)
class Comfort:
    """What a person may change for their session. low: controls in the lower half; voice: prompts are read aloud."""

    high_contrast: bool = False
    large_text: bool = False
    low: bool = False
    voice: bool = False

    @classmethod
    def of(cls, screens: Screens) -> Comfort:
        """As a session begins."""
        return cls(screens.high_contrast, screens.large_text, screens.low_controls, screens.voice)

    def toggled(self, name: str) -> Comfort:
        return replace(self, **{name: not getattr(self, name)})


@dataclass(frozen=True)
class KioskLooks:
    """Colours, sizes and the way the screen stands. size: of the window, in pixels."""

    theme: Theme
    comfort: Comfort
    size: QSize

    @property
    def upright(self) -> bool:
        return self.size.height() > self.size.width()

    @property
    def crowded(self) -> bool:
        """Whether larger text stands on a screen that lies on its side: there is little height for it."""
        return self.comfort.large_text and not self.upright

    @property
    def body(self) -> int:
        return round(BODY * self._scale * (LARGE if self.comfort.large_text else 1))

    @property
    def title(self) -> int:
        return round(TITLE * self._title_scale)

    @property
    def headline(self) -> int:
        return round(HEADLINE * self._title_scale)

    @property
    def margin(self) -> int:
        """Between the screen's edge and what is on it."""
        return 48 if self.size.height() >= NARROW else 28

    @property
    def gap(self) -> int:
        """Between two things."""
        return 24 if self.size.height() >= NARROW else 16

    @property
    def target(self) -> int:
        """Height of what is pressed: 72 px, more around larger text."""
        return max(72, round(self.body * 2.4))

    def colour(self, token: str) -> QColor:
        return self.theme.colour(token)

    def style_sheet(self) -> str:
        template = Template((resources() / "themes" / "kiosk.qss").read_text(encoding="utf-8"))
        edge = 3 if self.comfort.high_contrast else 1
        sizes = {
            "body": self.body,
            "title": self.title,
            "headline": self.headline,
            "radius": 12,
            "gap": 8,
            "wide": 24,
            "press": self.target - 2 * (8 + edge),
            "key": max(TARGET, round(self.body * 1.9)) - 2 * edge,
            "edge_width": edge,
        }
        return template.substitute(self.theme.tokens | {name: f"{size}px" for name, size in sizes.items()})

    @property
    def _title_scale(self) -> float:
        scale = 1 + (LARGE - 1) / 2 if self.comfort.large_text else 1.0
        return scale * self._scale * (0.86 if self.size.height() < NARROW else 1.0)

    @property
    def _scale(self) -> float:
        """Of all sizes, by the height of the screen."""
        return min(1.0, max(LEAST, self.size.height() / FULL))


class LooksBuilder:
    """Builds looks for one screen after another; of each theme the icons are drawn once."""

    def __init__(self) -> None:
        self._themes: dict[str, Theme] = {}

    def build(self, comfort: Comfort, size: QSize) -> KioskLooks:
        """size: of the window, in pixels."""
        name = HIGH_CONTRAST if comfort.high_contrast else DARK
        if name not in self._themes:
            self._themes[name] = themes.build(name)
        return KioskLooks(self._themes[name], comfort, size)
