"""What a crop is asked for: the part that stays."""

from __future__ import annotations

from pydantic import Field
from pydantic.config import JsonDict

from catchlight.operations.operation import Params

_PX: JsonDict = {"unit": "px"}


class CropParams(Params):
    """The part that stays, in pixels of the upright picture."""

    x: int = Field(0, title="Left", ge=0, description="Columns cut away at the left.", json_schema_extra=_PX)
    y: int = Field(0, title="Top", ge=0, description="Rows cut away at the top.", json_schema_extra=_PX)
    width: int = Field(1, title="Width", ge=1, description="Columns that stay.", json_schema_extra=_PX)
    height: int = Field(1, title="Height", ge=1, description="Rows that stay.", json_schema_extra=_PX)
