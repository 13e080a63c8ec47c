"""The marks of the open pictures: read and written in the background, undone, and what the strip shows by them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.culling.arrangement import Arrangement, MarkedPicture
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.document.undo_stack import UndoStack
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import Problem, problem_of
from catchlight.imaging.sidecar.mark import NO_MARK, PictureMark
from catchlight.service.marks.marks import MarkFiles, PictureGone
from catchlight.service.marks.shot_facts import time_taken

READ_AT_ONCE = 24
"""Pictures whose marks are read in one job."""

Facts = dict[frozenset[Path], tuple[PictureMark, str]]
Marked = tuple[OpenDocument, PictureMark]
Shot = tuple[Path, ...]
"""The files of one shot, which have one mark: the one that is shown first."""


@dataclass
class _Written:
    """What came of writing marks. refused: why some stand beside no picture. gone: shots whose picture is not there any more."""

    refused: list[str] = field(default_factory=list)
    gone: list[tuple[frozenset[Path], PictureGone]] = field(default_factory=list)


class MarkDesk(QObject):
    """Knows the mark of every open picture. The sample and what was pasted keep theirs while they are open, and no longer."""

    changed = Signal(object)
    """An OpenDocument whose mark is another now."""
    arranged = Signal()
    """Other pictures are shown, or in another order."""
    all_read = Signal()
    """The mark of every open picture is known."""
    problem = Signal(object)

    def __init__(self, jobs: JobQueue, files: MarkFiles, documents: Sequence[OpenDocument], parent: QObject) -> None:
        """documents: those that are open, a list that others change; they tell it by ``watch`` and ``forget``."""
        super().__init__(parent)
        self._jobs = jobs
        self._files = files
        self._documents = documents
        self._marks: dict[OpenDocument, PictureMark] = {}
        self._taken: dict[OpenDocument, str] = {}
        self._unread: list[OpenDocument] = []
        self._reading = False
        self._stack: UndoStack[Marked] = UndoStack()
        self._arrangement = Arrangement()
        self._visible: list[OpenDocument] = []
        self._pending: dict[frozenset[Path], tuple[Shot, PictureMark]] = {}
        self._kept: dict[frozenset[Path], PictureMark] = {}
        """What shots were marked before a mark that is being written."""
        self._lock = threading.Lock()
        self._told: set[str] = set()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._arrange)
        self._soon.timeout.connect(self._read)

    # Asked

    def of(self, document: OpenDocument) -> PictureMark:
        return self._marks.get(document, NO_MARK)

    @property
    def arrangement(self) -> Arrangement:
        return self._arrangement

    @property
    def visible(self) -> Sequence[OpenDocument]:
        """The pictures that are shown, in their order."""
        return self._visible

    @property
    def worked_on(self) -> Sequence[OpenDocument]:
        """The pictures that commands for all pictures are done to, in their order: ``Arrangement.works_on``."""
        return [document for document in self._visible if self._arrangement.works_on(self.of(document))]

    @property
    def left_out(self) -> tuple[int, int]:
        """How many open pictures those commands leave out: the rejected ones, and others that are not shown."""
        worked_on = self.worked_on
        left = [document for document in self._documents if document not in worked_on]
        rejected = sum(self.of(document).flag == "reject" and self._arrangement.flag != "reject" for document in left)
        return rejected, len(left) - rejected

    @property
    def reading(self) -> bool:
        """Whether marks of open pictures are not known yet; ``all_read`` is emitted when they are."""
        return self._reading or bool(self._unread)

    @property
    def can_undo(self) -> bool:
        return self._stack.can_undo

    @property
    def can_redo(self) -> bool:
        return self._stack.can_redo

    def neighbour(self, document: OpenDocument, by: int) -> OpenDocument | None:
        """The shown picture so many places further; None beyond the ends."""
        if document not in self._visible:
            return self._visible[0] if self._visible else None
        place = self._visible.index(document) + by
        return self._visible[place] if 0 <= place < len(self._visible) else None

    # Told

    def watch(self, document: OpenDocument) -> None:
        """A picture was opened. Its mark is read when its opener has said what else belongs to the shot."""
        self._unread.append(document)
        self._soon.start()

    def pair(self, document: OpenDocument) -> None:
        """The other file of the shot of an open picture has come: it gets the mark that the picture was given here."""
        if document in self._marks:
            self._put(document, self._marks[document])
        elif document not in self._unread:
            self.watch(document)

    def forget(self, document: OpenDocument) -> None:
        """A picture was closed."""
        self._stack.forget(lambda marked: marked[0] is document)
        self._unread = [entry for entry in self._unread if entry is not document]
        self._marks.pop(document, None)
        self._taken.pop(document, None)
        self._arrange()

    def choose(self, arrangement: Arrangement) -> None:
        if arrangement != self._arrangement:
            self._arrangement = arrangement
            self._arrange()

    def set(self, document: OpenDocument, mark: PictureMark) -> None:
        """Mark a picture, and write it."""
        before = self.of(document)
        if mark != before:
            self._stack.record((document, before))
            self._put(document, mark)

    def undo(self) -> OpenDocument | None:
        """Take the last mark back; gives its picture."""
        return self._show(self._stack.previous, self._stack.undo)

    def redo(self) -> OpenDocument | None:
        return self._show(self._stack.following, self._stack.redo)

    def flush(self) -> None:
        """Write what waits, now: the program ends."""
        try:
            self._write_pending()
        except CatchlightError as error:
            self.problem.emit(problem_of(error))
        self._files.close()

    # Inside

    def _show(self, marked: Marked | None, step: Callable[[Marked], Marked | None]) -> OpenDocument | None:
        """marked: what ``step`` goes to."""
        if marked is None:
            return None
        document, mark = marked
        step((document, self.of(document)))
        self._put(document, mark)
        return document

    def _put(self, document: OpenDocument, mark: PictureMark) -> None:
        same = self._of_one_shot(document)
        before = self.of(document)
        if document.path is not None and not document.sample and not document.pasted:
            files = tuple(dict.fromkeys(file for one in same for file in _shot(one)))
            with self._lock:
                # Taken out first: marks are written in the order in which they were given.
                self._pending.pop(frozenset(files), None)
                self._pending[frozenset(files)] = files, mark
                self._kept.setdefault(frozenset(files), before)
            job = self._jobs.submit("", lambda _progress: self._write_pending(), lane="ahead", visible=False)
            job.finished.connect(self._tell)
            job.failed.connect(lambda error: self.problem.emit(problem_of(error)))
        for one in same:
            self._marks[one] = mark
            if one in self._unread:
                self._unread.remove(one)
            self.changed.emit(one)
        self._arrange()

    def _of_one_shot(self, document: OpenDocument) -> list[OpenDocument]:
        """The picture first, and those that were opened of the same shot by themselves."""
        files = set[Path]() if document.replaced else set(_shot(document))
        others = (one for one in self._documents if one is not document and not one.replaced)
        return [document, *(one for one in others if not files.isdisjoint(_shot(one)))]

    def _write_pending(self) -> _Written:
        """Runs on a worker."""
        made = _Written()
        while True:
            with self._lock:
                if not self._pending:
                    return made
                shot, (files, mark) = next(iter(self._pending.items()))
            try:
                reason = self._files.write(files[0], mark, files[1:])
            except PictureGone as gone:
                reason = None
                made.gone.append((shot, gone))
            else:
                with self._lock:
                    self._kept.pop(shot, None)
            if reason is not None:
                made.refused.append(reason)
            with self._lock:
                if self._pending.get(shot) == (files, mark):
                    del self._pending[shot]

    def _tell(self, made: _Written) -> None:
        """Each reason once: a read-only folder is no news for its second picture."""
        for shot, gone in made.gone:
            self._take_back(shot)
            self.problem.emit(problem_of(gone))
        for reason in made.refused:
            if str(reason) not in self._told:
                self._told.add(str(reason))
                self.problem.emit(Problem(tr("Kept by Catchlight alone"), tell_or_keep(reason), good=True))

    def _take_back(self, shot: frozenset[Path]) -> None:
        """Show the mark that a shot has, in place of one that could not be given."""
        with self._lock:
            before = self._kept.pop(shot, NO_MARK)
        self._stack.forget(lambda marked: not shot.isdisjoint(_shot(marked[0])))
        for document in self._documents:
            if not shot.isdisjoint(_shot(document)):
                self._marks[document] = before
                self.changed.emit(document)
        self._arrange()

    def _read(self) -> None:
        """Have the marks of the next pictures read; one job at a time."""
        if self._reading:
            return
        if not self._unread:
            self.all_read.emit()
            return
        batch, self._unread = self._unread[:READ_AT_ONCE], self._unread[READ_AT_ONCE:]
        shots = [_shot(document) for document in batch if document.path is not None]
        own = {document.path for document in batch if document.sample or document.pasted}

        def work(progress: Progress) -> Facts:
            found: Facts = {}
            for path, *others in shots:
                progress.check()
                found[frozenset((path, *others))] = (
                    NO_MARK if path in own else self._files.read(path, others),
                    time_taken(path),
                )
            return found

        self._reading = True
        job = self._jobs.submit("", work, lane="ahead", visible=False)
        job.finished.connect(lambda found: self._have(batch, found))
        job.failed.connect(self._unreadable)
        job.cancelled.connect(lambda: setattr(self, "_reading", False))

    def _have(self, batch: Sequence[OpenDocument], found: Facts) -> None:
        self._reading = False
        for document in batch:
            shot = frozenset(_shot(document))
            if document not in self._documents or shot not in found:
                continue
            mark, self._taken[document] = found[shot]
            if document not in self._marks and mark != NO_MARK:
                self._marks[document] = mark
                self.changed.emit(document)
        self._arrange()
        self._read()

    def _unreadable(self, error: CatchlightError) -> None:
        """The store of marks cannot be opened: told, and the next pictures are tried all the same."""
        self._reading = False
        if str(error.message) not in self._told:
            self._told.add(str(error.message))
            self.problem.emit(problem_of(error))
        self._read()

    def _arrange(self) -> None:
        known = [MarkedPicture(one.name, self._taken.get(one, ""), self.of(one)) for one in self._documents]
        visible = [self._documents[index] for index in self._arrangement.arrange(known)]
        if visible != self._visible:
            self._visible = visible
            self.arranged.emit()


def _shot(document: OpenDocument) -> Shot:
    return tuple(file for file in (document.path, document.pair) if file is not None)
