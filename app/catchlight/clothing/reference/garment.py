"""A garment cut out of a picture: its pixels, the places by which it is laid over a body, and the light it was taken in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Bytes
from catchlight.imaging.picture import ByteImage

Point = tuple[float, float]
"""x, y in pixels of the piece."""


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

    def moved(self, across: float) -> Anchors:
        """The same in a piece that begins so many columns further to the left."""

        def at(point: Point) -> Point:
            return point[0] + across, point[1]

        (left, right), (outer, other) = self.collar, self.shoulders
        return Anchors(at(self.pit), (at(left), at(right)), (at(outer), at(other)), self.hem)

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
