"""Clothes of a photo above the cards of colours: where they come from, what is worn, garments of the style book as cards."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.style_book.piece_cards import PieceCards
from catchlight.gui.tabs.headshot.state import HeadshotState
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.drop_button import DropButton
from catchlight.gui.widgets.labels import OneLine
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

_COLUMNS = 3
_ASPECT = 1.2


class GarmentSection(QWidget):
    """Shows a wish and the style book, and says what was pressed."""

    taken_off = Signal()
    places_wanted = Signal()
    keep_wanted = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.photo_button = DropButton(tr("From a photo…"))
        if not theme.large:  # words alone fill the row
            self.photo_button.setIcon(theme.icons("photo"))
        self.photo_button.setToolTip(
            tr("Clothes of another photo, or of a cut-out garment: press, or drop a picture here")
        )
        self.worn = QWidget()
        self.named = OneLine("")
        self.off_button = self._button(tr("Take off"), tr("The person's own clothes again"), self.taken_off)
        self.places_button = self._button(
            tr("Fitting points…"),
            tr("Correct where collar, shoulders and hem of these clothes are"),
            self.places_wanted,
        )
        self.keep_button = self._button(
            tr("Add to style book…"),
            tr("Keep these clothes, to be worn by others too; nothing of the face is kept"),
            self.keep_wanted,
        )
        column = QVBoxLayout(self.worn)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        row = share_row(self.named, self.off_button, spacing=theme.px(2))
        row.setStretch(1, 0)
        column.addLayout(row)
        column.addLayout(share_row(self.places_button, self.keep_button, spacing=theme.px(2)))
        self.worn.hide()
        hint = tr("Clothes that you keep here are shown on every person.")
        self.book = PieceCards(
            session, theme, hint, "garments of the style book", columns=_COLUMNS, aspect=_ASPECT, has_places=True
        )
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(theme.px(2))
        whole.addWidget(self.photo_button)
        whole.addWidget(self.worn)
        whole.addWidget(self.book)

    def show_wish(self, wish: HeadshotState) -> None:
        """Without saying that anything is wished."""
        worn = wish.worn
        self.worn.setVisible(worn is not None)
        self.book.choose("" if worn is None else worn.piece)
        if worn is not None:
            self.named.show_text(tr("Clothes of {name}", name=worn.name))
            self.keep_button.setVisible(not worn.piece)

    def _button(self, text: str, tip: str, pressed: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.clicked.connect(pressed)
        return button
