"""What the section of photos does: asks for files, reads them, wears them, and changes the style book."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.style_book.piece_control import PieceControl
from catchlight.gui.tabs.hair.photo_section import PHOTO, PhotoSection
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of
from catchlight.store.style_book_entry import StyleBookEntry, tagged_with


class PhotoControl(PieceControl):
    """Between the section and the tab."""

    wished = Signal(object)
    """What is to become of the HairState: a function from the one before."""

    def __init__(
        self, session: Session, section: PhotoSection, ask: SystemDialogs, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(session, ask, theme, parent)
        self._section = section
        self._document: OpenDocument | None = None
        self.source.chosen.connect(self._wear)
        section.file_wanted.connect(lambda: self.ask_file(self._document))
        section.file_dropped.connect(self.source.from_file)
        section.document_chosen.connect(self.source.from_document)
        section.taken_off.connect(lambda: self.wished.emit(lambda wish: wish.styled(wish.style)))
        section.colour_chosen.connect(self._colour)
        section.keep_wanted.connect(self.keep)
        section.piece_chosen.connect(self._choose)
        section.piece_hovered.connect(self._hover)
        section.rename_wanted.connect(self._rename)
        section.remove_wanted.connect(self._remove)

    def show_document(self, document: OpenDocument | None, *, other: bool) -> None:
        """other: than before; what was being read for that one is not worn by this one."""
        if other:
            self.source.stop()
        self._document = document
        self._section.show_document(document)

    def kept_for_styles(self) -> dict[str, StyleBookEntry]:
        """The pieces that are worn for styles of the catalogue, by the style's id."""
        found = {
            row.id: tagged_with(tuple(self._entries.values()), row.id, label_of(row))
            for row in self._session.catalogue.hair_styles
            if not row.modifier
        }
        return {style: entry for style, entry in found.items() if entry is not None}

    def wear_for(self, style: str) -> bool:
        """Wear the piece that is kept for a style; whether there is one."""
        entry = self.kept_for_styles().get(style)
        if entry is None:
            return False
        self._hovered = ""
        self.source.from_piece(entry, lambda photo: self.wished.emit(lambda wish: wish.wearing_as(style, photo)))
        return True

    def try_for(self, style: str) -> bool:
        """Show it while the pointer is over the style's card; whether there is one."""
        entry = self.kept_for_styles().get(style)
        self._hovered = "" if entry is None else entry.id
        if entry is None:
            return False
        self.source.from_piece(entry, lambda photo: self._try(entry.id, photo))
        return True

    def _wear(self, photo: PhotoChoice | None) -> None:
        self.wished.emit(lambda wish: wish.wearing(photo))

    def _colour(self, which: str) -> None:
        def change(wish: HairState) -> HairState:
            return replace(wish, photo_colour=which == PHOTO)

        self.wished.emit(change)

    def _show_entries(self, entries: tuple[StyleBookEntry, ...]) -> None:
        self._section.show_entries(entries)
