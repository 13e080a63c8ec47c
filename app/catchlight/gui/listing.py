"""Files become documents, each once: the first of many at once, the others when the window has had its turn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.gui.document import Document
from catchlight.gui.i18n import tr
from catchlight.gui.jobs import JobQueue
from catchlight.service.files.discovery import find_pictures
from catchlight.service.files.naming import shown_name

AT_ONCE = 60
"""So many pictures are listed in one go: a folder of hundreds must not hold the window up."""


class Listing(QObject):
    """Knows the document of every file that is open."""

    listed = Signal(object)
    """A new Document."""
    found = Signal(object)
    """A Found: what ``find`` was asked for."""

    def __init__(self, jobs: JobQueue, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._coming: list[Path] = []
        self._by_path: dict[Path, Document] = {}

    def find(self, paths: Sequence[Path]) -> None:
        """Look for the pictures of files and folders: at once where there is no folder, else on a worker."""
        if any(os.path.isdir(path) for path in paths):
            job = self._jobs.submit(
                tr("Looking for pictures"), lambda _progress: find_pictures(paths), lane="files", visible=False
            )
            job.finished.connect(self.found)
        else:
            self.found.emit(find_pictures(paths))

    def document(self, file: Path, name: str = "") -> Document:
        """The document of a file, made where there is none. name: what it is called, the file's name where not given."""
        if file not in self._by_path:
            self._by_path[file] = Document(name or shown_name(file.name), file)
            self.listed.emit(self._by_path[file])
        return self._by_path[file]

    def ask(self, files: Sequence[Path]) -> None:
        """Make documents of files, soon."""
        self._coming.extend(files)
        self._some()

    def forget(self, file: Path) -> None:
        """It was closed."""
        self._by_path.pop(file, None)

    def _some(self) -> None:
        for file in self._coming[:AT_ONCE]:
            self.document(file)
        del self._coming[:AT_ONCE]
        if self._coming:
            QTimer.singleShot(0, self, self._some)
