"""The rows of the command table for presets and batches, and the menu that they stand in."""

from __future__ import annotations

from catchlight.gui.commands import Command
from catchlight.gui.i18n import tr


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
