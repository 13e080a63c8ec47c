"""The rows of cards of the headshot tab: backgrounds, clothes and framings of this person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.cards.groups import columns_for
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.tabs.headshot.render import HeadshotRenderer
from catchlight.gui.tabs.headshot.state import HeadshotState
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.choices import BLUR, KEEP, OWN_PICTURE, REFERENCE, TRANSPARENT

_COLUMNS = 4
_ASPECT = 1.2


class CardRow(QWidget):
    """A section of cards, of which one is chosen. vary: the wish with a card's id."""

    chosen = Signal(str)
    hovered = Signal(str)

    def __init__(
        self,
        kind: str,
        title: str,
        rows: Sequence[CardItem],
        vary: Callable[[HeadshotState, str], HeadshotState],
        stock: CardCache,
        theme: Theme,
        aspect: float = _ASPECT,
    ) -> None:
        super().__init__()
        self.vary = vary
        self.cards = Cards(rows, theme, columns=columns_for(_COLUMNS, theme), aspect=aspect)
        self.cards.chosen.connect(self.chosen)
        self.cards.hovered.connect(self.hovered)
        self.renderer = CardRenderer(stock, self.cards, kind)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.px(2))
        self.title = label(title, "section")
        self.column.addWidget(self.title)
        self.column.addWidget(self.cards)

    def show_cards(self, studio: HeadshotRenderer, picture: Picture, wish: HeadshotState) -> None:
        """Render each card as ``wish`` with its id."""
        plain = replace(wish, key_light=0.0, fill_light=0.0, rim_light=0.0, skin=0.0)
        # What a card shows beside its own id is seen on the first and the last: what is kept, and what a colour dyes.
        ids = list(self.cards.cards)
        key = (picture.digest, self.vary(plain, ids[0]), self.vary(plain, ids[-1]))
        self.renderer.render(key, lambda name: studio.card(picture, self.vary(plain, name)))

    def stop(self) -> None:
        self.renderer.stop()


def background_row(catalogue: Catalogue, stock: CardCache, theme: Theme) -> CardRow:
    rows = [
        CardItem(KEEP, tr("Own background")),
        CardItem(BLUR, tr("Own, out of focus")),
        CardItem(TRANSPARENT, tr("Transparent")),
        CardItem(OWN_PICTURE, tr("A picture of your own")),
        *(
            CardItem(row.id, label_of(row), row.hex)
            for row in sorted(catalogue.backdrops, key=lambda row: row.family == "plain")
        ),
    ]

    def vary(wish: HeadshotState, name: str) -> HeadshotState:
        return wish.on(name) if name != OWN_PICTURE or wish.picture is not None else wish.on(KEEP)

    return CardRow("background", tr("Background"), rows, vary, stock, theme)


def clothing_row(catalogue: Catalogue, part: Callable[[], str], stock: CardCache, theme: Theme) -> CardRow:
    """part: id of what the next colour is for."""
    rows = [CardItem(KEEP, tr("Own colour"))]
    rows += [CardItem(row.id, label_of(row), row.hex) for row in catalogue.clothing if row.kind == "color"]
    rows.insert(1, CardItem(REFERENCE, tr("Of another photo")))

    def vary(wish: HeadshotState, name: str) -> HeadshotState:
        return replace(wish.clothed(part(), name), background=KEEP, sentence="", tweaks=())

    return CardRow("clothes", tr("Clothes"), rows, vary, stock, theme)


def framing_row(catalogue: Catalogue, stock: CardCache, theme: Theme) -> CardRow:
    rows = [CardItem(row.id, label_of(row)) for row in catalogue.framings if not row.modifier]
    return CardRow("framing", tr("Framing"), rows, lambda wish, name: wish.framed(name, catalogue), stock, theme)
