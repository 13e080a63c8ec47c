"""What is open and what is being done: documents in, edits run, results and problems out. Knows no widget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.client.job_backend import JobBackends
from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.batch.left_out import problems_of_folders
from catchlight.gui.batch.thumbs import thumbnail
from catchlight.gui.canvas.qt_images import THUMBNAIL
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.clipping.state import ClippingState
from catchlight.gui.culling.mark_desk import MarkDesk
from catchlight.gui.document.document import EditStep, OpenDocument, portable
from catchlight.gui.document.memory_budget import limit_memory
from catchlight.gui.document.restore_steps import GenerationHistory
from catchlight.gui.document.run_edit import Placement, edit_task
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.gui.jobs.previews import Previewer
from catchlight.gui.jobs.profile_jobs import ProfileJobs
from catchlight.gui.opening.listing import FileListing
from catchlight.gui.opening.loading import DocumentLoader
from catchlight.gui.opening.pasting import delete_copy_task, paste_task, save_copy_task
from catchlight.gui.opening.resume_points import ResumePoints
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import Problem, problem_of
from catchlight.gui.wording.step_words import step_title
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Params
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import Editor, EditRequest, EditResult
from catchlight.service.files.discovery import DiscoveredFiles
from catchlight.service.imagining.engines import BatchEngine, Engines
from catchlight.service.marks.marks import MarkFiles
from catchlight.service.presets.preset import SUFFIX as PRESET_SUFFIX
from catchlight.service.presets.relative_places import Size, rescale_params
from catchlight.service.signing import Signing
from catchlight.store.previews import Previews
from catchlight.store.settings import RECENT

if TYPE_CHECKING:
    from catchlight.service.rewording import LanguageModel
    from catchlight.store.style_book import StyleBook


class Session(QObject):
    """The open documents, the current one, and the jobs that run for them."""

    opened = Signal(object)
    closed = Signal(object)
    current_changed = Signal(object)
    """The current Document or None; also when it could not be loaded."""
    problem = Signal(object)
    """A Problem for the banner."""
    presets_found = Signal(object)
    """Paths of presets' files that were opened as if they were pictures."""

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
        the session; edition: the state of the program that they were rendered with, asked on a worker. pasted: folder for
        copies of what comes from the clipboard. open_style_book: gives the pieces of hair that the user keeps. mark_files: reads
        and writes ratings. resume_file: remembers which step of each picture was seen last.
        """
        super().__init__()
        self.places = places
        self.catalogue = catalogue
        self.portraits = portraits
        self.memory = memory
        self.jobs = JobQueue(self)
        self.stock = CardCache(self.jobs, previews, edition)
        self.profile_jobs = None if job_places is None else ProfileJobs(job_places, self.jobs, memory, self)
        self.documents: list[OpenDocument] = []
        self.marks = MarkDesk(self.jobs, mark_files, self.documents, self)
        """Ratings, flags and labels of the open pictures, and the order of the strip by them."""
        self.marks.problem.connect(self.problem)
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
        self.store = store
        self._open_style_book = open_style_book
        self._opening = threading.Lock()
        self._style_book: StyleBook | None = None
        self._current: OpenDocument | None = None
        self._seen: list[OpenDocument] = []
        self._listing = FileListing(self.jobs, self)
        self._pasted = pasted
        self.loading = DocumentLoader(self.jobs, store, self)
        self.resume_points = ResumePoints(self.jobs, resume_file, self)
        self._follow_loading()

    def _follow_loading(self) -> None:
        self._listing.listed.connect(self._add)
        self._listing.found.connect(self._found)
        self.loading.remembered.connect(self.resume_points.remembered)
        self.loading.opened.connect(self._opened)
        self.loading.ready.connect(lambda _document: limit_memory(self._seen, self._current))
        self.loading.failed.connect(self._not_loaded)

    @property
    def style_book(self) -> StyleBook:
        """Opened by whoever first needs it; best a worker. Thread safe."""
        with self._opening:
            if self._style_book is None:
                self._style_book = self._open_style_book()
            return self._style_book

    @property
    def current(self) -> OpenDocument | None:
        return self._current

    # Pictures in

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files and the pictures of folders; the first of them becomes the current one.

        Folders are looked through on a worker.
        """
        paths = [path.absolute() for path in paths]  # they are remembered, and the next start may be elsewhere
        presets = [path for path in paths if path.suffix.lower() == PRESET_SUFFIX]
        if presets:
            self.presets_found.emit(presets)
        self._listing.find([path for path in paths if path not in presets])

    def _found(self, found: DiscoveredFiles) -> None:
        for file in found.files[-RECENT:]:
            self.memory.opened(file)
        if found.files:
            self._listing.pair(found.pairs)
            first = self._listing.document(found.files[0])
            self._listing.ask(found.files[1:])
            self.show(first)
        for problem in problems_of_folders(found):
            self.problem.emit(problem)

    def open_sample(self) -> None:
        document = self._listing.document(resources() / "samples" / "astronaut.png")
        document.sample = True
        self.show(document)

    def open_image(self, image: QImage) -> None:
        """A picture from the clipboard; a copy of it is kept on disk while it is open."""
        document = OpenDocument(tr("Pasted picture"))
        document.pasted = True
        self._add(document)
        self.loading.take(document, paste_task(image), tr("Opening"))
        self.show(document)

    def reopen(self, path: Path, name: str, *, sample: bool, pasted: bool) -> OpenDocument:
        """Take a picture back that was open when the program ended; it is read when it is shown."""
        document = self._listing.document(path, name)
        document.sample, document.pasted = sample, pasted
        return document

    def show(self, document: OpenDocument) -> None:
        """Make a document the current one, reading its picture where that has not been done."""
        self._current = document
        if document in self._seen:
            self._seen.remove(document)
        self._seen.append(document)
        self.loading.attend(document)
        self.load(document)
        limit_memory(self._seen, document)
        self.current_changed.emit(document)

    def load(self, document: OpenDocument) -> None:
        self.loading.load(document, self.memory.settings.local_limits)

    def switch_pair(self, document: OpenDocument) -> None:
        """Take the other file of the same shot in the place of a document's: the JPEG beside a raw file, or the raw again."""
        before, other = document.path, document.pair
        if before is None or other is None:
            return
        self.loading.forget(document)
        document.take_pair(display_name(other.name))
        self._listing.rename(document, before)
        self.show(document)

    def close(self, document: OpenDocument) -> None:
        """Close a picture; the file and the stored steps stay."""
        index = self.documents.index(document)
        self.documents.remove(document)
        self._seen = [entry for entry in self._seen if entry is not document]
        self.loading.forget(document)
        if document.path is not None:
            self._listing.forget(document.path)
        if document.pasted and document.path is not None:
            self.jobs.submit("", delete_copy_task(document.path), lane="files", visible=False)
        self.marks.forget(document)
        self.resume_points.forget(document)
        self.closed.emit(document)
        if document is self._current:
            self._current = None
            if self.documents:
                self.show(self.documents[min(index, len(self.documents) - 1)])
            else:
                self.current_changed.emit(None)
        document.forget()

    def want_thumbnail(self, document: OpenDocument) -> BackgroundJob | None:
        """Read a small picture of a document that has not been looked at yet; None where there is nothing to read."""
        path = document.path
        if document.thumbnail is not None or path is None or self.loading.is_busy(document) or document.broken:
            return None
        job = self.jobs.submit(
            document.name, lambda _progress: thumbnail(path, THUMBNAIL), lane="thumbs", visible=False
        )
        job.finished.connect(document.set_thumbnail)
        job.failed.connect(lambda _error: self._mark_broken(document))
        return job

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
        """Run an edit on a document and add its result as a step.

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
        title, params = step_title(step, self.catalogue), portable(step.params)
        if document is not self._current:
            self.show(document)
        if document.loaded:
            below = document.steps[document.base_for(step.operation)]
            if step.operation == "brush":  # which keeps the picture's size: its places are in pixels of the step
                before, after = Size(width=step.width, height=step.height), Size(width=below.width, height=below.height)
                params = rescale_params(params, before, after)
            self.run(step.operation, params, title, document=document, more=step.more)
            return

        def loaded() -> None:
            document.changed.disconnect(loaded)
            self.run(step.operation or "", params, title, document=document, more=step.more)

        document.changed.connect(loaded)

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

    def report(self, error: CatchlightError, operation: str = "") -> None:
        self.problem.emit(problem_of(error, operation))

    def save_memory(self) -> None:
        """Write settings and window state without making the window wait."""
        memory = self.memory
        self.jobs.submit("", lambda progress: memory.save(), lane="files", visible=False)

    def shut_down(self) -> None:
        """Stop every job, write what is to be remembered."""
        self.jobs.close()
        self.marks.flush()
        self.resume_points.save()
        if self._style_book is not None:
            self._style_book.close()
        self.memory.save()

    # Inside

    def _add(self, document: OpenDocument) -> None:
        document.awaken = self.loading.awaken
        self.documents.append(document)
        self.marks.watch(document)
        self.opened.emit(document)

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
            limit_memory(self._seen, self._current)

    def _opened(self, document: OpenDocument) -> None:
        if document.pasted and document.path is None and self._pasted is not None:
            job = self.jobs.submit(
                "", save_copy_task(document.steps[0].held, self._pasted), lane="files", visible=False
            )
            job.finished.connect(document.lies_at)
            job.failed.connect(self.report)
        notes = document.steps[0].picture.metadata.notes
        if notes:
            self.problem.emit(Problem(tr("Opened with a change"), "\n".join(map(tell_or_keep, notes)), good=True))

    def _not_loaded(self, document: OpenDocument, error: CatchlightError) -> None:
        if document.broken and document.path is not None:
            self.memory.forget_file(document.path)
            self.save_memory()
        if document is self._current:
            self.current_changed.emit(document)
        problem = problem_of(error)
        if not problem.action and document.broken:
            problem = replace(problem, title=tr("This file cannot be opened"), action="open")
        self.problem.emit(problem)

    def _mark_broken(self, document: OpenDocument) -> None:
        document.broken = True
        if document.path is not None:
            self.memory.forget_file(document.path)
        document.thumbnail_changed.emit(document)
