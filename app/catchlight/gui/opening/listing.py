"""Files become documents, each once: the first of many at once, the others when the window has had its turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.core.files.naming import display_name
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.wording.i18n import tr
from catchlight.service.files.discovery import DiscoveredFiles, find_pictures

AT_ONCE = 60
"""So many pictures are listed in one go: a folder of hundreds must not hold the window up."""


PATIENCE = 0.2
"""Seconds that the window waits for a list of files before it goes on without."""


class FileListing(QObject):
    """Knows the document of every file that is open."""

    listed = Signal(object)
    """A new Document."""
    found = Signal(object)
    """A Found: what ``find`` was asked for."""

    def __init__(self, jobs: JobQueue, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._coming: list[Path] = []
        self._by_path: dict[Path, OpenDocument] = {}
        self._pairs: dict[Path, Path] = {}

    def find(self, paths: Sequence[Path]) -> None:
        """Look for the pictures of files and folders, and tell by ``found``: at once where it takes no time to speak of.

        A large folder, or one on a slow network, is waited for on a worker.
        """
        search: Future[DiscoveredFiles] = Future()
        Thread(target=_search, args=(search, paths), name="looking for pictures", daemon=True).start()
        try:
            found = search.result(PATIENCE)
        except TimeoutError:
            title = tr("Looking for pictures")
            job = self._jobs.submit(title, lambda _progress: search.result(), lane="files", visible=False)
            job.finished.connect(self.found)
        else:
            self.found.emit(found)

    def document(self, file: Path, name: str = "") -> OpenDocument:
        """The document of a file, made where there is none. name: what it is called, the file's name where not given."""
        if file not in self._by_path:
            document = self._by_path[file] = OpenDocument(name or display_name(file.name), file)
            document.pair = self._pairs.get(file)
            self.listed.emit(document)
        return self._by_path[file]

    def pair(self, pairs: Mapping[Path, Path]) -> None:
        """The JPEG of a shot by its raw file, for documents that will be made."""
        self._pairs |= pairs

    def rename(self, document: OpenDocument, before: Path) -> None:
        """Another file of the same shot stands in its place. before: the one that did."""
        self._by_path.pop(before, None)
        if document.path is not None:
            self._by_path[document.path] = document

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


def _search(search: Future[DiscoveredFiles], paths: Sequence[Path]) -> None:
    try:
        search.set_result(find_pictures(paths, pair_named=True))
    except BaseException as fault:  # noqa: BLE001  raised where the result is asked for
        search.set_exception(fault)
