"""The pieces of one kind in the style book as cards of the open person, found by typing where they are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.cards.groups import columns_for
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.store.style_book_entry import StyleBookEntry, matching

_SEARCHED = 8
"""So many pieces are seen at a glance; of more, some are found by typing."""


class PieceCards(QWidget):
    """Shows pieces, and says what was pressed."""

    chosen = Signal(str)
    hovered = Signal(str)
    """Id, empty when the pointer has left."""
    rename_wanted = Signal(str)
    remove_wanted = Signal(str)
    places_wanted = Signal(str)

    def __init__(
        self,
        session: Session,
        theme: Theme,
        hint: str,
        kind: str,
        *,
        columns: int = 3,
        aspect: float = 1.0,
        has_places: bool = False,
    ) -> None:
        """hint: what an empty book is told with. kind: tells the cards from those of other grids. has_places: whether the pieces
        have fitting points, which a card's menu offers to correct."""
        super().__init__()
        self._has_places = has_places
        self.entries: tuple[StyleBookEntry, ...] = ()
        self._showing: tuple[object, Callable[[str], Work]] | None = None
        self._piece = ""
        self.hint = label(hint, "muted", wrap=True)
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search the style book"))
        self.search.setAccessibleName(tr("Search the style book"))
        self.search.setToolTip(tr("Words of names and tags"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._fill)
        self.nothing = label(tr("No piece fits these words."), "muted", wrap=True)
        self.cards = Cards((), theme, columns=columns_for(columns, theme), aspect=aspect)
        self.cards.chosen.connect(self.chosen)
        self.cards.hovered.connect(self.hovered)
        self.renderer = CardRenderer(session.stock, self.cards, kind)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(label(tr("Style book"), "section"))
        for widget in (self.hint, self.search, self.nothing, self.cards):
            column.addWidget(widget)
        self.show_entries(())

    def choose(self, piece: str) -> None:
        """The piece that is worn; empty for none."""
        self._piece = piece
        self.cards.choose(piece or None)

    def show_entries(self, entries: Sequence[StyleBookEntry]) -> None:
        """What the style book holds now."""
        self.entries = tuple(entries)
        self.hint.setVisible(not entries)
        self.search.setVisible(len(entries) > _SEARCHED)
        self._fill()

    def show_cards(self, key: object, work: Callable[[str], Work]) -> None:
        """Show every piece as ``work(id)`` renders it. key: what the renderings hang on besides the id."""
        self._showing = key, work
        self.renderer.render(key, work)

    def stop(self) -> None:
        self._showing = None
        self.renderer.stop()

    def menu_of(self, key: str) -> QMenu:
        """What is offered for a card."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._has_places:
            menu.addAction(tr("Fitting points…")).triggered.connect(lambda: self.places_wanted.emit(key))
        menu.addAction(tr("Rename…")).triggered.connect(lambda: self.rename_wanted.emit(key))
        menu.addAction(tr("Remove…")).triggered.connect(lambda: self.remove_wanted.emit(key))
        return menu

    def _fill(self, _text: str = "") -> None:
        typed = self.search.text() if len(self.entries) > _SEARCHED else ""
        found = matching(self.entries, typed)
        self.nothing.setVisible(bool(self.entries) and not found)
        showing = self._showing
        self.stop()
        self.cards.show_rows([CardItem(entry.id, entry.name) for entry in found])
        for key, card in self.cards.cards.items():
            if card.contextMenuPolicy() != Qt.ContextMenuPolicy.CustomContextMenu:
                card.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                card.customContextMenuRequested.connect(partial(self._offer, key))
        self.cards.choose(self._piece or None)
        if showing is not None:
            self.show_cards(*showing)

    def _offer(self, key: str, place: QPoint) -> None:
        self.menu_of(key).popup(self.cards.cards[key].mapToGlobal(place))
