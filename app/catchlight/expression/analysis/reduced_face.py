"""The same face in few pixels: results are tried there before they are made at the picture's own size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatImage

if TYPE_CHECKING:
    from catchlight.expression.analysis.face_reading import FaceReading

_LONGEST = 320
"""Pixels of the crop: the landmarks' network sees 256 of about as much of a face."""


def of(reading: FaceReading) -> FaceReading:
    """A reading in the pixels of a smaller crop; itself where it is small. Kept by ``FaceReading.small``."""
    import cv2

    height, width = reading.shape
    scale = _LONGEST / max(height, width)
    if scale >= 1:
        return reading
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    across, down = size[0] / width, size[1] / height

    def plane(pixels: FloatImage) -> FloatImage:
        return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32)

    def placed(points: Doubles) -> Doubles:
        moved = points.copy()
        moved[:, :2] = (points[:, :2] + 0.5) * [across, down] - 0.5
        moved[:, 2:] *= scale
        return moved

    covers = reading.covers
    return replace(
        reading,
        pixels=plane(reading.pixels),
        points=placed(reading.points),
        raw=placed(reading.raw),
        irises=placed(reading.irises),
        cm=reading.cm * scale,
        covers=replace(
            covers,
            skin=plane(covers.skin),
            nose=plane(covers.nose),
            lips=plane(covers.lips),
            mouth=plane(covers.mouth),
            rigid=plane(covers.rigid),
            rims=plane(covers.rims),
        ),
        blur=reading.blur * scale,
        grain=reading.grain * scale,
    )
