"""Filling cards in the background: from memory at once, from disk, and by rendering, those in sight first, previews before."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.cards import Cards
from catchlight.gui.jobs.jobs import BackgroundJob, Work

_FIRST_MS = 60
"""From the wish for cards, or a preview, to the next card: the tab that was chosen and the preview are painted before."""


class CardRenderer(QObject):
    """Fills a grid of cards one by one on the ``cards`` lane."""

    def __init__(self, stock: CardCache, cards: Cards, kind: str, parent: QObject | None = None) -> None:
        """kind: tells cards with the same id and key from those of other grids."""
        super().__init__(parent or cards)
        self._stock = stock
        self._cards = cards
        self._kind = kind
        self._work: Callable[[str], Work] | None = None
        self._key: object = None
        self._names: dict[str, str] = {}
        self._looked = False
        """Whether the disk has been asked for what is missing."""
        self._job: BackgroundJob | None = None
        self._failed: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        stock.when_calm(self._go_on)

    @property
    def busy(self) -> bool:
        return self._job is not None or self._timer.isActive()

    def render(self, key: object, work: Callable[[str], Work]) -> None:
        """Show every card as ``work(id)`` renders it, a QImage.

        key: what the renderings hang on besides the id: values that say the same in every session, a picture by its
        digest.
        """
        if key == self._key:
            self._work = work
            self._timer.start(_FIRST_MS)
            return
        self.stop()
        self._key, self._work, self._failed, self._looked = key, work, set(), False
        self._names = {card: self._stock.name(self._kind, key, card) for card in self._cards.cards}
        for card, name in self._names.items():
            self._cards.cards[card].set_image(self._stock.seen(name))
        self._timer.start(_FIRST_MS)

    def stop(self) -> None:
        """Render nothing more, and let the cards be empty."""
        if self._work is None and self._job is None and not self._timer.isActive():
            return
        self._timer.stop()
        self._tell(0)
        self._work = self._key = None
        if self._job is not None:
            self._job.cancel()
            self._job = None
        for card in self._cards.cards.values():
            card.set_image(None)

    def _next(self) -> None:
        if self._work is None or self._job is not None or not self._cards.isVisible():
            return
        missing = [card for name, card in self._cards.cards.items() if card.image is None and name not in self._failed]
        self._tell(len(missing))
        if not missing:
            return
        if not self._looked and self._fetch([card.row.id for card in missing]):
            return
        if self._stock.pressing:
            return
        chosen = min(missing, key=lambda card: card.visibleRegion().isEmpty()).row.id
        job = self._stock.render(self._names[chosen], self._work(chosen))
        self._job = job
        name = self._names[chosen]
        job.finished.connect(lambda image: self._rendered(job, chosen, name, image))
        job.failed.connect(lambda _error: self._rendered(job, chosen, name, None))
        job.cancelled.connect(lambda: self._rendered(job, chosen, name, None))

    def _tell(self, missing: int) -> None:
        """Say how far the row is."""
        count = len(self._cards.cards)
        self._stock.rendering.emit(count - missing, count)

    def _go_on(self) -> None:
        if self._work is not None and self._job is None:
            self._timer.start(_FIRST_MS)

    def _fetch(self, missing: list[str]) -> bool:
        """Ask the disk for what is missing; whether that takes time."""
        self._looked = True
        names = {self._names[card]: card for card in missing}
        job = self._stock.fetch(list(names))
        if job is None:
            return False
        self._job = job
        job.finished.connect(lambda found: self._fetched(job, names, found))
        job.failed.connect(lambda _error: self._fetched(job, names, {}))
        job.cancelled.connect(lambda: self._fetched(job, names, {}))
        return True

    def _fetched(self, job: BackgroundJob, names: dict[str, str], found: dict[str, QImage]) -> None:
        for name, image in found.items():
            self._stock.keep(name, image)
        if job is not self._job:
            return
        self._job = None
        for name, image in found.items():
            self._cards.cards[names[name]].set_image(image)
        self._timer.start(0)

    def _rendered(self, job: BackgroundJob, card: str, name: str, image: QImage | None) -> None:
        if image is not None:
            self._stock.keep(name, image)
        if job is not self._job:
            return
        self._job = None
        if image is None:
            self._failed.add(card)
        else:
            self._cards.cards[card].set_image(image)
        self._timer.start(0)
