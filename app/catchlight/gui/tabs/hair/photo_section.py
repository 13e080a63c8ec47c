"""Hair of a photo on the page of styles: where it comes from, its colour, and the style book as cards of this person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QMenu, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.style_book.piece_cards import PieceCards
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.drop_button import DropButton
from catchlight.gui.widgets.labels import OneLine, label
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr
from catchlight.store.style_book_entry import StyleBookEntry

OWN, PHOTO = "own", "photo"


class PhotoSection(QWidget):
    """Shows a wish and the style book, and says what was pressed."""

    file_wanted = Signal()
    file_dropped = Signal(object)
    """Path."""
    document_chosen = Signal(object)
    """OpenDocument."""
    taken_off = Signal()
    colour_chosen = Signal(str)
    """own or photo."""
    keep_wanted = Signal()
    piece_chosen = Signal(str)
    piece_hovered = Signal(str)
    """Id, empty when the pointer has left."""
    rename_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self._current: OpenDocument | None = None
        self._build_source()
        self._build_worn()
        self._build_book(session)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(label(tr("From a photo"), "section"))
        column.addLayout(share_row(self.photo_button, self.open_button, spacing=theme.px(2)))
        column.addWidget(self.worn)
        column.addWidget(self.book)

    def _build_source(self) -> None:
        self.photo_button = DropButton(tr("From a photo…"))
        self.photo_button.setToolTip(
            tr("Wear the hair of somebody else's photo, or of a piece: press, or drop a picture here")
        )
        self.photo_button.clicked.connect(self.file_wanted)
        self.photo_button.dropped.connect(self.file_dropped)
        self.open_button = QPushButton(tr("An open picture"))
        self.open_button.setToolTip(tr("Wear the hair of a picture that is open in this window"))
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.open_button.setMenu(self.menu)
        if not self._theme.large:  # words alone fill the row
            self.photo_button.setIcon(self._theme.icons("photo"))

    def _build_worn(self) -> None:
        theme = self._theme
        self.worn = QWidget()
        self.named = OneLine("")
        self.off_button = QPushButton(tr("Take off"))
        self.off_button.setToolTip(tr("The person's own style again"))
        self.off_button.clicked.connect(self.taken_off)
        self.colour = Segments(
            (
                (OWN, tr("Own colour"), None, tr("The person's own hair colour")),
                (PHOTO, tr("The photo's"), None, tr("The hair colour of the photo")),
            )
        )
        self.colour.setAccessibleName(tr("Colour of the hair of the photo"))
        self.colour.chosen.connect(self.colour_chosen)
        self.keep_button = QPushButton(tr("Add to style book…"))
        self.keep_button.setToolTip(tr("Keep this hair, to be worn by others too; nothing of the face is kept"))
        self.keep_button.clicked.connect(self.keep_wanted)
        column = QVBoxLayout(self.worn)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        row = share_row(self.named, self.off_button, spacing=theme.px(2))
        row.setStretch(1, 0)
        column.addLayout(row)
        column.addWidget(self.colour)
        column.addWidget(self.keep_button)
        self.worn.hide()

    def _build_book(self, session: Session) -> None:
        hint = tr("Hair that you keep here is shown on every person.")
        self.book = PieceCards(session, self._theme, hint, "style book")
        self.hint, self.search, self.nothing = self.book.hint, self.book.search, self.book.nothing
        self.cards, self.renderer = self.book.cards, self.book.renderer
        self.book.chosen.connect(self.piece_chosen)
        self.book.hovered.connect(self.piece_hovered)
        self.book.rename_wanted.connect(self.rename_wanted)
        self.book.remove_wanted.connect(self.remove_wanted)

    # Shown

    def show_document(self, document: OpenDocument | None) -> None:
        """The picture that is worked on: the others are offered."""
        self._current = document

    def show_wish(self, wish: HairState) -> None:
        """Fill in without saying that anything is wished."""
        self.worn.setVisible(wish.photo is not None)
        self.book.choose("" if wish.photo is None else wish.photo.piece)
        if wish.photo is not None:
            self._name_worn(wish, wish.photo.name)
            self.keep_button.setVisible(not wish.photo.piece)
        self.colour.choose(PHOTO if wish.photo_colour else OWN)
        # Another colour that is laid on takes the place of both.
        self.colour.setEnabled(wish.colour is None)

    def _name_worn(self, wish: HairState, name: str) -> None:
        """What is worn, and what taking it off leads to."""
        style = self._session.catalogue.hair_styles.get(wish.style or "")
        if style is None:
            self.named.show_text(tr("Hair of {name}", name=name))
            self.off_button.setText(tr("Take off"))
            self.off_button.setToolTip(tr("The person's own style again"))
        else:
            self.named.show_text(tr("{style}: your piece {name}", style=label_of(style), name=name))
            self.off_button.setText(tr("Draw it"))
            self.off_button.setToolTip(tr("This style as it is drawn, in place of your piece"))

    def show_entries(self, entries: Sequence[StyleBookEntry]) -> None:
        """What the style book holds now."""
        self.book.show_entries(entries)

    def show_cards(self, key: object, work: Callable[[str], Work]) -> None:
        """Show every piece as ``work(id)`` renders it. key: what the renderings hang on besides the id."""
        self.book.show_cards(key, work)

    def stop(self) -> None:
        self.book.stop()

    def _fill_menu(self) -> None:
        self.menu.clear()
        for document in self._session.documents:
            if document is self._current or document.broken:
                continue
            image = document.thumbnail
            icon = QIcon() if image is None else QIcon(QPixmap.fromImage(image))
            action = self.menu.addAction(icon, document.title)
            action.triggered.connect(partial(self._choose_document, document))
        if self.menu.isEmpty():
            self.menu.addAction(tr("No other picture is open")).setEnabled(False)

    def _choose_document(self, document: OpenDocument, _checked: bool = False) -> None:
        self.document_chosen.emit(document)
