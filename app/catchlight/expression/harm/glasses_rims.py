"""Rims of glasses, which are rigid: a result shows them where and as the picture does."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.picture import FloatImage

_SEEN, _GRAINS = 6.0, 3.0
"""Difference in brightness (0..255, and in the picture's own grain) that is seen on a rim."""


def rim_change_share(reading: FaceReading, image: FloatImage) -> float:
    """Share of the rims, 0..1, that a result (the crop of ``reading``, RGB 0..255) shows otherwise; 0 without glasses."""
    rims = reading.covers.rims > 0.5
    if not rims.any():
        return 0.0
    apart = np.abs(luma(image[rims]) - luma(reading.pixels[rims]))
    return float((apart > max(_SEEN, _GRAINS * reading.grain)).mean())
