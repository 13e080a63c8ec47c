"""What a hair edit is asked for: styles, colour, and how both are worn."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from catchlight.catalogue.hair import Technique
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.imagining.params import ImagineParams
from catchlight.operations.operation import read_whole

ORIGINAL, CUSTOM, REFERENCE = "original", "custom", "reference"
SHAPING = ("length", "volume", "texture", "parting")
"""Parameters of drawn styles."""
Gender = Literal["male", "female"]


class HairParams(ImagineParams):
    """Which style and colour, how the colour is laid on, and how strongly; whether an engine finishes the style."""

    @property
    def needs_reference(self) -> bool:
        """Whether a reference photo belongs to it."""
        return REFERENCE in self.hair_styles or self.hair_color == REFERENCE

    hair_styles: tuple[str, ...] = Field(
        (),
        title="Styles",
        max_length=8,
        description="Catalogue ids of styles; none, or keep, leaves the style as it is, and reference is that of the reference "
        "photo; with one id beside it, that style is drawn where the photo does not suit.",
    )
    length: float = Field(1.0, title="Length", ge=0.6, le=1.5, description="Length of the style, by its own.")
    volume: float = Field(1.0, title="Volume", ge=0.5, le=1.8, description="Volume of the style, by its own.")
    texture: float = Field(
        0.0, title="Texture", ge=-1, le=1, description="Straighter or curlier than the style is by itself."
    )
    parting: float = Field(
        0.0, title="Parting", ge=-6, le=6, description="Cm by which the parting moves, positive to the person's left."
    )
    hair_color: str | None = Field(
        None,
        title="Colour",
        max_length=64,
        description="A catalogue id, #rrggbb, original to keep it, or reference for that of the reference photo. With neither "
        "colour nor style nor reference photo, the catalogue's suggestion.",
    )
    color_strength: float = Field(1.0, title="Strength", ge=0, le=1, description="How much of the new colour shows.")
    technique: Technique | None = Field(
        None, title="Technique", description="How the colour is laid on; without it the colour's own, or all over."
    )
    brows: bool = Field(False, title="Colour the brows too", description="A little darker than the hair.")
    seed: int = Field(
        0,
        title="Variation",
        ge=0,
        le=2**31 - 1,
        description="Which strands are chosen, and the seed of what an engine makes; the same number, the same picture.",
    )
    strokes: tuple[Stroke, ...] = Field(
        (), title="Brush", max_length=200, description="Corrections of what counts as hair, in order."
    )
    gender: Gender | None = Field(
        None, title="Suggest for", description="Only orders and suggests; nothing is forbidden by it."
    )

    _whole_seed = field_validator("seed", mode="before")(read_whole)
