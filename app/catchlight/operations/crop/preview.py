"""Crop, small: the part itself scaled down, for nothing is sooner than cutting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.imaging.picture import Picture
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.run import cut_part
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait


def preview(portraits: Sequence[Portrait], params: CropParams, size: int, context: Context) -> Preview:
    """The part inside the box, ``size`` pixels long. Raises what ``run`` raises."""
    part = cut_part(portraits[0].picture.pixels, params)
    placement = np.array([[1.0, 0, -params.x], [0, 1.0, -params.y]])
    return Preview(Picture(reduce_pixels(part, size)), params.width, params.height, placement)
