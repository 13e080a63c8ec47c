"""What the next colour is for, and what is worn with a drawn garment: two rows above the cards of clothes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.catalogue.garment_shapes import GarmentShape
from catchlight.catalogue.shelf import Catalogue
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.switch import Segments
from catchlight.gui.tab import beside
from catchlight.gui.tabs.headshot_wish import OUTER, Wish
from catchlight.gui.tabs.headshot_worn import NECK, SQUARE, has_square, neck_of, offered, with_neck, with_square
from catchlight.gui.theme import Theme
from catchlight.operations.headshots.outfit import NO_TIE

_TIE = "own_tie"


class Accessories(QWidget):
    """Shows a wish, and says which word or part was chosen. A garment that takes nothing has its second row disabled."""

    part_chosen = Signal()
    """The next colour is for something else: ``part``."""
    worn_changed = Signal(object)
    """What is worn with the garment now, a Worn."""

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._wish = Wish()
        names = [
            (OUTER, tr("Jacket") if theme.large else tr("Jacket or all")),
            ("own_clothes", tr("All")),
            ("own_shirt", tr("Shirt")),
            (_TIE, tr("Tie")),
            (SQUARE, tr("Pocket")),
        ]
        tips = {OUTER: tr("Jacket or all"), SQUARE: tr("The pocket square")}
        self.parts = Segments([(key, name, None, tips.get(key, name)) for key, name in names])
        self.parts.setAccessibleName(tr("What the next colour is for"))
        self.parts.choose(OUTER)
        self.parts.chosen.connect(lambda _key: self.part_chosen.emit())
        words = {row.id: label_of(row) for row in catalogue.clothing if row.kind == "accessory"}
        self.neck = Segments([(word, words[word], None, words[word]) for word in NECK])
        self.neck.setAccessibleName(tr("Worn at the neck"))
        self.neck.chosen.connect(self._choose_neck)
        self.square = QPushButton(words[SQUARE])
        self.square.setCheckable(True)
        self.square.setAccessibleName(words[SQUARE])
        self.square.setToolTip(tr("A pocket square with the garment"))
        self.square.clicked.connect(self._toggle_square)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(1))
        column.addWidget(self.parts)
        if theme.large:
            column.addWidget(self.neck)
            column.addWidget(self.square)
        else:
            row = beside(self.neck, self.square, spacing=theme.px(2))
            row.setStretch(0, 3)
            row.setStretch(1, 2)
            column.addLayout(row)
        self.show_wish(Wish())

    @property
    def part(self) -> str:
        """What the next colour dyes: a part of the own clothes, or a word of what is worn with the garment."""
        shape = self._shape
        if shape is not None and self.parts.key == _TIE:
            return neck_of(self._wish.worn, shape)
        return self.parts.key

    @property
    def _shape(self) -> GarmentShape | None:
        return self._wish.shape(self._catalogue)

    def show_wish(self, wish: Wish) -> None:
        """Without saying that anything was chosen."""
        self._wish = wish
        shape, words = self._shape, offered(wish.shape(self._catalogue))
        neck = neck_of(wish.worn, shape) if shape is not None else NO_TIE
        square = shape is not None and has_square(wish.worn, shape)
        self.neck.choose(neck)
        for word in NECK:
            self.neck.button(word).setEnabled(word in words)
        self.square.setChecked(square)
        self.square.setEnabled(shape is not None and SQUARE in words and SQUARE not in shape.accessories)
        drawn = shape is not None
        for key, usable in (
            ("own_clothes", not drawn),
            ("own_shirt", not drawn),
            (_TIE, not drawn or neck != NO_TIE),
            (SQUARE, square),
        ):
            self.parts.button(key).setEnabled(usable)
        if not self.parts.button(self.parts.key).isEnabled():
            self.parts.choose(OUTER)

    def _choose_neck(self, word: str) -> None:
        if self._shape is not None:
            self.worn_changed.emit(with_neck(self._wish.worn, word, self._shape))

    def _toggle_square(self, on: bool) -> None:
        self.worn_changed.emit(with_square(self._wish.worn, on))
