"""Crop: a part of the picture and nothing else changed; how the window goes on with one person of several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import Field
from pydantic.config import JsonDict

from catchlight.engine.errors import InvalidRequest
from catchlight.engine.portrait import Portrait
from catchlight.operations.base import Context, Operation, Outcome, Params

_PX: JsonDict = {"unit": "px"}


class CropParams(Params):
    """The part that stays, in pixels of the upright picture."""

    x: int = Field(0, title="Left", ge=0, description="Columns cut away at the left.", json_schema_extra=_PX)
    y: int = Field(0, title="Top", ge=0, description="Rows cut away at the top.", json_schema_extra=_PX)
    width: int = Field(1, title="Width", ge=1, description="Columns that stay.", json_schema_extra=_PX)
    height: int = Field(1, title="Height", ge=1, description="Rows that stay.", json_schema_extra=_PX)


def run(portraits: Sequence[Portrait], params: CropParams, context: Context) -> Outcome:
    """The part inside the box. Raises InvalidRequest where the box reaches beyond the picture."""
    picture = portraits[0].picture
    right, bottom = params.x + params.width, params.y + params.height
    if right > picture.width or bottom > picture.height:
        raise InvalidRequest(
            f"The part reaches to ({right}, {bottom}), but the picture ends at ({picture.width}, {picture.height})."
        )
    part = np.ascontiguousarray(picture.pixels[params.y : bottom, params.x : right])
    return Outcome(picture.with_(pixels=part, record=picture.record.then(context.begin("geometry", {}))))


OPERATION = Operation(id="crop", title="Crop", path="", params=CropParams, run=run)
