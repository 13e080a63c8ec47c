"""Hair styles by family, each as a card of this person; at most one is chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.catalogue.shelf import Catalogue
from catchlight.gui.cards import CardRenderer, Cards, Row
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.jobs import JobQueue, Work
from catchlight.gui.setting_slider import SettingSlider
from catchlight.gui.text import label
from catchlight.gui.theme import Theme

KEEP = ""
"""Id of the card that leaves the style as it is."""
_COLUMNS = 3
_OWN = "own"


class HairStyles(QWidget):
    """Cards of styles with the sliders that go with them."""

    chosen = Signal(str)
    hovered = Signal(str)

    def __init__(self, catalogue: Catalogue, jobs: JobQueue, theme: Theme) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        self.length = SettingSlider(tr("Length"), tr("Length of the style, by its own."), 60, 150, theme, rest=100)
        self.volume = SettingSlider(tr("Volume"), tr("Volume of the style, by its own."), 50, 180, theme, rest=100)
        column.addWidget(self.length)
        column.addWidget(self.volume)
        self.families: dict[str, Cards] = {}
        self._renderers: list[CardRenderer] = []
        titles = {
            "own": tr("Your own hair"), "short": tr("Short"), "medium": tr("Medium"), "long": tr("Long"),
            "textured": tr("Curls and texture"),
        }  # fmt: skip
        for family, title in titles.items():
            rows = [Row(row.id, label_of(row)) for row in catalogue.hair_styles if row.family == family]
            if family == _OWN:
                rows.insert(0, Row(KEEP, tr("Own style")))
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
        """Mark a card without saying that it was pressed."""
        for cards in self.families.values():
            cards.choose(key if key in cards.cards else None)

    def show_amounts(self, length: float, volume: float) -> None:
        self.length.show_value(length * 100)
        self.volume.show_value(volume * 100)

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
