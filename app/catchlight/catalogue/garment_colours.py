"""Colours that a person's own clothes may take on a headshot, and the parts of them that take one.

A list of ids is read from left to right: a colour dyes the part named before it.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from catchlight.catalogue.rows import Row
from catchlight.core.messages import Message

Kind = Literal["keep", "part", "color"]
Part = Literal["clothes", "jacket", "shirt", "tie"]


class GarmentColour(Row):
    """One id of ``clothingStyles``: a part of the clothes, a colour, or ``keep``."""

    kind: Kind
    part: Part | None = None
    """Of what is worn; where ``kind`` is part."""
    hex: str | None = Field(None, pattern=r"^#[0-9A-F]{6}$")
    """The cloth in full light; where ``kind`` is color."""

    @model_validator(mode="after")
    def _check_fields(self) -> GarmentColour:
        if (self.kind == "part") != (self.part is not None) or (self.kind == "color") != (self.hex is not None):
            raise ValueError(Message("a part names its part, a color its hex, and nothing else does"))
        return self
