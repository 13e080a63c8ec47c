"""A button that opens a picture, or takes one that is dropped on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QPushButton, QWidget

from catchlight.service.files.discovery import is_picture_file


class DropButton(QPushButton):
    """Emits the file that was dropped on it; pressing it is for the owner to answer."""

    dropped = Signal(object)
    """Path."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _file(event.mimeData()) is not None:
            event.acceptProposedAction()
            self.setDown(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.setDown(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.setDown(False)
        file = _file(event.mimeData())
        if file is not None:
            event.acceptProposedAction()
            self.dropped.emit(file)


def _file(data: QMimeData) -> Path | None:
    """The first picture file of a drop."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return next((path for path in paths if is_picture_file(path)), None)
