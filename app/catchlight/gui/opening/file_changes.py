"""Files of open pictures that another program has replaced or saved: noticed when the window is turned to again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from catchlight.core.progress import Progress
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.opening.loading import DocumentLoader

Stamp = tuple[int, int]
"""By what a version of a file is known: bytes, and nanoseconds of its last change."""
_Known = tuple[OpenDocument, Path, Stamp | None]


class FileChanges(QObject):
    """Compares the files of pictures that were read with what they were then. Asks the disk on a worker, for ``look`` alone."""

    changed = Signal(object)
    """An OpenDocument whose file is another now; told once for each change."""

    def __init__(
        self, jobs: JobQueue, documents: Sequence[OpenDocument], loading: DocumentLoader, parent: QObject
    ) -> None:
        """documents: those that are open, a list that others change."""
        super().__init__(parent)
        self._jobs = jobs
        self._documents = documents
        self._known: dict[OpenDocument, tuple[Path, Stamp]] = {}
        self._looking = False
        self._ended = False
        loading.opened.connect(self._read)

    def look(self) -> None:
        """The window is turned to: find out which files have changed."""
        self._known = {document: known for document, known in self._known.items() if document in self._documents}
        if self._looking or self._ended or not self._known:
            return
        self._looking = True
        asked = [(document, path) for document, (path, _stamp) in self._known.items()]
        job = self._jobs.submit("", lambda progress: _stamps(asked, progress), lane="ahead", visible=False)
        job.finished.connect(self._compare)
        for ended in (job.failed, job.cancelled):
            ended.connect(self._end_look)

    def forget(self, document: OpenDocument) -> None:
        """It was closed, or its file is looked at as another picture's."""
        self._known.pop(document, None)

    def end(self) -> None:
        """Look no more: the session ends."""
        self._ended = True

    def _read(self, document: OpenDocument) -> None:
        """Its picture was read just now."""
        path = document.path
        if path is None or document.sample or document.pasted:
            return
        job = self._jobs.submit("", lambda progress: _stamps([(document, path)], progress), lane="ahead", visible=False)
        job.finished.connect(self._note)

    def _note(self, found: list[_Known]) -> None:
        for document, path, stamp in found:
            if stamp is not None and document.path == path:
                self._known[document] = path, stamp

    def _compare(self, found: list[_Known]) -> None:
        self._end_look()
        for document, path, stamp in found:
            known = self._known.get(document)
            if stamp is None or known is None or known[0] != path or known[1] == stamp or document.path != path:
                continue
            self._known[document] = path, stamp
            self.changed.emit(document)

    def _end_look(self, _error: object = None) -> None:
        self._looking = False


def _stamps(asked: Sequence[tuple[OpenDocument, Path]], progress: Progress) -> list[_Known]:
    """None for a file that is not there: a disk that is away has not changed."""
    found: list[_Known] = []
    for document, path in asked:
        progress.check()
        try:
            status = os.stat(path)
        except OSError:
            found.append((document, path, None))
        else:
            found.append((document, path, (status.st_size, status.st_mtime_ns)))
    return found
