"""Photos whose hair or clothes are worn, read in the background from files, open pictures and the style book."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from catchlight.clothing.reference.piece import places_key
from catchlight.core.errors import UnusablePicture
from catchlight.core.files.naming import decode_path, encode_path
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.read_file import read_task
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.picture import Picture
from catchlight.store.style_book_entry import HAIR, Kind, StyleBookEntry

_KEPT = 8
"""Photos that are remembered by their pixels, and pieces that are kept read."""


_FILE, _PIECE = "file", "piece"


class PhotoSource(QObject):
    """The newest wish alone is answered; what is refused goes to the session's banner."""

    chosen = Signal(object)
    """PhotoChoice."""
    listed = Signal(object)
    """All entries of the style book, a tuple."""

    def __init__(self, session: Session, parent: QObject, kind: Kind = HAIR) -> None:
        """kind: of the pieces that are listed."""
        super().__init__(parent)
        self._kind = kind
        self._session = session
        self._job: BackgroundJob | None = None
        self._told: set[str] = set()
        """What opening the style book had to put right, and was said."""
        self._known: OrderedDict[str, PhotoChoice] = OrderedDict()
        self._pieces: OrderedDict[str, Picture] = OrderedDict()
        """By id; read and filled on workers, where losing one to another thread costs a second reading."""
        self._damaged: dict[str, UnusablePicture] = {}
        """By id, why a piece was set aside: the style book forgets it, and its cards say so until it is listed anew."""

    def choice_of(self, picture: Picture) -> PhotoChoice:
        """The choice that a picture came from, as it was called then."""
        return self._known.get(_key(picture)) or PhotoChoice(picture, picture.metadata.name or tr("a photo"))

    def from_file(self, file: Path) -> None:
        limits = self._session.memory.settings.local_limits
        job = self._ask(tr("Opening {name}", name=file.name), read_task(file, limits))
        job.finished.connect(
            lambda step: self._answer(job, PhotoChoice(step.picture, file.name, path=encode_path(file)))
        )

    def from_document(self, document: OpenDocument) -> None:
        """The picture that is shown of it, with its steps; of one that was not looked at yet, its file."""
        if not document.steps:
            if document.path is not None:
                self.from_file(document.path)
            return
        held = document.steps[document.index].held
        job = self._ask(tr("Opening {name}", name=document.title), lambda _progress: held.finished().picture)
        # Only as it was opened it is what lies in its file.
        path = "" if document.index or document.path is None else encode_path(document.path)
        job.finished.connect(lambda picture: self._answer(job, PhotoChoice(picture, document.title, path=path)))

    def from_piece(self, entry: StyleBookEntry, then: Callable[[PhotoChoice], object] | None = None) -> None:
        """A piece of the style book. then: takes it in place of ``chosen``."""
        job = self._ask(tr("Opening {name}", name=entry.name), lambda _progress: self.piece(entry))

        def read(picture: Picture) -> None:
            self._answer(job, PhotoChoice(picture, entry.name, entry.id), then)

        job.finished.connect(read)
        job.failed.connect(lambda _error: self.reload())  # a damaged one is taken out of the book

    def from_draft(self, name: str) -> None:
        """What ``draft_name`` says of a photo that was chosen in an earlier session."""
        kind, _, where = name.partition(":")
        if kind == _FILE:
            self.from_file(decode_path(where))
            return
        job = self._ask(tr("Style book"), lambda _progress: self._session.style_book.find(where))
        job.finished.connect(self.from_piece)

    @staticmethod
    def draft_name(photo: PhotoChoice) -> str:
        """Where a photo is found again; empty where it is not."""
        if photo.piece:
            return f"{_PIECE}:{photo.piece}"
        return f"{_FILE}:{photo.path}" if photo.path else ""

    def piece(self, entry: StyleBookEntry) -> Picture:
        """The picture of a piece, for workers. Raises what the style book raises."""
        if entry.id in self._damaged:
            raise self._damaged[entry.id].with_traceback(None)
        found = self._pieces.get(entry.id)
        if found is None:
            try:
                found = self._session.style_book.picture(entry)
            except UnusablePicture as damaged:
                self._damaged[entry.id] = damaged
                raise
            self._pieces[entry.id] = found
            while len(self._pieces) > _KEPT:
                self._pieces.popitem(last=False)
        return found

    def reload(self) -> None:
        """Read the list of the style book anew."""

        def work(_progress: Progress) -> tuple[tuple[StyleBookEntry, ...], tuple[str, ...]]:
            book = self._session.style_book  # opening it loads a database
            return tuple(entry for entry in book.entries() if entry.kind == self._kind), book.notices

        job = self._session.jobs.submit(tr("Style book"), work, lane="files", visible=False)
        job.finished.connect(lambda found: self._list(*found))
        job.failed.connect(self._session.report)

    def change(self, work: Callable[[], object]) -> None:
        """Change the style book on a worker, then list it anew."""
        job = self._session.jobs.submit(tr("Style book"), lambda _progress: work(), lane="files", visible=False)
        job.finished.connect(lambda _done: self.reload())
        job.failed.connect(self._session.report)

    def stop(self) -> None:
        """Answer nothing that is being read."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _list(self, entries: tuple[StyleBookEntry, ...], notices: tuple[str, ...]) -> None:
        said, self._told = self._told, self._told | set(notices)
        new = [notice for notice in notices if notice not in said]
        if new:
            self._session.problem.emit(Problem(tr("Style book"), "\n".join(map(tell_or_keep, new)), good=True))
        self.listed.emit(entries)

    def _ask(self, title: str, work: Callable[[Progress], object]) -> BackgroundJob:
        self.stop()
        job = self._session.jobs.submit(title, work, lane="files")
        self._job = job
        job.failed.connect(self._session.report)
        return job

    def _answer(
        self, job: BackgroundJob, choice: PhotoChoice, then: Callable[[PhotoChoice], object] | None = None
    ) -> None:
        if job is not self._job:
            return
        self._job = None
        self.remember(choice)
        (then or self.chosen.emit)(choice)

    def remember(self, choice: PhotoChoice) -> None:
        """That this picture is called so."""
        self._known[_key(choice.picture)] = choice
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)


def _key(picture: Picture) -> str:
    return picture.digest + places_key(picture)
