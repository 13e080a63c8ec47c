"""Copied edits done to open pictures, each step as far as it can be done there; what cannot is told at the end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.presets.document_queue import DocumentQueue
from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.gui.wording.problems import Problem, sentence_of
from catchlight.gui.wording.step_words import edit_title
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.adjust.raw_source import is_raw
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.operation import Params
from catchlight.service.presets.preset import Preset

_MOST_TOLD = 8
"""Lines of the banner."""


class PasteRun(QObject):
    """Ends by itself. A step that fails is passed over, and the next one is done without it."""

    def __init__(self, session: Session, preset: Preset, documents: Sequence[OpenDocument], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._preset = session, preset
        self._joining: list[list[Picture]] = []
        self._done: dict[OpenDocument, int] = {}
        """How many steps each picture got."""
        self._lost: list[tuple[OpenDocument, str]] = []
        self._queue = DocumentQueue(session, documents, self)
        self._queue.ready.connect(lambda document: self._step(document, 0, None))
        self._queue.ended.connect(self._end)

    def begin(self) -> None:
        preset = self._preset

        def work(_progress: Progress) -> list[list[Picture]]:
            return [step.joining() for step in preset.steps]

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(self._have)
        job.failed.connect(self._session.report)
        job.failed.connect(lambda _error: self.deleteLater())

    def _have(self, joining: list[list[Picture]]) -> None:
        self._joining = joining
        self._queue.next()

    def _step(self, document: OpenDocument, number: int, base: EditStep | None) -> None:
        """Do a step to a step of the document; base None: where the document stands."""
        if document not in self._session.documents or number == len(self._preset.steps):
            self._queue.next()
            return
        step = self._preset.steps[number]
        start = base or document.steps[document.base_for(step.operation)]
        params = self._fitted(step.params(start.width, start.height), start, document)
        if params is None:
            self._step(document, number + 1, base)
        else:
            self._run(document, number, start, base, params)

    def _fitted(self, params: Params, start: EditStep, document: OpenDocument) -> Params | None:
        """What of the parameters can be done to a step; None where nothing is left."""
        if not isinstance(params, AdjustParams) or params.raw.at_rest or is_raw(start.picture):
            return params
        self._lost.append((document, tr("raw development: this is no raw file, or was edited before it")))
        plain = params.model_copy(update={"raw": RawDevelopment()})
        return None if plain.settings.is_neutral and not plain.adjustment_prompt else plain

    def _run(self, document: OpenDocument, number: int, start: EditStep, base: EditStep | None, params: Params) -> None:
        step = self._preset.steps[number]
        title = edit_title(step.operation, params, self._session.catalogue, from_photo=bool(step.pictures))
        more = self._joining[number]
        job = self._session.run(
            step.operation, params, title, document=document, base=start, more=more, told_by_caller=True
        )
        if job is None:
            self._queue.next()
            return

        def made(result: EditStep) -> None:
            self._done[document] = self._done.get(document, 0) + 1
            self._step(document, number + 1, result)

        def failed(error: CatchlightError) -> None:
            rest = _without_strokes(params) if error.code == "no_face" else None
            if rest is None:
                self._lost.append((document, f"{title}: {sentence_of(error, step.operation)}"))
                self._step(document, number + 1, base)
            else:
                self._lost.append((document, tr("strokes: no face shows for them to follow")))
                self._run(document, number, start, base, rest)

        def cancelled() -> None:
            if document in self._session.documents:
                self._end()
            else:
                self._queue.next()  # it was closed

        job.finished.connect(made)
        job.failed.connect(failed)
        job.cancelled.connect(cancelled)

    def _end(self) -> None:
        count = len(self._done)
        lines = [f"{document.title}: {what}" for document, what in self._lost]
        if len(lines) > _MOST_TOLD:
            more = len(lines) - _MOST_TOLD + 1
            lines = [*lines[: _MOST_TOLD - 1], tr_counted("and {count} more", "and {count} more", more)]
        title = tr_counted("Edits pasted onto {count} picture", "Edits pasted onto {count} pictures", count)
        text = (
            "\n".join([tr("Not everything could be carried over:"), *lines]) if lines else tr("Undo takes them back.")
        )
        self._session.problem.emit(Problem(title if count else tr("No edit could be pasted"), text, good=bool(count)))
        self.deleteLater()


def _without_strokes(params: Params) -> Params | None:
    """Edits by hand that need no face: gradients and regions. None where none is left, or nothing was taken away."""
    if not isinstance(params, BrushParams):
        return None
    kept = tuple(edit for edit in params.edits if not edit.strokes)
    if not kept or len(kept) == len(params.edits):
        return None
    return params.model_copy(update={"edits": kept})
