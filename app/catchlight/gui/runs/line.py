"""A run in the bottom bar: how far it is; pressed, it leads to its window."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from catchlight.gui.runs.picture_run import PictureRun
from catchlight.gui.widgets.theme import Theme


class RunLine(QPushButton):
    """Hidden while nothing is under way."""

    def __init__(self, run: PictureRun, icon: str, tip: str, theme: Theme) -> None:
        super().__init__()
        self._run = run
        self.setProperty("role", "flat")
        self.setIcon(theme.icons(icon))
        self.setToolTip(tip)
        run.changed.connect(self._show)
        self._show()

    def summary(self) -> str:
        """How far it is, in a few words."""
        raise NotImplementedError

    def _show(self) -> None:
        self.setVisible(self._run.busy)
        if self._run.busy:
            self.setText(self.summary())
            self.setAccessibleName(self.text())
