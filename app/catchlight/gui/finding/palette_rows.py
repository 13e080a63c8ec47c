"""Rows of the command palette: commands, options of tabs and dialogs, files and presets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtGui import QAction, QIcon, QKeySequence

from catchlight.gui.finding.matching import Searchable
from catchlight.gui.finding.options import Option
from catchlight.gui.finding.terms import terms_of


@dataclass(frozen=True, eq=False)
class PaletteRow:
    """listed: whether it is offered before anything is typed. why_not: why it cannot be chosen now; empty where it can."""

    title: str
    subtitle: str
    found_by: Searchable
    run: Callable[[], object]
    icon: QIcon = field(default_factory=QIcon)
    listed: bool = False
    why_not: str = ""
    action: QAction | None = None
    """The command that it stands for."""


def command_row(action: QAction, place: str = "", why_not: str = "") -> PaletteRow:
    """place: titles of the menus and the tab that it stands in."""
    name = action.text().replace("&", "").rstrip("…")
    help_text = action.statusTip() or action.toolTip()
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    subtitle = "  ·  ".join(part for part in (keys, help_text if help_text != name else "") if part)
    found_by = Searchable(name, terms_of(action), place, help_text, ahead=True)
    return PaletteRow(name, subtitle, found_by, action.trigger, action.icon(), True, why_not, action)


def option_row(option: Option, place: str, icon: QIcon, run: Callable[[], object], terms: str = "") -> PaletteRow:
    """place: title of the tab or dialog that it stands in. terms: other terms for that."""
    where = "  ·  ".join((place, *option.under))
    under = " ".join((place, *option.under, terms))
    return PaletteRow(option.title, where, Searchable(option.title, option.terms, under, option.help), run, icon)
