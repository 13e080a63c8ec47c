"""What a person may wear on a headshot: parts of the own clothes, drawn garments, and colours for both.

A list of ids is read from left to right: a colour dyes the part or accessory named before it. What a garment looks like is said
in ``garment_shapes``.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from catchlight.catalogue.rows import Row

Kind = Literal["keep", "part", "garment", "accessory", "color"]
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
