"""Further rows of the command table: those that choose a tab, and the menu for presets and batches."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.gui.commands.commands import Command
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.wording.i18n import tr


def tab_rows(tabs: Sequence[type[Tab]]) -> list[Command]:
    """A row for choosing each tab."""
    return [
        Command(tab.key, "portrait", tab.title(), tab.help(), (f"Alt+{number}",), tab.icon)
        for number, tab in enumerate(tabs, 1)
    ]


def batch_rows() -> list[Command]:
    """In the order of the menu."""
    return [
        Command(
            "save_preset",
            "batch",
            tr("Save the steps as a preset…"),
            tr("Keep the steps of this picture, to be done to others"),
            ("Ctrl+Shift+S",),
            "preset",
        ),
        Command(
            "apply_others",
            "batch",
            tr("Apply these steps to other open pictures"),
            tr("Do the steps of this picture to every other open one"),
        ),
        Command(
            "presets",
            "batch",
            tr("Presets…"),
            tr("Saved steps: apply, rename, import, export, delete"),
            ("Ctrl+Shift+P",),
            "preset",
            separated=True,
        ),
        Command(
            "batch", "batch", tr("Batch…"), tr("Do the same steps to many files"), ("Ctrl+B",), "batch", separated=True
        ),
    ]
