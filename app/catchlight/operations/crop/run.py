"""Crop: a part of the picture and nothing else changed; how the window goes on with one person of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.crop.params import CropParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait


def run(portraits: Sequence[Portrait], params: CropParams, context: Context) -> Outcome:
    """The part inside the box. Raises InvalidRequest where the box reaches beyond the picture."""
    picture = portraits[0].picture
    part = cut_part(picture, params)
    return Outcome(picture.with_(pixels=part, record=picture.record.then(context.begin("geometry", {}))))


def cut_part(picture: Picture, params: CropParams) -> Pixels:
    """The pixels inside the box. Raises InvalidRequest where it reaches beyond the picture."""
    right, bottom = params.x + params.width, params.y + params.height
    if right > picture.width or bottom > picture.height:
        raise InvalidRequest(
            f"The part reaches to ({right}, {bottom}), but the picture ends at ({picture.width}, {picture.height})."
        )
    part: Any = np.ascontiguousarray(picture.pixels[params.y : bottom, params.x : right])
    return cast(Pixels, part)
