"""A garment cut out of a picture: its pixels, the places by which it is laid over a body, and the light it was taken in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Bytes
from catchlight.imaging.picture import ByteImage

Point = tuple[float, float]
"""x, y in pixels of the piece."""
NECK_CM, BREADTH_CM = 12.5, 44.0
"""Width of an average neck opening and of average clothes over both shoulders, by which a garment without a wearer is scaled."""
_LEAN = 0.2
"""Columns for a row beyond which no midline leans."""
_LEAST_NECK = 0.02
"""Least width of a neck opening, as a share of the piece's."""


@dataclass(frozen=True)
class Anchors:
    """Places of a garment, in pixels of its piece; pairs as seen, left before right.

    pit: the pit of the neck, the lowest point of the opening that a neck stands in. collar: where cloth meets the sides of the
    neck. shoulders: the shoulder line, ``SHOULDER_CM`` beside the neck's axis. hem: the row down to which the garment is whole.
    """

    pit: Point
    collar: tuple[Point, Point]
    shoulders: tuple[Point, Point]
    hem: float

    @property
    def axis(self) -> float:
        """Column of the neck's axis."""
        return (self.collar[0][0] + self.collar[1][0]) / 2

    @property
    def neck(self) -> float:
        """Width of the neck that the garment was cut for, pixels."""
        return self.collar[1][0] - self.collar[0][0]

    @property
    def middle(self) -> Point:
        """Between the collar's points: where the midline of the garment begins."""
        return self.axis, (self.collar[0][1] + self.collar[1][1]) / 2

    @property
    def lean(self) -> float:
        """How many columns the midline goes to the right in a row, from the collar to the pit."""
        _, top = self.middle
        return float(np.clip((self.pit[0] - self.axis) / max(self.pit[1] - top, self.neck / 4), -_LEAN, _LEAN))

    @property
    def half_span(self) -> float:
        """How far beside the garment's middle the height of a shoulder was read, columns."""
        return (self.shoulders[1][0] - self.shoulders[0][0]) / 2

    def find_fault(self, shape: tuple[int, ...]) -> Message | None:
        """Why nothing could be laid by these places; None where they are sound. shape: height and width of the piece."""
        height, width = shape[0], shape[1]
        points = (self.pit, *self.collar, *self.shoulders)
        if any(not (-width <= x <= 2 * width and -height <= y <= 2 * height) for x, y in points):
            return Message("a place lies far outside the garment")
        if self.neck < max(4.0, _LEAST_NECK * width):
            return Message("the left point of the collar must lie to the left of the right one")
        if not self.shoulders[0][0] < self.collar[0][0] + self.neck / 2 < self.shoulders[1][0]:
            return Message("the shoulders must lie on both sides of the neck")
        if self.half_span < self.neck / 2:
            return Message("the shoulders must lie further out than the collar")
        if self.pit[1] < self.middle[1]:
            return Message("the pit of the neck must lie below the points of the collar")
        if not self.pit[1] < self.hem <= height:
            return Message("the hem must lie below the pit of the neck, inside the garment")
        return None

    def moved(self, across: float, down: float = 0.0) -> Anchors:
        """The same in a piece that begins so many columns further to the left, and rows further up."""

        def at(point: Point) -> Point:
            return point[0] + across, point[1] + down

        (left, right), (outer, other) = self.collar, self.shoulders
        return Anchors(at(self.pit), (at(left), at(right)), (at(outer), at(other)), self.hem + down)

    def scaled(self, factor: float) -> Anchors:
        """The same in a piece resized by ``factor``."""

        def at(point: Point) -> Point:
            return (point[0] + 0.5) * factor - 0.5, (point[1] + 0.5) * factor - 0.5

        left, right = self.collar
        outer, other = self.shoulders
        return Anchors(at(self.pit), (at(left), at(right)), (at(outer), at(other)), (self.hem + 0.5) * factor - 0.5)


@dataclass(frozen=True)
class Garment:
    """rgb: HxWx3 uint8, colours of the cloth alone. alpha: HxW uint8. px_per_cm: pixels of a centimetre of the wearer's face, or
    guessed from the garment's own width. chin: the wearer's, None without a wearer. cut: sides of the piece at which the picture
    ends and the garment would go on, ``left``, ``right``, ``bottom``.
    skin: linear luminance of the wearer's skin; warmth: log2 of red to blue of the eye whites; None where not known. blur: of the
    picture's edges, pixels. grey: whether the picture has no colours.
    """

    rgb: ByteImage
    alpha: Bytes
    anchors: Anchors
    px_per_cm: float
    chin: Point | None = None
    cut: frozenset[str] = frozenset()
    skin: float | None = None
    warmth: float | None = None
    blur: float = 0.55
    grey: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.alpha.shape[0]), int(self.alpha.shape[1])

    def scaled(self, factor: float) -> Garment:
        """The piece resized by ``factor``; at most 1."""
        import cv2

        if factor >= 1:
            return self
        height, width = self.shape
        size = (max(2, round(width * factor)), max(2, round(height * factor)))
        share = self.alpha[..., None].astype(np.float32)
        # Colours are averaged by their share: what lies beyond the edge is nobody's.
        mass: Any = cv2.resize(share, size, interpolation=cv2.INTER_AREA)
        sums: Any = cv2.resize(self.rgb * share, size, interpolation=cv2.INTER_AREA)
        plain: Any = cv2.resize(self.rgb, size, interpolation=cv2.INTER_AREA)
        colours = np.where(mass[..., None] > 1, sums / np.maximum(mass[..., None], 1e-3), plain)
        return replace(
            self,
            rgb=np.clip(np.rint(colours), 0, 255).astype(np.uint8),
            alpha=np.clip(np.rint(mass), 0, 255).astype(np.uint8),
            anchors=self.anchors.scaled(factor),
            px_per_cm=self.px_per_cm * factor,
            chin=None
            if self.chin is None
            else ((self.chin[0] + 0.5) * factor - 0.5, (self.chin[1] + 0.5) * factor - 0.5),
            blur=max(0.55, self.blur * factor),
        )

    def with_anchors(self, anchors: Anchors) -> Garment:
        """The garment with its places corrected; what has no wearer is scaled by them anew. Raises InvalidRequest for places by
        which nothing can be laid."""
        fault = anchors.find_fault(self.shape)
        if fault is not None:
            raise InvalidRequest(Message("These places do not fit the garment: {why}.", why=fault))
        if self.chin is not None:
            return replace(self, anchors=anchors)
        # What was found by its own width stays by that: only the part of the neck's width moves.
        change = 0.5 * (anchors.neck - self.anchors.neck) / NECK_CM
        return replace(self, anchors=anchors, px_per_cm=max(0.1, self.px_per_cm + change))


def guess_scale(neck: float, width: float) -> float:
    """Pixels of a centimetre by the width of a garment's neck opening and of all of it, pixels."""
    return 0.5 * neck / NECK_CM + 0.5 * width / BREADTH_CM
