"""What the section of photos does: asks for files, reads them, wears them, and changes the style book."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.style_book.add_piece_dialog import AddPieceDialog
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.style_book.photo_source import PhotoSource
from catchlight.gui.tabs.hair.photo_section import PHOTO, PhotoSection
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr
from catchlight.imaging.picture import Picture
from catchlight.store.style_book_entry import StyleBookEntry, tagged_with


class PhotoControl(QObject):
    """Between the section and the tab."""

    wished = Signal(object)
    """What is to become of the HairState: a function from the one before."""
    tried = Signal(object)
    """The PhotoChoice of the piece under the pointer; None when it has left."""
    listed = Signal()
    """The style book's pieces are known, or are others now."""

    def __init__(
        self, session: Session, section: PhotoSection, ask: SystemDialogs, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._section = section
        self._ask = ask
        self._theme = theme
        self._window = parent
        self._document: OpenDocument | None = None
        self._worn: PhotoChoice | None = None
        self._hovered = ""
        self._entries: dict[str, StyleBookEntry] = {}
        self.source = PhotoSource(session, self)
        self.source.chosen.connect(self._wear)
        self.source.listed.connect(self._list)
        section.file_wanted.connect(self._ask_file)
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

    def piece(self, entry: str) -> Picture:
        """The picture of a piece by its id, for workers. Raises what the style book raises."""
        return self.source.piece(self._entries[entry])

    def keep(self) -> AddPieceDialog | None:
        """Ask for a name for the hair that is worn."""
        if self._worn is None:
            return None
        dialog = AddPieceDialog(self._session, self._worn, self._theme, self._window)
        dialog.saved.connect(lambda _entry: self.source.reload())
        dialog.open()
        return dialog

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

    def show_worn(self, photo: PhotoChoice | None) -> None:
        """The photo that is worn now."""
        self._worn = photo

    def _wear(self, photo: PhotoChoice | None) -> None:
        self.wished.emit(lambda wish: wish.wearing(photo))

    def _colour(self, which: str) -> None:
        def change(wish: HairState) -> HairState:
            return replace(wish, photo_colour=which == PHOTO)

        self.wished.emit(change)

    def _ask_file(self) -> None:
        path = None if self._document is None else self._document.path
        chosen = self._ask.pictures(self._window, str(path.parent if path is not None else Path.home()))
        if chosen:
            self.source.from_file(chosen[0])

    def _choose(self, key: str) -> None:
        self._hovered = ""
        self.source.from_piece(self._entries[key])

    def _hover(self, key: str) -> None:
        self._hovered = key
        if not key:
            self.tried.emit(None)
            return
        if self._worn is not None and self._worn.piece == key:
            return
        self.source.from_piece(self._entries[key], lambda photo: self._try(key, photo))

    def _try(self, key: str, photo: PhotoChoice) -> None:
        if key == self._hovered:
            self.tried.emit(photo)

    def _list(self, entries: tuple[StyleBookEntry, ...]) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._section.show_entries(entries)
        self.listed.emit()

    def _rename(self, key: str) -> None:
        entry, book = self._entries[key], self._session.style_book
        name = self._ask.line(self._window, tr("Rename the piece"), tr("Name"), entry.name)
        if name is not None and name.strip() != entry.name:
            self.source.change(lambda: book.rename(entry.id, name))

    def _remove(self, key: str) -> None:
        entry, book = self._entries[key], self._session.style_book
        question = tr("Remove “{name}” from the style book? Pictures that wear it stay as they are.", name=entry.name)
        if self._ask.yes(self._window, tr("Remove the piece"), question):
            self.source.change(lambda: book.remove(entry.id))
