"""The inside of a mouth that opens further than the picture shows it: all of that would be made up."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import LIP_IN_LOWER, LIP_IN_UPPER
from catchlight.expression.warp.vertices import Shape

_LEAST_CM2 = 0.05
"""Opening below which nothing is seen in it."""


def new_opening_share(reading: FaceReading, shape: Shape) -> float:
    """Share of the opening between the lips that shows more than the picture does, 0..1; 0 where lips meet.

    Openings are compared place by place along the lips, as areas between their inner contours.
    """
    before = _heights(reading, reading.points[:, :2])
    after = _heights(reading, reading.points[:, :2] + shape.moved[:, :2])
    width = np.gradient((reading.points[list(LIP_IN_UPPER), :2] + shape.moved[list(LIP_IN_UPPER), :2]) @ reading.ex)
    seen = np.maximum(after, 0) * np.maximum(width, 0)
    more = np.clip(after - np.maximum(before, 0), 0, None) * np.maximum(width, 0)
    area = float(seen.sum())
    return float(more.sum()) / area if area > _LEAST_CM2 * reading.cm**2 else 0.0


def _heights(reading: FaceReading, points: np.ndarray) -> np.ndarray:
    return np.asarray((points[list(LIP_IN_LOWER)] - points[list(LIP_IN_UPPER)]) @ reading.ey)
