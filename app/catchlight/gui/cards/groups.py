"""Cards under headings, of which at most one is chosen over all groups, rendered in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme

Groups = Mapping[str, tuple[str, Sequence[CardItem]]]
"""By key: heading and rows."""


def columns_for(columns: int, theme: Theme) -> int:
    """One less where the text is large, so that names are not cut off."""
    return max(2, columns - 1) if theme.large else columns


class CardGroups(QWidget):
    """Groups without a row are left out."""

    chosen = Signal(str)
    hovered = Signal(str)
    """Id of the card under the pointer, empty when it has left."""

    def __init__(
        self, kind: str, groups: Groups, stock: CardCache, theme: Theme, *, columns: int = 3, aspect: float = 1.0
    ) -> None:
        """kind: what the cards are of, other than in any other grid."""
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.px(2))
        self.groups: dict[str, Cards] = {}
        self._renderers: list[CardRenderer] = []
        for key, (title, rows) in groups.items():
            if not rows:
                continue
            cards = Cards(rows, theme, columns=columns_for(columns, theme), aspect=aspect)
            cards.chosen.connect(self._choose)
            cards.hovered.connect(self.hovered)
            self.column.addWidget(label(title, "section"))
            self.column.addWidget(cards)
            self.groups[key] = cards
            self._renderers.append(CardRenderer(stock, cards, kind))

    @property
    def current(self) -> str | None:
        return next((cards.current for cards in self.groups.values() if cards.current is not None), None)

    def choose(self, key: str | None) -> None:
        """Mark a card without saying that it was pressed; none for a choice that has no card."""
        for cards in self.groups.values():
            cards.choose(key if key in cards.cards else None)

    def show_cards(self, key: object, work: Callable[[str], Work]) -> None:
        """Show every card as ``work(id)`` renders it. key: what the renderings hang on besides the id."""
        for renderer in self._renderers:
            renderer.render(key, work)

    def stop(self) -> None:
        for renderer in self._renderers:
            renderer.stop()

    @property
    def busy(self) -> bool:
        return any(renderer.busy for renderer in self._renderers)

    def _choose(self, key: str) -> None:
        self.choose(key)
        self.chosen.emit(key)
