"""Files that the system hands to the running program: macOS tells of them by events, not on the command line."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from catchlight.gui.app.session import Session


class FileEvents(QObject):
    """Installed on the application, opens what is asked for. It sees every event, so only systems that need it have it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self._session.open_paths([Path(event.file())])
            self._session.save_memory()
            return True
        return False
