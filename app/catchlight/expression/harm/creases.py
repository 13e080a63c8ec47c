"""Creases that a smile leaves beside the mouth when it goes: on lips at rest a deep one is a gash.

References:
    T. Lindeberg, "Edge detection and ridge detection with automatic scale selection", International Journal of Computer
    Vision 30(2), 1998, doi:10.1023/A:1008097225773.
"""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis import topology
from catchlight.expression.harm import moustache
from catchlight.expression.shading import crease_removal
from catchlight.expression.soft_shapes import CropWindow
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

_LINE_CM = 0.10
"""Gaussian radius of a crease."""
_OUT_CM, _IN_CM, _UP_CM, _DOWN_CM = 1.7, 0.12, 1.5, 1.3
"""The skin beside a corner of the mouth: outwards of it and inwards, above it and below."""
_LONGEST = 0.985
"""Quantile of the depth over that skin: a line of 0.1 cm x 1 cm covers a thirtieth of it."""


def depth(reading: FaceReading, image: FloatImage, points: Doubles) -> float:
    """How dark the deepest line beside the mouth is against what lies on both sides of it: log brightness, 0 where it is even.

    image: the crop of ``reading``, RGB 0..255, with its landmarks at ``points`` (468x2 or x3). The larger of both sides.
    """
    found, hairy = [], moustache.has_moustache(reading)
    for corner, sign in zip(topology.MOUTH_CORNERS, (-1.0, 1.0), strict=True):
        place = points[corner, :2]
        steps = [(-_IN_CM, -_UP_CM), (_OUT_CM, -_UP_CM), (_OUT_CM, _DOWN_CM), (-_IN_CM, _DOWN_CM)]
        ring = np.array([place + (reading.ex * sign * out + reading.ey * down) * reading.cm for out, down in steps])
        frame = CropWindow.around(ring, 3 * _LINE_CM * reading.cm + 2, reading.shape)
        lines = _dark_lines(luma(image[frame.cut]), _LINE_CM * reading.cm)
        beside = frame.polygon(ring) * (1 - _lips(points, frame, reading.cm)) * (reading.covers.rigid[frame.cut] < 0.5)
        if hairy:
            # Its ends hang down beside the corners.
            beside = beside * (1 - np.clip(4 * moustache.area(frame, points, reading.cm), 0, 1))
            beside = crease_removal.bare_skin(beside, np.zeros_like(beside), image[frame.cut], reading.cm)
        skin = beside > 0.5
        found.append(float(np.quantile(lines[skin], _LONGEST)) if skin.sum() > 50 else 0.0)
    return max(found)


def _lips(points: Doubles, frame: CropWindow, cm: float) -> FloatPlane:
    import cv2

    ring = points[[*topology.LIP_OUT_UPPER, *topology.LIP_OUT_LOWER[::-1]], :2]
    side = 2 * max(1, round(0.15 * cm)) + 1
    return np.asarray(cv2.dilate(frame.polygon(ring), np.ones((side, side), np.uint8)), np.float32)


def _dark_lines(bright: FloatPlane, sigma: float) -> FloatPlane:
    """Depth of dark lines of a width (Lindeberg 1998: the larger eigenvalue of the Hessian, by sigma squared)."""
    import cv2

    smooth = gaussian_blur(np.log(np.maximum(bright, 6)).astype(np.float32), max(0.7, sigma), EXACT)
    xx, yy, xy = (cv2.Sobel(smooth, cv2.CV_32F, *by, ksize=3, scale=0.25) for by in ((2, 0), (0, 2), (1, 1)))
    mean, apart = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    along = np.abs(mean - apart)
    return np.asarray(np.maximum(0, mean + apart - along) * max(0.7, sigma) ** 2, np.float32)
