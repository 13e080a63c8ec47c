"""How soft a photo draws what a person wears: shoulders are seldom as sharp as the eyes, and drawn cloth must not be sharper."""

from __future__ import annotations

import numpy as np

from catchlight.engine.garment.sitter import Sitter
from catchlight.engine.picture import Pixels

_WITHIN_CM = ((-14.0, 14.0), (-9.0, 14.0))
"""Across and down from the pit of the neck: where collars, ties and old clothes have their edges."""
_FINE, _COARSE = 0.7, 2.0
"""Gaussian widths at which edges are compared, pixels: the first keeps noise out."""
_STRONG = 0.99
_SHARP = 0.7
"""Share of strong edges that are softer than what counts: many are folds, soft in themselves."""
_MOST = 4.0
_MOST_PIXELS = 1_500_000
_USUAL = 1.2


def softness(pixels: Pixels, sitter: Sitter, first: int, scale: float) -> float:
    """Gaussian width, in pixels of the photo (HxWx3), of its sharper edges about the collar; 0 to 4.

    first: row of the working picture at which ``sitter`` begins; scale: photo by working picture. By how much edges lose when
    they are blurred once more (Zhuo and Sim 2011, "Defocus map estimation from a single image", eq. 4).
    """
    import cv2

    height, width = pixels.shape[:2]
    cm = sitter.cm * scale
    x, y = sitter.matrix[0, 2] * scale, (sitter.matrix[1, 2] + first) * scale
    (left, right), (up, down) = _WITHIN_CM
    x0, x1 = (int(np.clip(x + edge * cm, 0, width)) for edge in (left, right))
    y0, y1 = (int(np.clip(y + edge * cm, 0, height)) for edge in (up, down))
    rows = min(y1 - y0, _MOST_PIXELS // max(1, x1 - x0))
    if rows < 32 or x1 - x0 < 32:
        return _USUAL
    part = pixels[y0 : y0 + rows, x0:x1, 1].astype(np.float32)
    slopes = []
    for sigma in (_FINE, _COARSE):
        soft = cv2.GaussianBlur(part, (0, 0), sigma)
        across, down_ = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        slopes.append(cv2.magnitude(across, down_))
    strong = slopes[1] > np.quantile(slopes[1][::3, ::3], _STRONG)
    if not strong.any():
        return _USUAL
    ratio = max(float(np.quantile(slopes[0][strong] / np.maximum(slopes[1][strong], 1e-6), _SHARP)), 1.02) ** 2
    return float(np.clip(np.sqrt(max(0.0, (_COARSE**2 - ratio * _FINE**2) / (ratio - 1))), 0, _MOST))
