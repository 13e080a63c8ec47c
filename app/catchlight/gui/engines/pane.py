"""Below a wish: *Imagine with* or *Finish with* the engine, and the tray of what it paints. Hidden where no engine is used."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.engines.variants import Variant, crop_of
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of

PLAIN = "plain"
"""Id of the card of what is made without an engine."""
_COLUMNS = 3


class ImaginePane(QWidget):
    """Shows and emits; the tab asks the engine."""

    wanted = Signal()
    """Variants are to be painted; with some in the tray, others."""
    stop_wanted = Signal()
    chosen = Signal()
    """Another card: see ``variant``."""

    def __init__(self, theme: Theme, *, finishes: bool = False) -> None:
        """finishes: whether the engine goes on from what our own means have made."""
        super().__init__()
        self._finishes = finishes
        self._theme = theme
        self._engine = ""
        self._variants: dict[str, Variant] = {}
        self._plain: ImagePyramid | None = None
        self.button = QPushButton()
        self.button.clicked.connect(self.wanted)
        self.stop = QPushButton(tr("Stop"))
        self.stop.setToolTip(tr("Tell the engine that this is not wanted any more"))
        self.stop.clicked.connect(self.stop_wanted)
        self.stop.hide()
        self.cards = Cards([], theme, _COLUMNS)
        self.cards.chosen.connect(lambda _key: self.chosen.emit())
        self.note = label("", "small", wrap=True)
        row = QHBoxLayout()
        row.addWidget(self.button, 1)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addLayout(row)
        column.addWidget(self.note)
        column.addWidget(self.cards)
        self.clear()
        self.show_engine("")

    def show_engine(self, engine: str) -> None:
        """engine: the id of the one that is used; empty for none, which hides all of this."""
        if engine != self._engine:
            self.clear()
        self._engine = engine
        self.setVisible(bool(engine))
        self._name()

    def enable(self, ready: bool) -> None:
        self.button.setEnabled(ready and not self.busy)

    @property
    def busy(self) -> bool:
        return not self.stop.isHidden()

    @property
    def variant(self) -> Variant | None:
        """The variant that is chosen; None for what is made without an engine, and while there is none."""
        found = self._variants.get(self.cards.current or "")
        return found if found is not None and found.shown is not None else None

    def begin(self, count: int, plain: ImagePyramid | None) -> None:
        """An empty tray for so many. plain: what is made without an engine, where there is such a thing."""
        self._variants, self._plain = {}, plain
        rows = [CardItem(PLAIN, tr("Without engine"))] if plain is not None else []
        self.cards.show_rows([])
        self.cards.show_rows([*rows, *(CardItem(str(number), f"{number + 1}") for number in range(count))])
        if plain is not None:
            self.cards.cards[PLAIN].set_image(plain.thumbnail)
            self.cards.choose(PLAIN)
        for number in range(count):
            self.cards.cards[str(number)].setEnabled(False)
        self.cards.show()
        self.stop.show()
        self.note.setText(tr("The engine paints. Only the part around it was sent."))
        self.note.show()
        self._name()

    def take(self, variant: Variant) -> None:
        """The next variant has come."""
        key = str(len(self._variants))
        self._variants[key] = variant
        card = self.cards.cards[key]
        if variant.shown is None:
            card.setToolTip(sentence_of(variant.refusal) if variant.refusal is not None else "")
            return
        card.setEnabled(True)
        card.set_image(variant.card)
        if self._plain is not None:
            self.cards.cards[PLAIN].set_image(crop_of(self._plain, variant.region))
        if self.variant is None:
            self.cards.choose(key)
            self.chosen.emit()

    def end(self) -> None:
        """No more variants come: those that failed a check are told, with what they failed."""
        self.stop.hide()
        failed = [one.refusal for one in self._variants.values() if one.refusal is not None]
        good = len(self._variants) - len(failed)
        rows = [card.row for key, card in self.cards.cards.items() if key == PLAIN or self._is_good(key)]
        self.cards.show_rows(rows)
        said = sentence_of(failed[-1]) if failed and not good else ""
        if failed and good:
            said = tr("{count} more did not pass the checks.", count=len(failed))
        self.note.setText(said)
        self.note.setVisible(bool(said))
        if not rows or (len(rows) == 1 and not good):
            self.cards.hide()
        self._name()

    def clear(self) -> None:
        """Nothing in the tray: it was of another wish."""
        self._variants, self._plain = {}, None
        self.stop.hide()
        self.note.hide()
        self.cards.choose(None)
        self.cards.hide()
        self._name()

    def _is_good(self, key: str) -> bool:
        found = self._variants.get(key)
        return found is not None and found.shown is not None

    def _name(self) -> None:
        again = any(one.shown is not None for one in self._variants.values())
        first = tr("Finish with {engine}") if self._finishes else tr("Imagine with {engine}")
        self.button.setText((tr("Again with {engine}") if again else first).replace("{engine}", self._engine))
        tip = tr("Let the engine paint what the picture lacks")
        if self._finishes:
            tip = tr("Let the engine make this look photographed; the face stays as it is")
        self.button.setToolTip(tr("Let the engine paint other variants") if again else tip)
