"""The pictures that are open and the current one: files in, documents out, their marks and what is read of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from catchlight.core.errors import CatchlightError
from catchlight.core.files.kinds import is_raw, may_have_raw, shot_of
from catchlight.core.files.naming import display_name
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.batch.left_out import problems_of_folders
from catchlight.gui.batch.thumbs import thumbnail
from catchlight.gui.canvas.qt_images import THUMBNAIL
from catchlight.gui.culling.mark_desk import MarkDesk
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.memory_budget import limit_memory
from catchlight.gui.document.restore_steps import GenerationHistory
from catchlight.gui.document.running_edits import RunningEdits
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.gui.opening.file_changes import FileChanges
from catchlight.gui.opening.listing import FileListing
from catchlight.gui.opening.loading import DocumentLoader
from catchlight.gui.opening.pasting import delete_copy_task, paste_task, save_copy_task
from catchlight.gui.opening.resume_points import ResumePoints
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import Problem, problem_of
from catchlight.paths import resources
from catchlight.service.files.discovery import DiscoveredFiles
from catchlight.service.marks.marks import MarkFiles
from catchlight.service.presets.preset import SUFFIX as PRESET_SUFFIX
from catchlight.store.settings.settings import RECENT


class OpenPictures(QObject):
    """Opens, shows and closes pictures; each is read on a worker, and those that are not looked at sleep."""

    opened = Signal(object)
    closed = Signal(object)
    current_changed = Signal(object)
    """The current Document or None; also when it could not be loaded."""
    problem = Signal(object)
    """A Problem for the banner."""
    acted = Signal(object)
    """A Problem of the banner whose button was pressed."""
    presets_found = Signal(object)
    """Paths of presets' files that were opened as if they were pictures."""

    def __init__(
        self,
        memory: Memory,
        store: GenerationHistory,
        mark_files: MarkFiles,
        resume_file: Path,
        pasted: Path | None,
    ) -> None:
        """mark_files: reads and writes ratings. resume_file: remembers which step of each picture was seen last.

        pasted: folder for copies of what comes from the clipboard; None keeps none.
        """
        super().__init__()
        self.jobs = JobQueue(self)
        self.memory = memory
        self.store = store
        self.documents: list[OpenDocument] = []
        self.may_close: Callable[[OpenDocument], bool] = lambda _document: True
        """Asked before a picture is closed."""
        self.is_drawn_on: Callable[[OpenDocument], bool] = lambda _document: False
        """Whether a hand has drawn on a picture what is not applied."""
        self.awaits_strokes: Callable[[OpenDocument], bool] = lambda _document: False
        """Whether strokes of the last session, which were not applied, wait for a picture to be looked at."""
        self.keeps_strokes: Callable[[OpenDocument], bool] = lambda _document: False
        """Whether the next start has all strokes on a picture that are not applied when the window is closed now."""
        self.marks = MarkDesk(self.jobs, mark_files, self.documents, self)
        """Ratings, flags and labels of the open pictures, and the order of the strip by them."""
        self.marks.problem.connect(self.problem)
        self.running = RunningEdits(self)
        self._current: OpenDocument | None = None
        self._seen: list[OpenDocument] = []
        self._pasted = pasted
        self._listing = FileListing(self.jobs, self)
        self.loading = DocumentLoader(self.jobs, store, self)
        self.resume_points = ResumePoints(self.jobs, resume_file, self)
        self.changes = FileChanges(self.jobs, self.documents, self.loading, self)
        self.changes.changed.connect(self._file_changed)
        self.acted.connect(self._act)
        self._follow_loading()

    def _follow_loading(self) -> None:
        self._listing.listed.connect(self._add)
        self._listing.found.connect(self._found)
        self.loading.remembered.connect(self.resume_points.remembered)
        self.loading.opened.connect(self._opened)
        self.closed.connect(self.running.cancel)
        self.loading.ready.connect(self._limit_memory)
        self.running.changed.connect(self._limit_memory)
        self.loading.failed.connect(self._not_loaded)

    @property
    def current(self) -> OpenDocument | None:
        return self._current

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files and the pictures of folders; the first of them becomes the current one.

        Folders are looked through on a worker.
        """
        paths = [path.absolute() for path in paths]  # they are remembered, and the next start may be elsewhere
        presets = [path for path in paths if path.suffix.lower() == PRESET_SUFFIX]
        if presets:
            self.presets_found.emit(presets)
        self._listing.find([path for path in paths if path not in presets])

    def open_arrived(self, path: Path) -> None:
        """Open a picture that a camera has just brought. Where the other file of its shot is open, both are one picture: the raw
        file, unless something was done to the JPEG before that came.
        """
        twin = next((one for one in self.documents if one.pair is None and _are_one_shot(one.path, path)), None)
        if twin is None:
            self.open_paths([path])
            return
        twin.pair = path
        self.marks.pair(twin)
        if is_raw(path) and len(twin.steps) <= 1 and not self.is_drawn_on(twin):
            self.switch_pair(twin)
        else:
            twin.changed.emit()
            self.show(twin)

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
        self._limit_memory()
        self.current_changed.emit(document)

    def load(self, document: OpenDocument) -> None:
        """Have a picture read that need not be shown."""
        if document not in self._seen:
            self._seen.insert(0, document)
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
        """Close a picture, where ``may_close`` allows it; the file and the stored steps stay."""
        if not self.may_close(document):
            return
        index = self.documents.index(document)
        self.documents.remove(document)
        self._seen = [entry for entry in self._seen if entry is not document]
        self.loading.forget(document)
        if document.path is not None and not document.replaced:
            self._listing.forget(document.path)
        self.changes.forget(document)
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

    def reload(self, path: Path) -> None:
        """Open a file anew that has changed on disk. The picture as it was stays open with what was done to it."""
        for document in self.documents:
            if document.path == path and not document.replaced:
                document.replaced = True
                document.name = tr("{name} (before)", name=document.name)
                document.thumbnail_changed.emit(document)
                self.changes.forget(document)
        self._listing.forget(path)
        self.show(self._listing.document(path))

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

    def report(self, error: CatchlightError, operation: str = "") -> None:
        self.problem.emit(problem_of(error, operation))

    def save_memory(self) -> None:
        """Write settings and window state without making the window wait."""
        memory = self.memory
        self.jobs.submit("", lambda progress: memory.save(), lane="files", visible=False)

    # Inside

    def _limit_memory(self, _document: OpenDocument | None = None) -> None:
        """Let pictures sleep that nobody looks at and nothing is done to."""
        limit_memory([one for one in self._seen if not self.running.busy(one)], self._current)

    def _add(self, document: OpenDocument) -> None:
        document.awaken = self.loading.awaken
        self.documents.append(document)
        self.marks.watch(document)
        self.opened.emit(document)

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
            self._forget_file(document.path)
            self.save_memory()
        if document is self._current:
            self.current_changed.emit(document)
        problem = problem_of(error)
        if not problem.action and document.broken:
            problem = replace(problem, title=tr("This file cannot be opened"), action="open")
        self.problem.emit(problem)

    def _file_changed(self, document: OpenDocument) -> None:
        if document.steps:
            document.steps[0].held.hold()
        text = tr(
            "Another program has saved or replaced {name}. Reload opens it anew, and what you did stays with the picture as it "
            "was. Close this message to go on with what you see.",
            name=document.name,
        )
        self.problem.emit(Problem(tr("The file has changed on disk"), text, "reload", target=str(document.path)))

    def _act(self, problem: Problem) -> None:
        if problem.action == "reload":
            self.reload(Path(problem.target))

    def _mark_broken(self, document: OpenDocument) -> None:
        document.broken = True
        if document.path is not None:
            self._forget_file(document.path)
        document.thumbnail_changed.emit(document)

    def _forget_file(self, path: Path) -> None:
        """It is no recent file any more, unless its disk or folder is away and may come back."""
        if os.path.isdir(path.parent):
            self.memory.forget_file(path)


def _are_one_shot(one: Path | None, other: Path) -> bool:
    """Whether one is a raw file, and the other what the camera wrote beside it."""
    if one is None or shot_of(one) != shot_of(other):
        return False
    return (is_raw(one) and may_have_raw(other)) or (may_have_raw(one) and is_raw(other))
