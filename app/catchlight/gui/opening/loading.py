"""Pictures into memory and out of it: opened, brought back with their history, put to sleep, woken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.memory_budget import reload_steps
from catchlight.gui.document.restore_steps import RESTORED, GenerationHistory, restore_steps
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.gui.opening.read_file import preview_task, read_task
from catchlight.gui.wording.i18n import tr
from catchlight.service.files.discovery import RAW_SUFFIXES
from catchlight.store.settings.resource_limits import PictureLimits

FINISH_MS = 300
"""A picture that is looked at for so long is worth being developed whole: who leafs through raw files waits for none."""


class DocumentLoader(QObject):
    """Reads documents on a worker, each once at a time."""

    opened = Signal(object)
    """A Document whose picture is there for the first time."""
    ready = Signal(object)
    """A Document that can be shown: opened or woken."""
    remembered = Signal(object)
    """A Document whose steps of earlier sessions are back, or that has none."""
    given_up = Signal(object)
    """A Document whose reading was cancelled, or which was closed meanwhile."""
    failed = Signal(object, object)
    """A Document, and the CatchlightError that says why it is not there."""

    def __init__(self, jobs: JobQueue, store: GenerationHistory, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._store = store
        self._under_way: dict[OpenDocument, BackgroundJob] = {}
        self._attended: OpenDocument | None = None
        self._finishing: BackgroundJob | None = None
        self._drafts: set[OpenDocument] = set()
        """Opened as drafts, and not known to be whole."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(FINISH_MS)
        self._soon.timeout.connect(self._finish)

    def is_busy(self, document: OpenDocument) -> bool:
        return document in self._under_way

    def load(self, document: OpenDocument, limits: PictureLimits) -> None:
        """Read a document's picture where that has not been done, or sleeps."""
        if document.loaded or document in self._under_way:
            return
        if document.steps:
            self.awaken(document, document.needed(document.index), document.changed.emit)
        elif document.path is not None:
            title = tr("Opening {name}", name=document.name)
            seen = self._jobs.submit(title, preview_task(document.path, limits), lane="files")
            seen.finished.connect(lambda preview: self._preview(document, preview))
            is_raw = document.path.suffix.lower() in RAW_SUFFIXES
            developing = tr("Developing the raw file {name}…", name=document.name) if is_raw else title
            self.take(document, read_task(document.path, limits, draft=True), developing)

    def take(self, document: OpenDocument, work: Callable[[Progress], EditStep], title: str) -> None:
        """Fill a new document with what ``work`` reads, and with what earlier sessions made of it."""
        job = self._jobs.submit(title, work, lane="files")
        job.finished.connect(lambda step: self._have(document, step))
        self._follow(document, job)

    def awaken(self, document: OpenDocument, steps: Sequence[EditStep], then: Callable[[], None]) -> None:
        """Have sleeping steps read, then go on."""
        job = reload_steps(self._jobs, document, steps)

        def awake() -> None:
            self._under_way.pop(document, None)
            then()
            self.ready.emit(document)

        job.finished.connect(lambda _none: awake())
        self._follow(document, job)

    def attend(self, document: OpenDocument | None) -> None:
        """That picture is looked at. A draft of it is finished soon; that of another one when it is looked at again."""
        self._attended = document
        if self._finishing is not None:
            self._finishing.cancel()
            self._finishing = None
        self._soon.start()

    def _finish(self) -> None:
        document = self._attended
        if document is None or not document.loaded:
            return
        source = document.steps[0]
        if not source.held.is_draft:
            self._finished(document, source)
            return
        title = tr("Developing the raw file {name}…", name=document.name)

        def done(_result: object) -> None:
            self._finishing = None
            self._finished(document, source)

        self._finishing = self._jobs.submit(title, lambda _progress: source.held.finished())
        self._finishing.finished.connect(done)
        self._finishing.failed.connect(lambda error: self.failed.emit(document, error))

    def _finished(self, document: OpenDocument, source: EditStep) -> None:
        """The whole picture is there: now it is known which earlier steps were made of it."""
        if document in self._drafts and source in document.steps:
            self._drafts.discard(document)
            document.finish()
            self._restore(document, source)

    def _preview(self, document: OpenDocument, preview: ImagePyramid | None) -> None:
        if preview is not None and self.is_busy(document):
            document.show_preview(preview)

    def forget(self, document: OpenDocument) -> None:
        """It was closed: nobody waits for it."""
        self._drafts.discard(document)
        job = self._under_way.pop(document, None)
        if job is not None:
            job.cancel()

    def _follow(self, document: OpenDocument, job: BackgroundJob) -> None:
        self._under_way[document] = job
        job.failed.connect(lambda error: self._fail(document, error))
        job.cancelled.connect(lambda: self._give_up(document, job))

    def _give_up(self, document: OpenDocument, job: BackgroundJob) -> None:
        if self._under_way.get(document) is job:
            del self._under_way[document]
        self.given_up.emit(document)

    def _have(self, document: OpenDocument, step: EditStep) -> None:
        if self._under_way.pop(document, None) is None:
            return
        document.load(step)
        self.opened.emit(document)
        self.ready.emit(document)
        if step.held.is_draft:
            self._drafts.add(document)
            self._soon.start()
        else:
            self._restore(document, step)

    def _restore(self, document: OpenDocument, source: EditStep) -> None:
        """Bring back what earlier sessions made from the same pixels."""
        store, digest = self._store, source.picture.digest
        made = {step.generation for step in document.steps}

        def work(progress: Progress) -> list[EditStep]:
            stored = [entry for entry in store.history(digest) if entry.operation != "layout" and entry.id not in made]
            return restore_steps(stored[-RESTORED:], store, digest)

        def have(steps: list[EditStep]) -> None:
            document.restore(steps, source)
            self.remembered.emit(document)

        job = self._jobs.submit(tr("History"), work, lane="files", visible=False)
        job.finished.connect(have)
        job.failed.connect(lambda error: self.failed.emit(document, error))

    def _fail(self, document: OpenDocument, error: CatchlightError) -> None:
        self._under_way.pop(document, None)
        document.broken = not document.steps
        document.preview = None
        document.thumbnail_changed.emit(document)
        self.failed.emit(document, error)
