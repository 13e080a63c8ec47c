"""Drawn garments: files in ``resources/garments`` and the parts they share; see the README there for how to write one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from catchlight.catalogue.files import rows_of
from catchlight.catalogue.rows import CatalogueFault

Accessory = Literal["tie", "bow_tie", "pocket_square"]
MAIN = "main"
REAL = 3.0
"""Rating (1 fake to 5 photographic) from which a garment is offered without a doubt."""
Point = tuple[float, float]
Curve = tuple[Point, ...]


class _Numbers(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class NecklineShape(_Numbers):
    """How a garment ends at the neck."""

    kind: Literal["collar", "band", "sewn"] = Field(
        description="A collar round the neck, a band that lies flat on the body, or an opening whose border is made of pieces."
    )
    top: float = Field(ge=1.5, le=12, description="Cm from the chin down to the upper edge in the middle.")
    rise: float = Field(ge=0, le=7, description="Cm by which the upper edge lies higher at the sides.")
    gap: float = Field(ge=0, le=4, description="Cm between the side of the neck and the upper edge.")
    height: float = Field(ge=0.5, le=8, description="Of the collar or band, cm.")
    rib: float = Field(0, ge=0, le=1, description="Cm from rib to rib; 0 for none.")
    opening: float = Field(
        0, ge=0, le=14, description="Cm from the top down to the end of a V left open; 0 for a closed neck."
    )
    straight: float = Field(
        0,
        ge=0,
        le=1,
        description="How straight a closed neck runs down to the middle, as the fold of a shirt's collar does.",
    )


class FabricLook(_Numbers):
    """What the cloth looks like from near."""

    kind: Literal["knit", "jersey", "wool", "poplin", "satin", "pique"]
    gauge: float = Field(ge=0.03, le=1, description="Cm from stitch to stitch, or from thread to thread.")
    depth: float = Field(ge=0, le=0.3, description="How strongly stitches show, share of lightness.")
    fuzz: float = Field(ge=0, le=0.2, description="How uneven the yarn is, share of lightness.")
    sheen: float = Field(ge=0, le=1.5, description="How much lighter it is where it turns away, as wool is.")
    folds: float = Field(ge=0, le=4, description="Depth of drawn folds; 1 is a stiff cloth.")


class RidgeShape(_Numbers):
    curve: Curve = Field(min_length=2)
    width: float = Field(gt=0, le=6, description="Cm.")
    height: float = Field(ge=-2, le=2, description="Cm; below 0 for a groove.")


class PieceShape(_Numbers):
    """A piece of cloth, in cm from the pit of the neck: x to the right of the picture, y down."""

    cloth: str = Field(MAIN, description="The garment's main cloth or one of its cloths.")
    outline: tuple[Curve, ...] = Field(
        (), description="Smooth curves that meet in corners; none for all that is covered."
    )
    mirror: bool = Field(False, description="Whether there is another on the left.")
    stands: bool = Field(False, description="Whether it may reach beyond the body's outline, as collars do.")
    thick: float = Field(0.1, ge=0, le=1, description="How far its edge stands up, cm.")
    shadow: tuple[float, float, float] = Field(
        (0.4, 0.5, 0.2), description="Strength, width and drop (cm) of its shadow."
    )
    stitch: float = Field(0, ge=0, le=2, description="Cm from the edge to a seam along it; 0 for none.")
    stitched: tuple[int, ...] = Field((), description="Curves of the outline that have the seam, counted from 0.")
    puff: float = Field(0, ge=0, le=3, description="How far it bulges, cm.")
    folds: float = Field(1, ge=0, le=2, description="How much of the body's folds it has.")
    tone: float = Field(1, ge=0, le=1, description="Share of light that reaches it.")
    creases: float = Field(0, ge=0, le=3, description="Depth of small creases that pull from the arms.")
    round: float = Field(
        0, ge=0, le=1, description="How far it turns round the neck, as collars do, and not with the chest."
    )
    ridges: tuple[RidgeShape, ...] = ()
    buttons: tuple[Point, ...] = Field((), description="Middles of round buttons, which are there instead of cloth.")
    across: float = Field(1.05, ge=0.5, le=3, description="How wide each button is, cm.")


class PartShape(_Numbers):
    """Pieces that several garments share."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    pieces: tuple[PieceShape, ...]


class PartUse(_Numbers):
    part: str
    cloths: Mapping[str, str] = Field(
        default_factory=dict, description="The part's cloths to the garment's; main is main."
    )
    relief: float = Field(
        1, ge=0, le=2, description="How far its edges and ridges stand up, of what is drawn; less in light cloth."
    )
    accessory: Accessory | None = Field(None, description="Sewn on only where this is worn.")


class ClothLook(_Numbers):
    fabric: FabricLook
    hex: str = Field(pattern=r"^#[0-9A-F]{6}$")


class GarmentShape(_Numbers):
    """A drawn garment; parts from the lowest to the uppermost. instead: what is dyed where the person wears this already."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    neckline: NecklineShape
    fabric: FabricLook
    parts: tuple[PartUse, ...] = ()
    cloths: Mapping[str, ClothLook] = Field(default_factory=dict)
    accessories: tuple[Accessory, ...] = Field((), description="Worn where none are named.")
    instead: Mapping[Literal["jacket", "shirt", "tie"], str] = Field(
        default_factory=dict,
        description="Garments that are worn already, to the cloth whose colour they take; all must be.",
    )
    rated: float | None = Field(
        None,
        ge=1,
        le=5,
        description="How real it looks on most people, 1 fake to 5 photographic; under 3 it is offered with a doubt.",
    )

    @property
    def is_doubtful(self) -> bool:
        """Whether it still looks drawn on most people."""
        return self.rated is not None and self.rated < REAL

    @property
    def takes(self) -> frozenset[str]:
        """Accessories that it can be worn with."""
        return frozenset(use.accessory for use in self.parts if use.accessory is not None)


def garment_shapes(folders: Sequence[Path]) -> Mapping[str, GarmentShape]:
    """The files in ``garments`` of several folders by id; a later folder overrides. Raises CatalogueFault."""
    shapes = rows_of("garments", GarmentShape, folders)
    parts = garment_parts(folders)
    for shape in shapes.values():
        if (shape.neckline.kind == "sewn") != bool(shape.parts):
            raise CatalogueFault(f"garments/{shape.id}.json: a neckline of kind sewn has parts, and no other has")
        for use in shape.parts:
            if use.part not in parts:
                raise CatalogueFault(f"garments/{shape.id}.json, parts: there is no part {use.part!r}")
            wanted = {use.cloths.get(piece.cloth, piece.cloth) for piece in parts[use.part].pieces}
            if missing := wanted - {MAIN, *shape.cloths}:
                raise CatalogueFault(f"garments/{shape.id}.json, cloths: {use.part} needs {min(missing)!r}")
    return shapes


def garment_parts(folders: Sequence[Path]) -> Mapping[str, PartShape]:
    """The files in ``garments/parts`` by id. Raises CatalogueFault."""
    return rows_of("garments/parts", PartShape, folders)
