"""Hair colours by family, each as a card of this person."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.catalogue.shelf import Catalogue
from catchlight.gui.cards import CardRenderer, Cards, Row
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.jobs import JobQueue, Work
from catchlight.gui.text import label
from catchlight.gui.theme import Theme

KEEP = ""
"""Id of the card that leaves the colour as it is."""
_COLUMNS = 4


class HairColours(QWidget):
    """At most one card of all families is chosen."""

    chosen = Signal(str)
    hovered = Signal(str)

    def __init__(self, catalogue: Catalogue, jobs: JobQueue, theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        self.families: dict[str, Cards] = {}
        self._renderers: list[CardRenderer] = []
        titles = {
            "black": tr("Black"), "brown": tr("Brown"), "blonde": tr("Blonde"), "red": tr("Red"), "grey": tr("Grey and white"),
            "fashion": tr("Fashion"), "multi": tr("Two colours"),
        }  # fmt: skip
        for family, title in titles.items():
            rows = [Row(row.id, label_of(row), row.hex) for row in catalogue.hair_colours if row.family == family]
            if family == "black":
                rows.insert(0, Row(KEEP, tr("Own colour")))
            if not rows:
                continue
            cards = Cards(rows, theme, columns=_COLUMNS)
            cards.chosen.connect(self._choose)
            cards.hovered.connect(self.hovered)
            column.addWidget(label(title, "section"))
            column.addWidget(cards)
            self.families[family] = cards
            self._renderers.append(CardRenderer(jobs, cards))

    @property
    def current(self) -> str | None:
        return next((cards.current for cards in self.families.values() if cards.current is not None), None)

    def choose(self, key: str) -> None:
        """Mark a card without saying that it was pressed; none for a colour that has no card."""
        for cards in self.families.values():
            cards.choose(key if key in cards.cards else None)

    def show_cards(self, key: object, work: Callable[[str], Work]) -> None:
        """Show every card as ``work(id)`` renders it."""
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
