"""The corners of closed lips: darker the surer it is that the lips are closed, and as they were where they are not."""

from __future__ import annotations

import numpy as np
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.mouth import interior
from catchlight.imaging.colour.luminance import luma


def test_corners_lie_in_shade_as_far_as_lips_are_closed(face: FaceReading) -> None:
    bright = np.full((80, 90, 3), 230, np.float32)
    near = np.zeros((80, 90), np.float32)
    near[30:50, 30:50] = 0.6
    seen = {}
    for sure in (0.0, 0.5, 1.0):
        pixels, changed = interior._corners(face, near, bright, sure)
        assert np.array_equal(pixels[near == 0], bright[near == 0])
        assert ((changed > 0) == ((near > 0) & (sure > 0))).all()
        seen[sure] = float(luma(pixels)[30:50, 30:50].mean())
    assert seen[0.0] == 230
    assert seen[1.0] < seen[0.5] - 10 < seen[0.0] - 20
