"""What a section of the style book's pieces does: tries, wears, keeps, renames and removes them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument, folder_of
from catchlight.gui.style_book.add_piece_dialog import AddPieceDialog
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.style_book.photo_source import PhotoSource
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture
from catchlight.store.style_book_entry import HAIR, Kind, StyleBookEntry


class PieceControl(QObject):
    """Between a section and its tab. What is chosen is told by ``source``."""

    tried = Signal(object)
    """The PhotoChoice of the piece under the pointer; None when it has left."""
    listed = Signal()
    """The style book's pieces of this kind are known, or are others now."""

    def __init__(self, session: Session, ask: SystemDialogs, theme: Theme, parent: QWidget, kind: Kind = HAIR) -> None:
        super().__init__(parent)
        self._session = session
        self._ask = ask
        self._theme = theme
        self._window = parent
        self._kind: Kind = kind
        self._worn: PhotoChoice | None = None
        self._hovered = ""
        self._entries: dict[str, StyleBookEntry] = {}
        self.source = PhotoSource(session, self, kind)
        self.source.listed.connect(self._list)

    def ask_file(self, document: OpenDocument | None) -> None:
        """Ask for a photo to take from. document: the one that is shown, beside which it is looked for."""
        chosen = self._ask.pictures(self._window, str(folder_of(document)))
        if chosen:
            self.source.from_file(chosen[0])

    def piece(self, entry: str) -> Picture:
        """The picture of a piece by its id, for workers. Raises what the style book raises."""
        return self.source.piece(self._entries[entry])

    def show_worn(self, photo: PhotoChoice | None) -> None:
        """What is worn now."""
        self._worn = photo

    def keep(self) -> AddPieceDialog | None:
        """Ask for a name for what is worn."""
        if self._worn is None:
            return None
        dialog = AddPieceDialog(self._session, self._worn, self._theme, self._window, self._kind)
        dialog.saved.connect(lambda _entry: self.source.reload())
        dialog.open()
        return dialog

    def _show_entries(self, entries: tuple[StyleBookEntry, ...]) -> None:
        """Put them into the section."""
        raise NotImplementedError

    def _choose(self, key: str) -> None:
        self._hovered = ""
        self.source.from_piece(self._entries[key])

    def _hover(self, key: str) -> None:
        self._hovered = key
        if not key:
            self.tried.emit(None)
        elif self._worn is None or self._worn.piece != key:
            self.source.from_piece(self._entries[key], lambda photo: self._try(key, photo))

    def _try(self, key: str, photo: PhotoChoice) -> None:
        if key == self._hovered:
            self.tried.emit(photo)

    def _list(self, entries: tuple[StyleBookEntry, ...]) -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._show_entries(entries)
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
