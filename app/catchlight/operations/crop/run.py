"""Crop: a part of the picture and nothing else changed; how the window goes on with one person of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.imaging.colour.source_colours import transformed
from catchlight.imaging.picture import Pixels
from catchlight.operations.crop.params import CropParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait


def run(portraits: Sequence[Portrait], params: CropParams, context: Context) -> Outcome:
    """The part inside the box. Raises InvalidRequest where the box reaches beyond the picture."""
    picture = portraits[0].picture
    part = transformed(picture, lambda pixels: cut_part(pixels, params))
    return Outcome(part.with_(record=picture.record.then(context.begin("geometry", {}))))


def cut_part(pixels: Pixels, params: CropParams) -> Pixels:
    """The pixels inside the box. Raises InvalidRequest where it reaches beyond the picture."""
    right, bottom = params.x + params.width, params.y + params.height
    height, width = pixels.shape[:2]
    if right > width or bottom > height:
        raise InvalidRequest(
            Message(
                "The part reaches to ({right}, {bottom}), but the picture ends at ({width}, {height}).",
                right=right,
                bottom=bottom,
                width=width,
                height=height,
            )
        )
    part: Any = np.ascontiguousarray(pixels[params.y : bottom, params.x : right])
    return cast(Pixels, part)
