"""What a film border can be asked for; form, JSON schema, command-line options and the record come from these fields."""

from __future__ import annotations

from typing import Literal

from catchlight.operations.operation import Params
from pydantic import Field


class FilmBorderParams(Params):
    """Put a border around pictures, with the rounded inner corners of a film's frame."""

    width: float = Field(
        6.0, title="Width", ge=0.5, le=25, description="Share of the shorter side.", json_schema_extra={"unit": "%"}
    )
    colour: Literal["black", "white", "cream"] = Field("black", title="Colour", description="Colour of the border.")
    corners: float = Field(
        40.0,
        title="Corners",
        ge=0,
        le=100,
        description="Radius of the inner corners, in per cent of the border's width.",
        json_schema_extra={"unit": "%"},
    )
