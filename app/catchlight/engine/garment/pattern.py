"""Garments as data: what ``resources/garments`` holds; see the README there for how to write one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from catchlight.engine.garment.fabric import Fabric

Neck = Literal["collar", "band", "sewn"]
Point = tuple[float, float]
Curve = tuple[Point, ...]
Rgb = tuple[int, int, int]

MAIN = "main"
"""The cloth that a garment's colour dyes."""
BELOW = frozenset({"shirt", "top"})
"""Cloths of what a coat is worn over."""


@dataclass(frozen=True)
class Neckline:
    """kind: a collar round the neck, a band that lies flat on the body, or an opening whose border is sewn of pieces. top: cm
    from the chin down to its upper edge in the middle. rise: cm by which the sides lie higher. gap: cm between the neck's side
    and the upper edge. height: of collar or band, cm. rib: cm from rib to rib; 0 for none. opening: cm from ``top`` down to the
    lower end of a V that is left open, 0 for a closed neck. straight: 0..1, how far a closed one runs straight to the middle."""

    kind: Neck
    top: float
    rise: float
    gap: float
    height: float
    rib: float
    opening: float = 0.0
    straight: float = 0.0


@dataclass(frozen=True)
class Ridge:
    """A fold along a curve that dies out at both ends. width, height: cm; a height below 0 is a groove."""

    curve: Curve
    width: float
    height: float


@dataclass(frozen=True)
class Piece:
    """Cloth cut to an outline of smooth curves that meet in corners, in cm (x, y) from the pit of the neck of an average body;
    without one, all that a garment covers.

    mirror: whether there is another on the left. stands: whether it may reach beyond the body, as collars do. thick: how far
    its edge stands up, cm. shadow: strength, width in cm and drop in cm of its shadow on what lies below. stitch: from the edge
    to a seam along it, cm; 0 for none. stitched: curves of the outline that have one. puff: how far it bulges, cm. folds: how
    much of the body's folds it has. tone: share of light that reaches it.
    creases: depth of the many small ones that pull from the arms. round: how far it turns round the neck, as collars do.
    buttons: middles of round ones, ``across`` cm wide, instead of cloth.
    """

    cloth: str
    outline: tuple[Curve, ...] = ()
    mirror: bool = False
    stands: bool = False
    thick: float = 0.1
    shadow: tuple[float, float, float] = (0.4, 0.5, 0.2)
    stitch: float = 0.0
    stitched: tuple[int, ...] = ()
    puff: float = 0.0
    folds: float = 1.0
    tone: float = 1.0
    creases: float = 0.0
    round: float = 0.0
    ridges: tuple[Ridge, ...] = ()
    buttons: tuple[Point, ...] = ()
    across: float = 1.05


@dataclass(frozen=True)
class Cloth:
    fabric: Fabric
    rgb: Rgb


@dataclass(frozen=True)
class Garment:
    """label: for a sentence, as in the catalogue. pieces: from the lowest to the uppermost; none for a garment that is all one
    cloth. cloths: what pieces are of, besides the main one."""

    id: str
    label: str
    neckline: Neckline
    fabric: Fabric
    pieces: tuple[Piece, ...] = ()
    cloths: Mapping[str, Cloth] = field(default_factory=dict)

    @property
    def tailored(self) -> bool:
        return bool(self.pieces)

    @property
    def over(self) -> bool:
        """Whether it is worn over a shirt or top, as coats are."""
        return not BELOW.isdisjoint(self.cloths)

    @property
    def fabrics(self) -> dict[str, Fabric]:
        """By role."""
        return {MAIN: self.fabric} | {role: cloth.fabric for role, cloth in self.cloths.items()}

    def dyed(self, role: str, rgb: Rgb) -> Garment:
        """With another colour of one of its cloths."""
        return replace(self, cloths={**self.cloths, role: replace(self.cloths[role], rgb=rgb)})
