"""Hints for the pictures that are looked at, measured in the background, each picture once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from catchlight.core.progress import Progress
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.models.registry import Models
from catchlight.portrait.face.detect import Face
from catchlight.service.marks.hints import PictureHints, look_for_hints


class HintDesk(QObject):
    """One at a time, and after everything that somebody waits for."""

    found = Signal(object)
    """An OpenDocument that has hints now."""

    def __init__(self, jobs: JobQueue, limits: DecodeLimits, models: Models, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._limits = limits
        self._models = models
        self._hints: dict[OpenDocument, PictureHints | None] = {}
        self._wanted: list[OpenDocument] = []
        self._job: BackgroundJob | None = None

    def of(self, document: OpenDocument) -> PictureHints | None:
        return self._hints.get(document)

    def face(self, document: OpenDocument) -> Face | None:
        hints = self.of(document)
        return hints.faces[0] if hints is not None and hints.faces else None

    def known(self, document: OpenDocument) -> bool:
        """Whether it was looked at; also where nothing could be found."""
        return document in self._hints

    def want(self, documents: Sequence[OpenDocument]) -> None:
        """Look at these next, in this order."""
        self._wanted = [one for one in documents if one not in self._hints and one.path is not None]
        self._next()

    def forget(self, document: OpenDocument) -> None:
        self._hints.pop(document, None)

    def stop(self) -> None:
        """Nobody looks any more; what is known stays."""
        self._wanted = []

    def _next(self) -> None:
        if self._job is not None or not self._wanted:
            return
        document = self._wanted.pop(0)
        path, limits, models = document.path, self._limits, self._models
        assert path is not None

        def work(progress: Progress) -> PictureHints:
            progress.check()
            return look_for_hints(path, limits, models)

        self._job = self._jobs.submit("", work, lane="thumbs", visible=False)
        self._job.finished.connect(lambda hints: self._have(document, hints))
        self._job.failed.connect(lambda _error: self._have(document, None))  # the preview says why
        self._job.cancelled.connect(lambda: self._have(document, None))

    def _have(self, document: OpenDocument, hints: PictureHints | None) -> None:
        self._job = None
        self._hints[document] = hints
        self.found.emit(document)
        self._next()
