"""How much brighter or darker skin gets as it turns in the picture's light."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.imaging.arrays import Doubles

_SMOOTHED = 6
_SHARE = 0.9
_LEAST = 20.0
_DARKEST, _BRIGHTEST = 0.8, 1.22


def shading_ratio(reading: FaceReading, after: Doubles) -> npt.NDArray[np.float64]:
    """Brightness of each fine vertex after by before, from its normals under the light of the picture."""
    old = np.clip(reading.ground.shading, _LEAST, None)
    new = np.clip(reading.light[0] + reading.mesh.normals(after) @ reading.light[1:], _LEAST, None)
    ratio = np.clip(new / old, _DARKEST, _BRIGHTEST)
    for _ in range(_SMOOTHED):
        ratio = reading.mesh.averaging @ ratio
    return np.asarray(1 + (ratio - 1) * _SHARE)
