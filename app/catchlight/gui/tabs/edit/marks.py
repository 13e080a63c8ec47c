"""What is marked on a picture for an edit: hotspot, region, box and brush, kept for each picture."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from catchlight.gui.canvas.hotspot import HotspotOverlay
from catchlight.gui.document.document import OpenDocument
from catchlight.operations.edit.marks import Box, Stroke

if TYPE_CHECKING:
    from catchlight.operations.edit.aiming import TargetRegion

_AGAIN = 0.01
"""A click within this share of the longer side is a second click at the same place."""


@dataclass(frozen=True)
class EditPlace:
    """Where an edit is meant, as it was marked on one picture."""

    x: float
    y: float
    region: str | None = None
    box: Box | None = None
    strokes: tuple[Stroke, ...] = field(default=())

    @property
    def corrected(self) -> bool:
        """Whether a box or a brush says more than the point."""
        return self.box is not None or bool(self.strokes)


class EditPlaceOverlay(QObject):
    """The place, and the overlay that shows it and takes clicks, boxes and strokes."""

    changed = Signal()
    """The place is another one."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.place: EditPlace | None = None
        self.offers: tuple[TargetRegion, ...] = ()
        """What lies at the hotspot, as it was found last."""
        self.meant = ""
        """Name of what an edit would touch now."""
        self.spot = HotspotOverlay(self)
        self.spot.pointed.connect(self.point)
        self.spot.boxed.connect(self.draw_box)
        self.spot.brushed.connect(self.brush)
        self._kept: dict[OpenDocument, EditPlace | None] = {}

    def point(self, x: float, y: float) -> None:
        """The hotspot; a second click at the same place goes on to the next region there."""
        near = _AGAIN * max(self.spot.size)
        if self.place is not None and self.offers and abs(self.place.x - x) + abs(self.place.y - y) < near:
            self.next_region()
        else:
            self.offers = ()
            self._mark(EditPlace(x, y))

    def next_region(self) -> None:
        """What else lies at the hotspot."""
        if self.place is None or not self.offers:
            return
        names = [offer.name for offer in self.offers]
        now = self.place.region or self.meant
        self.choose(names[(names.index(now) + 1) % len(names)] if now in names else names[0])

    def choose(self, region: str | None) -> None:
        """A region's id, ``thing``, or None for what the program finds by itself."""
        if self.place is not None:
            self._mark(replace(self.place, region=region))

    def draw_box(self, x: float, y: float, width: float, height: float) -> None:
        place = self.place
        if place is None or not (x <= place.x <= x + width and y <= place.y <= y + height):
            place = EditPlace(x + width / 2, y + height / 2)
        self._mark(replace(place, box=Box(x=x, y=y, width=width, height=height), strokes=()))

    def brush(self, points: tuple[tuple[float, float], ...]) -> None:
        """A finished stroke with the overlay's brush."""
        stroke = Stroke(points=points, radius=self.spot.radius, erase=self.spot.tool == "erase")
        place = self.place or EditPlace(*points[0])
        self._mark(replace(place, strokes=(*place.strokes, stroke)))

    def clear(self) -> None:
        """Only the hotspot stays."""
        if self.place is not None:
            self._mark(replace(self.place, box=None, strokes=(), region=None))

    # Pictures

    def turn_to(self, document: OpenDocument | None, before: OpenDocument | None) -> None:
        """Another picture is current: its own marks come back."""
        if before is not None:
            self._kept[before] = self.place
        self.place = self._kept.get(document) if document is not None else None
        self.offers = ()

    def lie_on(self, size: tuple[int, int], *, fresh: bool) -> None:
        """The picture under the marks has this width and height. fresh: it is the result of what they were for."""
        place = self.place
        if place is not None and not (place.x < size[0] and place.y < size[1]):
            place = None
        if place is not None and fresh:
            place = replace(place, strokes=(), box=None)
        self.place = place
        self.show(size)

    def show(self, size: tuple[int, int] | None = None) -> None:
        """Put the marks on the overlay."""
        place = self.place
        self.spot.size = size or self.spot.size
        self.spot.point = None if place is None else (place.x, place.y)
        box = None if place is None else place.box
        self.spot.box = None if box is None else (box.x, box.y, box.width, box.height)

    def keep(self) -> tuple[EditPlace | None, dict[OpenDocument, EditPlace | None]]:
        return self.place, self._kept

    def take_over(self, kept: tuple[EditPlace | None, dict[OpenDocument, EditPlace | None]]) -> None:
        self.place, self._kept = kept

    def _mark(self, place: EditPlace) -> None:
        self.place = place
        self.show()
        self.changed.emit()
