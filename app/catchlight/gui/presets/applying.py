"""Doing several steps to open pictures, one after the other: each becomes a step of the picture's history."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.presets.document_queue import DocumentQueue
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.step_words import edit_title
from catchlight.imaging.picture import Picture
from catchlight.service.presets.preset import Preset


class PresetRun(QObject):
    """One preset on its way over some documents. Ends by itself; a step that fails ends it for its document only."""

    def __init__(self, session: Session, preset: Preset, documents: Sequence[OpenDocument], parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._preset = preset
        self._joining: list[list[Picture]] = []
        self._document: OpenDocument | None = None
        self._queue = DocumentQueue(session, documents, self)
        self._queue.ready.connect(self._start)
        self._queue.ended.connect(self.deleteLater)

    def begin(self) -> None:
        """Read what the preset brings along, then go on from document to document."""
        preset = self._preset

        def work(_progress: Progress) -> list[list[Picture]]:
            return [step.joining() for step in preset.steps]

        job = self._session.jobs.submit(tr("Reading the preset"), work, lane="files", visible=False)
        job.finished.connect(self._have)
        job.failed.connect(self._failed)

    def _have(self, joining: list[list[Picture]]) -> None:
        self._joining = joining
        self._queue.next()

    def _start(self, document: OpenDocument) -> None:
        self._document = document
        self._step(0, None)

    def _step(self, number: int, base: EditStep | None) -> None:
        """Do a step of the preset to a step of the document; base None: where the document stands."""
        document, steps = self._document, self._preset.steps
        if document is None or document not in self._session.documents or number == len(steps):
            self._queue.next()
            return
        step = steps[number]
        start = base or document.steps[document.base_for(step.operation)]
        params = step.params(start.picture.width, start.picture.height)
        title = edit_title(step.operation, params, self._session.catalogue, from_photo=bool(step.pictures))
        job = self._session.run(
            step.operation, params, title, document=document, base=start, more=self._joining[number]
        )
        if job is None:
            self._queue.next()
            return
        job.finished.connect(lambda made: self._step(number + 1, made))
        job.failed.connect(lambda _error: self._queue.next())
        job.cancelled.connect(self._cancelled)

    def _cancelled(self) -> None:
        """A picture that was closed is passed over; who cancels wants no more of it for any."""
        if self._document in self._session.documents:
            self.deleteLater()
        else:
            self._queue.next()

    def _failed(self, error: CatchlightError) -> None:
        self._session.report(error)
        self.deleteLater()
