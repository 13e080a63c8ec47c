"""The border, small: drawn whole and scaled down, for nothing about it is slow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Context, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait

from catchlight_film_border.params import FilmBorderParams
from catchlight_film_border.run import add_border


def preview(portraits: Sequence[Portrait], params: FilmBorderParams, size: int, context: Context) -> Preview:
    """The framed picture, ``size`` pixels long; the source lies in it moved by the border."""
    pixels, edge = add_border(portraits[0].picture, params)
    placement = np.array([[1.0, 0, edge], [0, 1.0, edge]])
    return Preview(Picture(reduce_pixels(pixels, size)), pixels.shape[1], pixels.shape[0], placement)
