"""Steps in the outline of cheeks and jaw: where the skin inside moves and what lies outside stays."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import OVAL
from catchlight.expression.warp.vertices import Shape

_JAW = OVAL[9:28]
"""The outline from below one ear over the chin to the other."""


def step(reading: FaceReading, shape: Shape) -> float:
    """How far neighbouring points of the jaw's outline are moved apart across it, at most, by their distance."""
    points, moved = reading.points[list(_JAW), :2], shape.moved[list(_JAW), :2]
    along = points[1:] - points[:-1]
    length = np.linalg.norm(along, axis=1)
    normal = np.column_stack([along[:, 1], -along[:, 0]]) / length[:, None]
    return float(np.abs(((moved[1:] - moved[:-1]) * normal).sum(axis=1) / length).max())
