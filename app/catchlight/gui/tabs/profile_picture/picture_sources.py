"""What profile pictures are made of: the picture that is shown, or any stored one, chosen from cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.canvas import qt_images
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.cards.groups import columns_for
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob, Work
from catchlight.gui.jobs.profile_feed import SourcePicture
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.avatar_words import generation_help, generation_title
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File
from catchlight.store.generation import Generation

CURRENT = "current"
"""Id of the card of the picture that is shown."""
_PAGE = 11
_COLUMNS = 4


@dataclass(frozen=True, eq=False)
class ProfilePictureSource:
    """A picture to make profile pictures of. Two are the same where their ``picture`` is."""

    picture: Picture
    shown: ImagePyramid
    name: str
    generation: str | None = None
    read: File | None = None

    @property
    def supply(self) -> SourcePicture:
        picture, read = self.picture, self.read

        def file() -> File:
            return read if read is not None else File(codec.encode(picture, "image/png"), "image/png")

        return SourcePicture(picture, self.name, file, self.generation)


def source_of(document: OpenDocument, step: EditStep) -> ProfilePictureSource:
    """The shown step of a document, with all its edits."""
    return ProfilePictureSource(step.picture, step.shown, document.title, step.generation, step.file or step.read)


@dataclass(frozen=True)
class StoredSource:
    """A stored picture with its thumbnail."""

    generation: Generation
    image: QImage


class Sources(QWidget):
    """Cards: this picture first, then the stored ones, newest first."""

    chosen = Signal(object)
    """A Source, or None for the picture that is shown."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._listed: list[StoredSource] = []
        self._next: str | None = None
        self._job: BackgroundJob | None = None
        self._loading: BackgroundJob | None = None
        self._current: QImage | None = None
        self.key = CURRENT
        self.cards = Cards([], theme, columns=columns_for(_COLUMNS, theme))
        self.cards.chosen.connect(self._choose)
        self.more = QPushButton(tr("Older pictures"))
        self.more.setProperty("role", "flat")
        self.more.setToolTip(tr("Show more of what was made before"))
        self.more.clicked.connect(self._older)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(label(tr("Picture"), "section"))
        column.addWidget(self.cards)
        column.addWidget(self.more)
        self._fill()

    @property
    def busy(self) -> bool:
        return self._job is not None or self._loading is not None

    def show_current(self, image: QImage | None) -> None:
        """The picture that is shown has another look."""
        self._current = image
        self.cards.cards[CURRENT].set_image(image)

    def refresh(self) -> None:
        """Read the first page again; what is chosen stays."""
        if self._job is None:
            self._read(None)

    def choose_current(self) -> None:
        self.key = CURRENT
        self.cards.choose(CURRENT)

    def _older(self) -> None:
        if self._job is None and self._next is not None:
            self._read(self._next)

    def _read(self, before: str | None) -> None:
        store = self._session.store

        def work(progress: Progress) -> tuple[list[StoredSource], str | None]:
            page = store.page(_PAGE, before)
            usable = [entry for entry in page.generations if entry.media_type in codec.EXTENSIONS]
            return [
                StoredSource(entry, qt_images.decode_image(store.thumbnail(entry.id))) for entry in usable
            ], page.next

        job = self._session.jobs.submit(tr("History"), work, lane="files", visible=False)
        self._job = job
        job.finished.connect(lambda found: self._arrived(before, *found))
        job.failed.connect(self._not_read)
        job.cancelled.connect(lambda: self._not_read(None))

    def _arrived(self, before: str | None, listed: Sequence[StoredSource], after: str | None) -> None:
        self._job = None
        known = {entry.generation.id for entry in self._listed}
        new = [entry for entry in listed if entry.generation.id not in known]
        if before is None:
            if not new and self._listed:
                return
            if len(new) == len(listed) or not self._listed:  # a page or more is new, or this is the first look
                self._listed, self._next = list(listed), after
            else:
                self._listed = [*new, *self._listed]
        else:
            self._listed, self._next = [*self._listed, *new], after
        self._fill()

    def _not_read(self, error: CatchlightError | None) -> None:
        self._job = None
        if error is not None:
            self._session.report(error)

    def _fill(self) -> None:
        rows = [CardItem(CURRENT, tr("This picture"))]
        rows += [CardItem(entry.generation.id, generation_title(entry.generation)) for entry in self._listed]
        known = set(self.cards.cards)
        self.cards.show_rows(rows)
        cards = self.cards.cards
        for entry in self._listed:
            if entry.generation.id not in known:
                cards[entry.generation.id].set_image(entry.image)
                cards[entry.generation.id].setToolTip(generation_help(entry.generation))
        cards[CURRENT].set_image(self._current)
        cards[CURRENT].setToolTip(tr("The picture that is shown, with its edits"))
        if self.key not in cards:
            self.key = CURRENT
            self.chosen.emit(None)
        self.cards.choose(self.key)
        self.more.setVisible(self._next is not None)

    def _choose(self, key: str) -> None:
        self.key = key
        if self._loading is not None:
            self._loading.cancel()
            self._loading = None
        if key == CURRENT:
            self.chosen.emit(None)
            return
        entry = next(one.generation for one in self._listed if one.generation.id == key)
        job = self._session.jobs.submit(generation_title(entry), self._load(entry), lane="files")
        self._loading = job
        job.finished.connect(lambda source: self._loaded(job, source))
        job.failed.connect(lambda error: self._not_loaded(job, error))

    def _load(self, entry: Generation) -> Work:
        store = self._session.store

        def work(progress: Progress) -> ProfilePictureSource:
            data = store.data(entry.id)
            picture = codec.decode(data, codec.STORE_LIMITS, entry.name, progress=progress)
            progress.check()
            name = entry.name or generation_title(entry)
            return ProfilePictureSource(
                picture, qt_images.build_pyramid(picture), name, entry.id, File(data, entry.media_type)
            )

        return work

    def _loaded(self, job: BackgroundJob, source: ProfilePictureSource) -> None:
        if job is self._loading:
            self._loading = None
            self.chosen.emit(source)

    def _not_loaded(self, job: BackgroundJob, error: CatchlightError) -> None:
        if job is self._loading:
            self._loading = None
            self.choose_current()
            self.chosen.emit(None)
            self._session.report(error)
