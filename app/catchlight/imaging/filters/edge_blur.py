"""How sharp a photo is: the blur of its steepest edges."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Floats, Mask
from catchlight.imaging.picture import ByteImage

SHARPEST, SOFTEST = 0.55, 1.6
"""Blur (pixels) of the sharpest photo: of a lens, and of the filter that made it smaller; and of the softest that is told."""
_FURTHER, _EDGE, _EDGES = 2.0, 1.05, 99.5
"""Blur by which edges are told; how wide (deviations, pixels) those of a sharp photo's face are; and the percentile of slopes
that is an edge's."""


def measure_edge_blur(rgb: ByteImage, where: Mask) -> float:
    """Blur (pixels, ``SHARPEST``..``SOFTEST``) of a photo in a face (HxW): told by how much a further blur takes from its
    steepest edges, as of a step; edges of brows and lids are themselves a little wide. The sharpest where there is no face."""
    import cv2

    if not where.any():
        return SHARPEST
    x, y, width, height = cv2.boundingRect(where.astype(np.uint8))
    part = (slice(max(0, y - 12), y + height + 12), slice(max(0, x - 12), x + width + 12))
    grey = cv2.cvtColor(np.ascontiguousarray(rgb[part]), cv2.COLOR_RGB2GRAY).astype(np.float32)
    further = np.asarray(cv2.GaussianBlur(grey, (0, 0), _FURTHER), np.float32)
    ratio = max(_steepest(grey, where[part]) / max(_steepest(further, where[part]), 1e-6), 1 + 1e-3)
    width_of_edges = _FURTHER**2 / (ratio**2 - 1)
    return float(np.clip(np.sqrt(max(width_of_edges - _EDGE**2, 0)), SHARPEST, SOFTEST))


def _steepest(grey: Floats, where: npt.NDArray[np.bool_]) -> float:
    """Slope of the steepest edges of a plane, where told."""
    import cv2

    across, down = (cv2.Sobel(grey, cv2.CV_32F, *axes) for axes in ((1, 0), (0, 1)))
    return float(np.percentile(np.hypot(across, down)[where], _EDGES))
