"""The choice of a document: a few large cards, and a search over all of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from catchlight.catalogue.documents import DocumentSpec
from catchlight.catalogue.documents.search import search
from catchlight.gui.id_documents.words import country_of, document_size, document_title, photographer_note
from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, column_of, foot_of, scrolled
from catchlight.gui.kiosk.widgets.buttons import ChoiceCard, big_button, text_label
from catchlight.gui.kiosk.widgets.fitting import FittingArea
from catchlight.gui.kiosk.widgets.keyboard import ScreenKeyboard
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.flow import events as on

FEW = 6
"""Documents that are shown as cards; where there are more, one of the cards searches."""
FOUND = 30
"""Documents of a search that are listed."""
POPULAR = (
    "icao_35x45",
    "us_passport",
    "uk_passport",
    "de_passport",
    "fr_passport",
    "cn_passport",
    "in_passport",
    "ca_passport",
)
"""Shown first where the configuration names none."""


class DocumentScreen(KioskScreen):
    """Cards; after a touch on "search" the list with its keyboard."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        table = desk.parts.catalogue.documents
        self._rows = [row for entry in desk.rules.documents if (row := table.get(entry)) is not None]
        self.say(tr("Which document do you need a photo for?"))
        self.cards: dict[str, ChoiceCard] = {}
        grid = QGridLayout()
        grid.setSpacing(looks.gap)
        columns = 2 if looks.upright else 3
        shown = self._rows if len(self._rows) <= FEW else _first(self._rows)
        for place, row in enumerate(shown):
            card = self.cards[row.id] = self.card(row).at_least(round(looks.target * 2))
            grid.addWidget(card, place // columns, place % columns)
        if looks.upright:
            self.controls.addLayout(grid)
            self.controls.addStretch(1)
        else:  # the way back stays where it is, however high the cards are
            self.controls.addWidget(_moved_apart(grid, looks.target * 2), 1)
        back = self.button(tr("Back"), "", on.WentBack) if len(desk.rules.languages) > 1 else None
        self.search_button = None
        if len(self._rows) > FEW:
            self.search_button = big_button(tr("Search another document"), "", self._search)
        self.controls.addLayout(foot_of(looks, back, self.search_button))
        self.lay_out()

    @property
    def help(self) -> str:
        finder = getattr(self, "finder", None)
        if finder is not None and finder.isVisible():
            return tr("Type the name of the country with the keys, then touch your document in the list.")
        cards = tr("Touch the document that you need a photo for.")
        if self.search_button is None:
            return cards
        search = tr(
            "If it is not among the cards, touch “{button}” and type the name of the country.",
            button=self.search_button.text(),
        )
        return f"{cards} {search}"

    def card(self, row: DocumentSpec) -> ChoiceCard:
        parts = (country_of(row), document_size(row), photographer_note(row))
        card = ChoiceCard(self.looks, document_title(row), " · ".join(part for part in parts if part))
        card.clicked.connect(lambda _checked=False: self.send(on.DocumentChosen(row.id)))
        return card

    def _search(self) -> None:
        self._show_choice(False)
        self.finder = DocumentFinder(self, self._rows)
        self.finder.closed.connect(lambda: self._show_choice(True))
        self.finder.setGeometry(self.rect())
        self.finder.show()

    def _show_choice(self, shown: bool) -> None:
        """The cards need more height than there may be for the search, which does with what there is."""
        for part in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if not isinstance(part, DocumentFinder):
                part.setVisible(shown)

    def resizeEvent(self, event: object) -> None:
        finder = getattr(self, "finder", None)
        if finder is not None:
            finder.setGeometry(self.rect())


def _moved_apart(grid: QGridLayout, least: int) -> FittingArea:
    """A grid that is moved by finger where there is less room than it needs. least: height in pixels."""
    content, area = QWidget(), FittingArea()
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    column.addLayout(grid)
    column.addStretch(1)
    area.exchange(content)
    area.setMinimumHeight(least)
    return area


class DocumentFinder(QWidget):
    """Over the cards: what was typed, what it finds, and the keyboard."""

    closed = Signal()

    def __init__(self, screen: DocumentScreen, rows: Sequence[DocumentSpec]) -> None:
        super().__init__(screen)
        self._screen = screen
        self._rows = rows
        self.setObjectName("screen")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        looks, desk = screen.looks, screen.desk
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Type the name of the country"))
        self.field.setAccessibleName(tr("Search a document"))
        self.field.textChanged.connect(self._find)
        self.list = scrolled(QWidget())
        self.keyboard = ScreenKeyboard.for_search(looks, desk.state.language)
        self.keyboard.typed.connect(self.field.insert)
        self.keyboard.erased.connect(self.field.backspace)
        self.cards: dict[str, ChoiceCard] = {}
        close = big_button(tr("Back"), "", self._close)
        line = QHBoxLayout()
        line.setSpacing(looks.gap)
        line.addWidget(close)
        line.addWidget(self.field, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(looks.margin, looks.margin, looks.margin, looks.gap)
        column.setSpacing(looks.gap)
        column.addLayout(line)
        column.addWidget(self.list, 1)
        column.addWidget(self.keyboard)
        self._find("")

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def _find(self, text: str) -> None:
        found = find_documents(self._rows, text)[:FOUND]
        self.cards = {row.id: self._screen.card(row) for row in found}
        widgets: list[QWidget] = list(self.cards.values())
        if not found:
            widgets.append(text_label(tr("Nothing was found. Try another spelling, or the country's name in English.")))
        self.list.setWidget(column_of(self._screen.looks, widgets))


def find_documents(rows: Sequence[DocumentSpec], text: str) -> Sequence[DocumentSpec]:
    """Those whose title or country in the person's language has what is typed, marks of letters or not, then what the
    catalogue's own search finds."""
    wanted = _plain(text.strip())
    if not wanted:
        return sorted(rows, key=lambda row: _plain(document_title(row)))
    named = [row for row in rows if wanted in _plain(f"{document_title(row)} {country_of(row)}")]
    offered = {row.id for row in rows}
    known = {row.id for row in named}
    others = [row for row in search(rows, text) if row.id in offered and row.id not in known]
    return [*named, *others]


def _plain(text: str) -> str:
    """Lower case without the marks of letters: the keyboard has none, and few people type them."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def _first(rows: Sequence[DocumentSpec]) -> Sequence[DocumentSpec]:
    """The best known ones, filled up in the catalogue's order."""
    by_id = {row.id: row for row in rows}
    popular = [by_id[entry] for entry in POPULAR if entry in by_id]
    others = [row for row in rows if row.id not in POPULAR]
    return [*popular, *others][:FEW]
