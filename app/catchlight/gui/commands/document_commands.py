"""Commands that concern the current picture alone: back and forth in its steps, copy, close."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.qt_images import to_screen_format


class DocumentCommands:
    """What they do, by the key of the command table."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def slots(self) -> dict[str, Callable[[], object]]:
        return {
            "undo": self.undo,
            "redo": self.redo,
            "copy": self.copy,
            "close": self.close,
        }

    def undo(self) -> None:
        if self._session.current is not None:
            self._session.current.undo()

    def redo(self) -> None:
        if self._session.current is not None:
            self._session.current.redo()

    def copy(self) -> None:
        step = self._session.current.current if self._session.current is not None else None
        if step is None:
            return
        pixels = step.shown.pixels
        job = self._session.jobs.submit("", lambda _progress: to_screen_format(pixels), lane="files", visible=False)
        job.finished.connect(lambda image: QGuiApplication.clipboard().setImage(image))

    def close(self) -> None:
        if self._session.current is not None:
            self._session.close(self._session.current)
