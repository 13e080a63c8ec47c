"""How much of a filled gap's rim still shows: the old contour is steeper than what lies about it."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.picture import Pixels
from catchlight.portrait import view
from catchlight.retouch.area import Area

_LONGEST = 900
"""Longer side at which it is looked at: seams that are softer than a pixel of it are seen, and grain is not."""
_FINE, _BROAD = 1.0, 2.5
"""Blurs in pixels at which steepness is measured; a contour that shows does so in both."""
_AROUND = 0.12
"""How far around the gap it is compared with, by its side."""


def seam(pixels: Pixels, hole: Area) -> float:
    """Steepness (8-bit CIELAB per pixel) along a hole's rim by that around it, the lower one of fine and broad; 1 is no seam.

    pixels: the picture after the fill; hole: what was filled, its soft rim included.
    """
    import cv2

    side = float((hole.mask > 0.5).sum()) ** 0.5
    reach = max(6, round(_AROUND * side))
    x0, y0 = max(0, hole.box[0] - reach), max(0, hole.box[1] - reach)
    x1, y1 = min(pixels.shape[1], hole.box[2] + reach), min(pixels.shape[0], hole.box[3] + reach)
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    mask[hole.box[1] - y0 : hole.box[3] - y0, hole.box[0] - x0 : hole.box[2] - x0] = hole.mask
    part: Any = np.ascontiguousarray(pixels[y0:y1, x0:x1, :3])
    top = np.float32(np.iinfo(pixels.dtype).max)
    scale = min(1.0, _LONGEST / max(pixels.shape[:2]))
    size = (max(4, round(mask.shape[1] * scale)), max(4, round(mask.shape[0] * scale)))
    shown = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    lab = cv2.cvtColor(shown, cv2.COLOR_RGB2LAB)
    small = view.resize(mask, size)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * max(3, round(reach * scale)) + 1,) * 2)
    rim = (small > 0.02) & (small < 0.98)
    around = (cv2.dilate(small, kernel) > 0.02) & (small <= 0.02)
    if not rim.any() or not around.any():
        return 1.0
    ratios = []
    for blur in (_FINE, _BROAD):
        soft = cv2.GaussianBlur(lab, (0, 0), blur)
        slopes = [cv2.Sobel(soft, cv2.CV_32F, dx, dy) / 8 for dx, dy in ((1, 0), (0, 1))]
        steep = np.sqrt(sum((slope**2).sum(axis=2) for slope in slopes))
        ratios.append(float(steep[rim].mean()) / max(float(steep[around].mean()), 1e-3))
    return min(ratios)
