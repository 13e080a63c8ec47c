"""The watched folder in the bottom bar: how many are done; pressed, it leads to the window of it."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class WatchLine(QPushButton):
    """Hidden while no folder is watched."""

    def __init__(self, watching: Watching, theme: Theme) -> None:
        super().__init__()
        self._watching = watching
        self.setProperty("role", "flat")
        self.setIcon(theme.icons("folder"))
        self.setToolTip(tr("The watched folder; press to see it"))
        watching.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        watching = self._watching
        self.setVisible(watching.busy)
        if watching.folder is None or not watching.busy:
            return
        text = tr("Watching {folder}: {done} done", folder=watching.folder.name, done=watching.count("done"))
        if failed := watching.count("failed"):
            text += "  ·  " + tr("{count} failed", count=failed)
        self.setText(text)
        self.setAccessibleName(text)
