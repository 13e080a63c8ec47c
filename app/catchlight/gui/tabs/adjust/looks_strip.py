"""The looks of the catalogue as cards in a row that is scrolled sideways."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr

NO_LOOK = ""
_FLAT = 0.75
"""Height by width of a look's picture: lower than others, so that the first sliders are seen without scrolling."""


class LooksStrip(QScrollArea):
    """Holds ``cards``, the first of which stands for no look."""

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        looks = [CardItem(NO_LOOK, tr("None")), *(CardItem(row.id, label_of(row)) for row in catalogue.looks)]
        self.cards = Cards(looks, theme, columns=len(looks), aspect=_FLAT, width=theme.px(22))
        self.cards.setAccessibleName(tr("Looks"))
        for card in self.cards.cards.values():
            card.setFixedSize(card.sizeHint())
        self.setWidget(self.cards)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedHeight(self.cards.sizeHint().height() + theme.px(3))

    def choose(self, look: str | None) -> None:
        """Show which look holds, and bring it into sight."""
        chosen = look or NO_LOOK
        if chosen != self.cards.current:
            self.cards.choose(chosen)
            self.ensureWidgetVisible(self.cards.cards.get(chosen, self.cards.cards[NO_LOOK]))
