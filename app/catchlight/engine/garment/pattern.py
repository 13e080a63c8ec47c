"""Garments as data: what ``resources/garments`` holds; see the README there for how to write one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from catchlight.engine.garment.fabric import Fabric

Neck = Literal["collar", "band"]


@dataclass(frozen=True)
class Neckline:
    """kind: a collar round the neck, or a band that lies flat on the body. top: cm from the chin down to its upper edge in the
    middle. rise: cm by which the sides lie higher. gap: cm between the neck's side and the upper edge. height: of collar or band,
    cm. rib: cm from rib to rib; 0 for none."""

    kind: Neck
    top: float
    rise: float
    gap: float
    height: float
    rib: float


@dataclass(frozen=True)
class Garment:
    """label: for a sentence, as in the catalogue."""

    id: str
    label: str
    neckline: Neckline
    fabric: Fabric
