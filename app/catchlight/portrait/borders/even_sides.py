"""The sides of a picture at which its background is even enough to be carried on beyond the picture."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.imaging.pyramid import Pyramid
from catchlight.portrait.borders.sides import CutSides

_LONGEST = 256
"""Longer side in pixels at which evenness is judged: grain and fine weave are averaged away."""
_DEPTH = 0.06
"""Depth of the band along a side that tells how the background goes on, share of the longer side."""
_EMPTY = 0.04
_LEAST = 40
"""Pixels of background from which a band says something."""
_EVEN = 8.0
"""Root mean square in 0..255 by which a background leaves a parabola of its place: studio walls, with their vignettes and
gradients, reach 6.7; siding, trees and streets begin at 9. Some rooms far out of focus have 7 and count as even (20 people)."""


def find_uneven_sides(pyramid: Pyramid, alpha: FloatPlane) -> CutSides:
    """The sides whose background is no plain ground. alpha: HxW in 0..1, of the person.

    Where the person covers a side, nothing is known of its background, and it does not count as uneven. The bottom never does.
    """
    import cv2

    height, width = pyramid.shape
    small, _ = pyramid.reduced((0, 0, width, height), _LONGEST)
    rows, columns = small.shape[:2]
    covered = cv2.resize(alpha, (columns, rows), interpolation=cv2.INTER_AREA)
    free = cv2.erode((covered < _EMPTY).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    depth = max(4, round(_DEPTH * max(rows, columns)))
    bands = {
        "left": (slice(None), slice(0, depth)),
        "right": (slice(None), slice(columns - depth, columns)),
        "top": (slice(0, depth), slice(None)),
    }
    return CutSides(**{side: _unevenness(small[band], free[band]) > _EVEN for side, band in bands.items()})


def _unevenness(band: ByteImage, free: npt.NDArray[np.bool_]) -> float:
    """Root mean square, over colours, of what a quadratic surface does not tell; 0 where too little is seen."""
    y, x = np.nonzero(free)
    if len(y) < _LEAST:
        return 0.0
    u, v = x / band.shape[1], y / band.shape[0]
    surface = np.column_stack([np.ones(len(u)), u, v, u * u, u * v, v * v])
    colours = band[free].astype(np.float64)
    weights, *_ = np.linalg.lstsq(surface, colours, rcond=None)
    return float(np.sqrt(((colours - surface @ weights) ** 2).mean()))
