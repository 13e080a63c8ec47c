"""What a person may wear on a headshot: parts of the own clothes, drawn garments, and colours for both.

A list of ids is read from left to right: a colour dyes the part named before it. A garment's shape is a file in
``resources/garments``; see the README there for how to write one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from catchlight.catalogue.files import rows_of
from catchlight.catalogue.rows import Row

Kind = Literal["keep", "part", "garment", "color"]
Part = Literal["clothes", "jacket", "shirt", "tie"]


class ClothingStyle(Row):
    """A word of the list."""

    kind: Kind
    part: Part | None = None
    """Of what is worn; where ``kind`` is part."""
    hex: str | None = Field(None, pattern=r"^#[0-9A-F]{6}$")
    """The cloth in full light; where ``kind`` is color, and for a garment that no color is named for."""

    @model_validator(mode="after")
    def _whole(self) -> ClothingStyle:
        coloured = self.kind in ("color", "garment")
        if (self.kind == "part") != (self.part is not None) or coloured != (self.hex is not None):
            raise ValueError("a part names its part, a color or garment its hex, and nothing else does")
        return self


class _Numbers(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class NecklineShape(_Numbers):
    """How a garment ends at the neck."""

    kind: Literal["collar", "band"] = Field(
        description="A collar round the neck, or a band that lies flat on the body."
    )
    top: float = Field(ge=1.5, le=12, description="Cm from the chin down to the upper edge in the middle.")
    rise: float = Field(ge=0, le=6, description="Cm by which the upper edge lies higher at the sides.")
    gap: float = Field(ge=0, le=4, description="Cm between the side of the neck and the upper edge.")
    height: float = Field(ge=0.5, le=8, description="Of the collar or band, cm.")
    rib: float = Field(0, ge=0, le=1, description="Cm from rib to rib; 0 for none.")


class FabricLook(_Numbers):
    """What the cloth looks like from near."""

    kind: Literal["knit", "jersey", "wool", "poplin"]
    gauge: float = Field(ge=0.03, le=1, description="Cm from stitch to stitch, or from thread to thread.")
    depth: float = Field(ge=0, le=0.3, description="How strongly stitches show, share of lightness.")
    fuzz: float = Field(ge=0, le=0.2, description="How uneven the yarn is, share of lightness.")
    sheen: float = Field(ge=0, le=1.5, description="How much lighter it is where it turns away, as wool is.")
    folds: float = Field(ge=0, le=4, description="Depth of drawn folds; 1 is a stiff cloth.")


class GarmentShape(_Numbers):
    """A drawn garment."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    neckline: NecklineShape
    fabric: FabricLook


def garment_shapes(folders: Sequence[Path]) -> Mapping[str, GarmentShape]:
    """The files in ``garments`` of several folders by id; a later folder overrides. Raises CatalogueFault."""
    return rows_of("garments", GarmentShape, folders)
