"""The overrides of an edit's parameters that the window's marker, box and brush come to."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.brushes.edits import FURTHEST, PixelCoordinate


class _Part(BaseModel):
    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )


class Hotspot(_Part):
    """A point in pixels of the upright picture, origin top left."""

    x: PixelCoordinate = Field(title="x", json_schema_extra={"unit": "px"})
    y: PixelCoordinate = Field(title="y", json_schema_extra={"unit": "px"})


class Box(_Part):
    """A rectangle in pixels of the upright picture."""

    x: PixelCoordinate = Field(title="Left", json_schema_extra={"unit": "px"})
    y: PixelCoordinate = Field(title="Top", json_schema_extra={"unit": "px"})
    width: float = Field(title="Width", gt=0, le=FURTHEST, json_schema_extra={"unit": "px"})
    height: float = Field(title="Height", gt=0, le=FURTHEST, json_schema_extra={"unit": "px"})


class Stroke(_Part):
    """One stroke of the brush that corrects an area."""

    points: tuple[tuple[PixelCoordinate, PixelCoordinate], ...] = Field(title="Points", min_length=1, max_length=4000)
    radius: float = Field(title="Radius", gt=0, le=FURTHEST, json_schema_extra={"unit": "px"})
    erase: bool = Field(False, title="Erase", description="Takes away from the area instead of adding to it.")
