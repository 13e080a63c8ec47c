"""The menu of files that were opened lately; those that are gone cannot be chosen."""

from __future__ import annotations

import os

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from catchlight.core.files.naming import decode_path, display_name
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class RecentMenu(QMenu):
    """Filled anew whenever it is about to be shown."""

    chosen = Signal(object)
    """Path of a file."""

    def __init__(self, session: Session, theme: Theme, before: QAction, parent: QWidget) -> None:
        """before: the action that it stands above, in the menu of that."""
        super().__init__(tr("Open recent"), parent)
        self._session = session
        self.setIcon(theme.icons("history"))
        self.setToolTipsVisible(True)
        self._offered: list[QAction] = []
        self.aboutToShow.connect(self._fill)
        menu = next(one for one in before.associatedObjects() if isinstance(one, QMenu))
        menu.insertMenu(before, self)

    def offers(self) -> list[QAction]:
        """The files as commands, to be found by typing; they hold until the next call."""
        for action in self._offered:
            action.deleteLater()
        self._offered = []
        for name in self._session.memory.settings.recent_files:
            file = decode_path(name)
            action = QAction(tr("Open {name}", name=display_name(file.name)), self)
            action.setStatusTip(name)
            action.triggered.connect(lambda _checked=False, path=file: self.chosen.emit(path))
            self._offered.append(action)
        return self._offered

    def _fill(self) -> None:
        self.clear()
        names = self._session.memory.settings.recent_files
        for name in names:
            path = decode_path(name)
            action = self.addAction(display_name(path.name))
            action.setToolTip(name)
            action.setData(name)
            action.triggered.connect(lambda _checked=False, path=path: self.chosen.emit(path))
        if not names:
            self.addAction(tr("Nothing yet")).setEnabled(False)
            return

        def missing(_progress: Progress) -> set[str]:
            return {name for name in names if not os.path.isfile(decode_path(name))}

        job = self._session.jobs.submit("", missing, lane="thumbs", visible=False)  # a disk far away may be slow
        job.finished.connect(self._mark)

    def _mark(self, missing: set[str]) -> None:
        for action in self.actions():
            if action.data() in missing:
                action.setEnabled(False)
                action.setText(tr("{name} (not there any more)", name=display_name(decode_path(action.data()).name)))
