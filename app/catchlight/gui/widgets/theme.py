"""The looks: colour tokens from JSON, poured into one style sheet and one palette."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from string import Template

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from catchlight.gui.widgets.icons import Icons
from catchlight.paths import resources

LARGE = 1.4
TARGET = 11
"""Steps of the grid that a finger needs, each way: 44 px."""
SPACE_SHARE = 0.5
"""How much of a larger text size the spaces take over: text grows to be read, empty room need not."""
TARGET_SHARE = 0.2
"""How much of it what is pressed takes over: fingers do not grow."""


@dataclass(frozen=True)
class Theme:
    """Colours by token, the text scale, and the icons tinted for them. ``unit`` is one step of the 4 px grid, scaled."""

    name: str
    tokens: dict[str, str]
    text_scale: float
    unit: float
    icons: Icons

    @property
    def large(self) -> bool:
        """Whether text is so large that words which are not needed give their room away."""
        return self.text_scale >= LARGE

    def colour(self, token: str) -> QColor:
        return QColor(self.tokens[token])

    @property
    def target(self) -> int:
        """Least height of what is pressed, and its least width: 44 px, a little more around larger text."""
        return round(4 * TARGET * (1 + (self.text_scale - 1) * TARGET_SHARE))

    def px(self, grid_steps: float) -> int:
        """Pixels of so many 4 px steps at the chosen text size."""
        return max(1, round(self.unit * grid_steps))


def tokens(name: str) -> dict[str, str]:
    """Colour tokens of ``resources/themes/<name>.json``."""
    loaded: dict[str, str] = json.loads((resources() / "themes" / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def resolve(choice: str) -> str:
    """The theme that a choice stands for now: ``system`` follows the desktop, dark where it does not say."""
    if choice != "system":
        return choice
    scheme = QGuiApplication.styleHints().colorScheme()
    return "light" if scheme == Qt.ColorScheme.Light else "dark"


def build(choice: str, text_scale: float = 1.0) -> Theme:
    name = resolve(choice)
    colours = tokens(name)
    unit = 4.0 * (1 + (text_scale - 1) * SPACE_SHARE)
    return Theme(name, colours, text_scale, unit, Icons(colours["text"], colours["disabled"]))


def apply_metrics(application: QApplication, theme: Theme, system_font: QFont) -> None:
    """What every window of the application shares, and controls are measured by while they are made: font and palette."""
    font = QFont(system_font)
    font.setPointSizeF(max(8.0, system_font.pointSizeF()) * theme.text_scale)
    application.setFont(font)
    application.setPalette(_palette(theme))


def apply_theme(window: QWidget, theme: Theme) -> None:
    """The rest, for a window and all that will belong to it: controls, menus, dialogs.

    Not for the application: under its style sheet every control is dressed anew whenever it, or what it is in, is put
    into something else, and so six times before it reaches the window.
    """
    window.setStyleSheet(_style_sheet(theme, QApplication.font()))


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, token in (
        (roles.Window, "panel"),
        (roles.WindowText, "text"),
        (roles.Base, "field"),
        (roles.AlternateBase, "raised"),
        (roles.Text, "text"),
        (roles.Button, "raised"),
        (roles.ButtonText, "text"),
        (roles.BrightText, "text"),
        (roles.ToolTipBase, "raised"),
        (roles.ToolTipText, "text"),
        (roles.PlaceholderText, "muted"),
        (roles.Highlight, "selection"),
        (roles.HighlightedText, "text"),
        (roles.Link, "text"),
        (roles.Accent, "edge"),
    ):
        palette.setColor(role, theme.colour(token))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.colour("disabled"))
    return palette


def _heights(theme: Theme) -> dict[str, int]:
    """Height of what is inside each kind of control, so that with border, padding and margin a finger meets 44 px of it.

    Margins belong to the control too: a button looks lower than what can be pressed.
    """
    target, one, half = theme.target, theme.px(1), theme.px(0.5)
    return {
        "press": target - 4 * one - 2,
        "full": target - 2 * one - 2,
        "slim": target - 2 * one - 2 * half - 2,
        "fold": target - 2 * half - 2,
        "segment": target - 4 * half - 2,
        "tab": target - 2 * theme.px(2) - 3,
        "spin": target - 2 * one - 2,
        "search": target - 2,
        "row": 4 * TARGET - 2 * one,  # a line of large text is no lower
    }


def _style_sheet(theme: Theme, font: QFont) -> str:
    template = Template((resources() / "themes" / "style.qss").read_text(encoding="utf-8"))
    line = QFontMetricsF(font).height()
    sizes = {f"u{step}": f"{theme.px(step)}px" for step in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 16)}
    sizes |= {name: f"{height}px" for name, height in _heights(theme).items()}
    sizes |= {"bar": f"{math.ceil(max(theme.px(1), (4 * TARGET - math.floor(line)) / 2))}px"}
    sizes |= {"uhandle": f"{(theme.px(4) - theme.px(1)) // 2}px"}
    sizes |= {"uh": f"{theme.px(0.5)}px", "radius": f"{theme.px(1.5)}px", "small": f"{font.pointSizeF() * 0.88:.2f}pt"}
    sizes |= {"title": f"{font.pointSizeF() * 1.2:.2f}pt", "control": f"{max(theme.px(8), round(line * 1.75))}px"}
    arrows = {f"arrow_{way}": (resources() / "themes" / f"{theme.name}_{way}.svg").as_posix() for way in ("up", "down")}
    return template.substitute(theme.tokens | sizes | arrows)
