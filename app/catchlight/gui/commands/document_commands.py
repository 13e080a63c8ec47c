"""Commands that concern the current picture alone: back and forth in its steps, copy, close, the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtGui import QAction, QGuiApplication

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.qt_images import to_screen_format
from catchlight.gui.document.document import OpenDocument


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


def allow(actions: Mapping[str, QAction], document: OpenDocument | None, documents: Sequence[OpenDocument]) -> None:
    """Switch the commands off that have nothing to work on."""
    loaded = document is not None and document.loaded
    actions["undo"].setEnabled(document is not None and document.can_undo)
    actions["redo"].setEnabled(document is not None and document.can_redo)
    for key in ("export", "copy", "apply"):
        actions[key].setEnabled(loaded)
    actions["close"].setEnabled(document is not None)
    actions["print"].setEnabled(bool(documents))
    made = loaded and document is not None and document.index > 0
    actions["save_preset"].setEnabled(made)
    actions["apply_others"].setEnabled(made and len(documents) > 1)
    actions["export_all"].setEnabled(any(len(one.steps) > 1 for one in documents))
