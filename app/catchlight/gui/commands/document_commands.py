"""Commands that concern the current picture alone: back and forth in its steps, copy, close, the next one."""

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
            "next": lambda: self.step(1),
            "previous": lambda: self.step(-1),
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

    def step(self, by: int) -> None:
        """Show the picture so many places further in the film strip."""
        documents, current = self._session.documents, self._session.current
        if current in documents:
            self._session.show(documents[(documents.index(current) + by) % len(documents)])
