"""The menu of files that were opened lately."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from catchlight.gui.i18n import tr
from catchlight.gui.memory import Memory
from catchlight.gui.theme import Theme


class RecentMenu(QMenu):
    """Filled anew whenever it is about to be shown."""

    chosen = Signal(object)
    """Path of a file."""

    def __init__(self, memory: Memory, theme: Theme, parent: QWidget) -> None:
        super().__init__(tr("Open recent"), parent)
        self._memory = memory
        self.setIcon(theme.icons("history"))
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)

    def stand_before(self, action: QAction) -> None:
        """Above an action, in the menu that it stands in."""
        menu = next(one for one in action.associatedObjects() if isinstance(one, QMenu))
        menu.insertMenu(action, self)

    def _fill(self) -> None:
        self.clear()
        for name in self._memory.settings.recent_files:
            path = Path(name)
            action = self.addAction(path.name)
            action.setToolTip(name)
            action.triggered.connect(lambda _checked=False, path=path: self.chosen.emit(path))
        if self.isEmpty():
            self.addAction(tr("Nothing yet")).setEnabled(False)
