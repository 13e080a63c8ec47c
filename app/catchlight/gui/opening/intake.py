"""Ways in for pictures: dialogs, the clipboard, and what is dropped on the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem


class PictureIntake(QObject):
    """Takes pictures into the session, remembering where they came from."""

    def __init__(self, session: Session, ask: SystemDialogs, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._ask = ask
        self._window = window

    def slots(self) -> dict[str, Callable[[], object]]:
        """What its commands do, by key."""
        return {
            "open": self.ask_pictures,
            "open_folder": self.ask_folder,
            "paste": self.paste,
            "sample": self._session.open_sample,
        }

    def open_paths(self, paths: Sequence[Path]) -> None:
        self._session.open_paths(paths)
        self._session.save_memory()

    def ask_pictures(self) -> None:
        paths = self._ask.pictures(self._window, self._last_folder())
        if paths:
            self.open_paths(paths)

    def ask_folder(self) -> None:
        folder = self._ask.folder(self._window, tr("Open a folder"), self._last_folder())
        if folder is not None:
            self.open_paths([folder])

    def paste(self) -> None:
        data = QGuiApplication.clipboard().mimeData()
        if not self.take(data):
            title = tr("There is no picture in the clipboard")
            self._session.problem.emit(Problem(title, tr("Copy a picture or a picture file first."), "open"))

    def accepts(self, data: QMimeData) -> bool:
        """Whether there may be a picture in it."""
        return bool(_paths(data)) or data.hasImage()

    def take(self, data: QMimeData) -> bool:
        """Open the files, or else the picture, of a drop or of the clipboard; says whether there was one."""
        paths = _paths(data)
        if paths:
            self.open_paths(paths)
            return True
        image = QImage(data.imageData()) if data.hasImage() else QImage()
        if image.isNull():
            return False
        self._session.open_image(image)
        return True

    def _last_folder(self) -> str:
        return self._session.memory.settings.last_folder or ""


def _paths(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
