"""What is being done to the open pictures: edits run, results and problems out. Knows no widget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.client.job_backend import JobBackends
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.clipping.state import ClippingState
from catchlight.gui.document.document import EditStep, OpenDocument, portable
from catchlight.gui.document.restore_steps import GenerationHistory
from catchlight.gui.document.run_edit import Placement, edit_task
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.jobs.previews import Previewer
from catchlight.gui.jobs.profile_jobs import ProfileJobs
from catchlight.gui.opening.open_pictures import OpenPictures
from catchlight.gui.wording.step_words import step_title
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Params
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import Editor, EditRequest, EditResult
from catchlight.service.imagining.engines import BatchEngine, Engines
from catchlight.service.marks.marks import MarkFiles
from catchlight.service.presets.relative_places import Size, rescale_params
from catchlight.service.signing import Signing
from catchlight.store.previews import Previews

if TYPE_CHECKING:
    from catchlight.service.rewording import LanguageModel
    from catchlight.store.style_book import StyleBook


class Session(OpenPictures):
    """The open pictures with all that edits them: editor, engines, cards, previews and the jobs that run for them."""

    edited = Signal(object, object)
    """An OpenDocument and the EditStep that it has got."""

    def __init__(
        self,
        catalogue: Catalogue,
        editor: Editor,
        portraits: Portraits,
        store: GenerationHistory,
        memory: Memory,
        places: EditBackend | None = None,
        job_places: JobBackends | None = None,
        previews: Previews | None = None,
        edition: Callable[[], str] = str,
        pasted: Path | None = None,
        *,
        open_style_book: Callable[[], StyleBook],
        mark_files: MarkFiles,
        resume_file: Path,
    ) -> None:
        """places: what ``editor`` ends in, where edits can run on other computers too.

        job_places: where profile pictures are made; without it there are none. previews: where rendered cards outlive
        the session; edition: the state of the program that they were rendered with, asked on a worker. open_style_book:
        gives the pieces of hair that the user keeps. The others are those of ``OpenPictures``.
        """
        super().__init__(memory, store, mark_files, resume_file, pasted)
        self.places = places
        self.catalogue = catalogue
        self.portraits = portraits
        self.stock = CardCache(self.jobs, previews, edition)
        self.profile_jobs = None if job_places is None else ProfileJobs(job_places, self.jobs, memory, self)
        self.clipping = ClippingState(memory, self)
        self._editor = editor
        self.trials: Editor = places or editor
        """Runs what is looked at and not kept: nothing of it is recorded."""
        self.engines: Engines | None = None
        """Those of the settings; None where none can be had."""
        self.batch_engine: BatchEngine | None = None
        """What the processes of a batch make theirs with."""
        self.language_model: Callable[[], LanguageModel | None] = lambda: None
        """The one of the settings, which reads sentences that are refused; None where none is set."""
        self.signing: Signing | None = None
        """Signs what is exported, where the settings ask for it; None where nothing is ever signed."""
        self.previewer = Previewer(self.trials, self._file_of)
        self._open_style_book = open_style_book
        self._opening = threading.Lock()
        self._style_book: StyleBook | None = None

    @property
    def style_book(self) -> StyleBook:
        """Opened by whoever first needs it; best a worker. Thread safe."""
        with self._opening:
            if self._style_book is None:
                self._style_book = self._open_style_book()
            return self._style_book

    # Edits

    def run(
        self,
        operation: str,
        params: Params,
        title: str,
        *,
        document: OpenDocument | None = None,
        base: EditStep | None = None,
        placement: Placement | None = None,
        more: Sequence[Picture] = (),
        told_by_caller: bool = False,
    ) -> BackgroundJob | None:
        """Run an edit on a document and add its result as a step. Who does so without having asked whether another is under way
        there, goes through ``running.when_free``.

        base: the step that it starts from, where that is not the one that the document gives for the operation.
        placement: run on the worker before the edit, gives the 2x3 matrix from source to result, for comparing.
        more: pictures that join the source. told_by_caller: who asks tells why it failed.
        """
        document = document or self._current
        if document is None or not document.loaded:
            return None
        start = document.base_for(operation) if base is None else document.steps.index(base)
        source = document.steps[start]

        work = edit_task(self._editor, self.store, operation, params, source, start, placement, more)
        job = self.jobs.submit(title, work)
        target = document
        job.finished.connect(lambda step: self._made(target, step))
        if not told_by_caller:
            job.failed.connect(lambda error: self.report(error, operation))
        self.running.follow(document, operation, job)
        return job

    def apply_step(self, step: EditStep, document: OpenDocument, *_checked: bool) -> None:
        """Run a step's operation with its parameters on an open picture, and show that picture."""
        if step.operation is None or step.params is None:
            return
        if step.lacks_pictures:
            self.report(
                InvalidRequest(
                    Message("The photo whose hair is worn is not at hand any more. Choose it anew in the Hair tab.")
                )
            )
            return
        if document is not self._current:
            self.show(document)
        if document.loaded:
            self.running.when_free(document, lambda: self._run_again(step, document))
            return

        def loaded() -> None:
            document.changed.disconnect(loaded)
            self.running.when_free(document, lambda: self._run_again(step, document))

        document.changed.connect(loaded)

    def _run_again(self, step: EditStep, document: OpenDocument) -> None:
        """Run a step's operation on what an open picture shows now."""
        if step.operation is None or step.params is None or not document.loaded:
            return
        params = portable(step.params)
        if step.operation == "brush":  # which keeps the picture's size: its places are in pixels of the step
            below = document.steps[document.base_for(step.operation)]
            before, after = Size(width=step.width, height=step.height), Size(width=below.width, height=below.height)
            params = rescale_params(params, before, after)
        self.run(step.operation, params, step_title(step, self.catalogue), document=document, more=step.more)

    def whole(self, picture: Picture) -> Picture:
        """The picture that a draft stands for, developed where it is not yet; any other is itself. For workers."""
        for document in tuple(self.documents):
            for step in tuple(document.steps[:1]):
                if step.held.is_draft and step.picture is picture:
                    return step.held.finished().picture
        return picture

    def make(self, operation: str, params: Params, pictures: Sequence[Picture], title: str) -> BackgroundJob:
        """Run an operation whose result is delivered at once and is no step of a picture (a print sheet).

        The job finishes with an EditResult.
        """

        def work(progress: Progress) -> EditResult:
            return self._editor.run(EditRequest(operation, params, [self.whole(one) for one in pictures]), progress)

        job = self.jobs.submit(title, work)
        job.failed.connect(lambda error: self.report(error, operation))
        return job

    def shut_down(self) -> None:
        """Stop every job, write what is to be remembered."""
        self.changes.end()
        self.jobs.close()
        self.marks.flush()
        self.resume_points.save()
        if self._style_book is not None:
            self._style_book.close()
        self.memory.save()

    # Inside

    def _file_of(self, picture: Picture) -> File | None:
        """The file that an open picture was read from, where its pixels are at hand. Asked on workers."""
        for document in tuple(self.documents):
            for step in tuple(document.steps):
                if step.held.awake and step.picture is picture:
                    return step.read
        return None

    def _made(self, document: OpenDocument, step: EditStep) -> None:
        if document in self.documents:
            document.apply(step)
            self.edited.emit(document, step)
