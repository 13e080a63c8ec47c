"""What the section of garments does: reads files and pieces, wears them, corrects and keeps them, and changes the style book."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from catchlight.clothing.reference import piece
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.style_book.anchor_editor import AnchorEditor, Render
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.style_book.piece_control import PieceControl
from catchlight.gui.tabs.headshot.garment_section import GarmentSection
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture
from catchlight.store.style_book_entry import GARMENT, StyleBookEntry


class GarmentControl(PieceControl):
    """Between the section and the tab."""

    chosen = Signal(object)
    """The PhotoChoice that is to be worn; None for the own clothes."""

    def __init__(
        self, session: Session, section: GarmentSection, ask: SystemDialogs, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(session, ask, theme, parent, GARMENT)
        self._section = section
        self._asked = False
        self.render: Render | None = None
        """Shows the open person in a piece; None while none is open."""
        self.source.chosen.connect(self.chosen)
        section.taken_off.connect(lambda: self.chosen.emit(None))
        section.keep_wanted.connect(self.keep)
        section.places_wanted.connect(lambda: self.correct(self._worn))
        book = section.book
        book.chosen.connect(self._choose)
        book.hovered.connect(self._hover)
        book.rename_wanted.connect(self._rename)
        book.remove_wanted.connect(self._remove)
        book.places_wanted.connect(lambda key: self.source.from_piece(self._entries[key], self.correct))

    def list_pieces(self) -> None:
        """Read the style book, where that was not done since the tab was entered."""
        if not self._asked:
            self._asked = True
            self.source.reload()

    def forget_list(self) -> None:
        """The tab is left: somebody may change the style book meanwhile."""
        self._asked = False

    def take_file(self, file: Path) -> None:
        self.source.from_file(file)

    def correct(self, photo: PhotoChoice | None) -> None:
        """Open the fitting points of a garment; of a photo once they are found."""
        if photo is None:
            return
        if piece.is_piece(photo.picture):
            self._open_editor(photo)
            return
        session = self._session

        def work(progress: Progress) -> Picture:
            from catchlight.service.style_pieces import garment_piece_of

            progress.report(0.1, "finding the clothes")
            made = garment_piece_of(session.portraits.of(photo.picture), progress)
            made.digest  # noqa: B018  asked for in the GUI thread
            return made

        job = session.jobs.submit(tr("Finding the clothes"), work)
        job.finished.connect(lambda made: self._open_editor(PhotoChoice(made, photo.name)))
        job.failed.connect(session.report)

    def _open_editor(self, photo: PhotoChoice) -> None:
        try:
            dialog = AnchorEditor(self._session, photo, self.render, self._theme, self._window)
        except CatchlightError as damaged:
            self._session.report(damaged)
            return
        dialog.corrected.connect(lambda done: self._corrected(photo, done))
        dialog.open()

    def _corrected(self, before: PhotoChoice, photo: PhotoChoice) -> None:
        """What is worn is worn with its new places, what only lies in the book is shown with them."""
        self.source.remember(photo)
        worn = self._worn
        if photo.piece:
            self.source.reload()
        if worn is not None and worn.piece == before.piece and worn.name == before.name:
            self.chosen.emit(photo)

    def _show_entries(self, entries: tuple[StyleBookEntry, ...]) -> None:
        self._section.book.show_entries(entries)
