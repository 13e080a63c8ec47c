"""The rows of cards of the headshot tab: backgrounds, clothes and framings of this person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.picture import Picture
from catchlight.gui.card_groups import columns_for
from catchlight.gui.cards import CardRenderer, Cards, Row
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.jobs import JobQueue
from catchlight.gui.tabs.headshot_render import Studio
from catchlight.gui.tabs.headshot_wish import OUTER, Wish
from catchlight.gui.text import label
from catchlight.gui.theme import Theme
from catchlight.operations.headshots.choices import BLUR, KEEP, OWN_PICTURE, TRANSPARENT

_COLUMNS = 4
_ASPECT = 1.2


class CardRow(QWidget):
    """A section of cards, of which one is chosen. vary: the wish with a card's id."""

    chosen = Signal(str)
    hovered = Signal(str)

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        vary: Callable[[Wish, str], Wish],
        jobs: JobQueue,
        theme: Theme,
        aspect: float = _ASPECT,
    ) -> None:
        super().__init__()
        self.vary = vary
        self.cards = Cards(rows, theme, columns=columns_for(_COLUMNS, theme), aspect=aspect)
        self.cards.chosen.connect(self.chosen)
        self.cards.hovered.connect(self.hovered)
        self.renderer = CardRenderer(jobs, self.cards)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.px(2))
        self.title = label(title, "section")
        self.column.addWidget(self.title)
        self.column.addWidget(self.cards)

    def show_cards(self, studio: Studio, picture: Picture, wish: Wish) -> None:
        """Render each card as ``wish`` with its id."""
        plain = replace(wish, key_light=0.0, fill_light=0.0, rim_light=0.0, skin=0.0)
        key = (picture.digest, self.vary(plain, next(iter(self.cards.cards))), id(wish.picture))
        self.renderer.render(key, lambda name: studio.card(picture, self.vary(plain, name)))

    def stop(self) -> None:
        self.renderer.stop()


def background_row(catalogue: Catalogue, jobs: JobQueue, theme: Theme) -> CardRow:
    rows = [
        Row(KEEP, tr("Own background")),
        Row(BLUR, tr("Own, out of focus")),
        Row(TRANSPARENT, tr("Transparent")),
        Row(OWN_PICTURE, tr("A picture of your own")),
        *(
            Row(row.id, label_of(row), row.hex)
            for row in sorted(catalogue.backdrops, key=lambda row: row.family == "plain")
        ),
    ]

    def vary(wish: Wish, name: str) -> Wish:
        return wish.on(name) if name != OWN_PICTURE or wish.picture is not None else wish.on(KEEP)

    return CardRow(tr("Background"), rows, vary, jobs, theme)


def clothing_row(catalogue: Catalogue, part: Callable[[], str], jobs: JobQueue, theme: Theme) -> CardRow:
    """part: id of what the next colour is for."""
    rows = [Row(KEEP, tr("Own colour"))]
    rows += [Row(row.id, label_of(row)) for row in catalogue.clothing if row.kind == "garment"]
    rows += [Row(row.id, label_of(row), row.hex) for row in catalogue.clothing if row.kind == "color"]

    def vary(wish: Wish, name: str) -> Wish:
        return replace(wish.clothed(part(), name, catalogue), background=KEEP, tweaks=())

    return CardRow(tr("Clothes"), rows, vary, jobs, theme)


def framing_row(catalogue: Catalogue, jobs: JobQueue, theme: Theme) -> CardRow:
    rows = [Row(row.id, label_of(row)) for row in catalogue.framings if not row.modifier]
    return CardRow(tr("Framing"), rows, lambda wish, name: wish.framed(name, catalogue), jobs, theme)


def part_names() -> list[tuple[str, str]]:
    """Id and label of what can be dyed."""
    return [
        (OUTER, tr("Jacket or all")),
        ("own_clothes", tr("All")),
        ("own_shirt", tr("Shirt")),
        ("own_tie", tr("Tie")),
    ]
