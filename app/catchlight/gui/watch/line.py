"""The watched folder in the bottom bar: how many are done; pressed, it leads to the window of it."""

from __future__ import annotations

from catchlight.gui.runs.line import RunLine
from catchlight.gui.watch.watching import Watching
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class WatchLine(RunLine):
    def __init__(self, watching: Watching, theme: Theme) -> None:
        self._watching = watching
        super().__init__(watching, "folder", tr("The watched folder; press to see it"), theme)

    def summary(self) -> str:
        watching, folder = self._watching, self._watching.folder
        name = folder.name if folder is not None else ""
        text = tr("Watching {folder}: {done} done", folder=name, done=watching.count("done"))
        if failed := watching.count("failed"):
            text += "  ·  " + tr("{count} failed", count=failed)
        return text
