"""The thing inside a rectangle that a person has drawn around it."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import ByteImage
from catchlight.retouch.area import Area

_LONGEST = 420
_ROUNDS = 4
_LEAST, _MOST = 0.08, 0.94
"""Shares of the box between which a cut has found something; else the box itself is meant."""


def segment_in_box(rgb: ByteImage, x0: int, y0: int, x1: int, y1: int, refine: bool = True) -> Area:
    """The thing in the box (pixels x0..x1, y0..y1), cut out by GrabCut (Rother et al. 2004) from what surrounds the box.

    refine False: the whole box with a narrow soft rim.
    """
    import cv2

    width, height = x1 - x0, y1 - y0
    whole = np.ones((height, width), np.float32)
    margin = max(8, round(0.35 * max(width, height)))
    left, top = max(0, x0 - margin), max(0, y0 - margin)
    part = rgb[top : min(rgb.shape[0], y1 + margin), left : min(rgb.shape[1], x1 + margin)]
    scale = min(1.0, _LONGEST / max(part.shape[:2]))
    size = (max(12, round(part.shape[1] * scale)), max(12, round(part.shape[0] * scale)))
    place = (round((x0 - left) * scale), round((y0 - top) * scale), round(width * scale), round(height * scale))
    if not refine or min(place[2:]) < 6 or place[2] * place[3] > 0.98 * size[0] * size[1]:
        return Area((x0, y0, x1, y1), whole)
    small = np.ascontiguousarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA))
    trimap = np.full((size[1], size[0]), cv2.GC_BGD, np.uint8)
    cv2.setRNGSeed(7)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(small, trimap, place, models[0], models[1], _ROUNDS, cv2.GC_INIT_WITH_RECT)
    found = ((trimap == cv2.GC_FGD) | (trimap == cv2.GC_PR_FGD)).astype(np.float32)
    share = float(found.sum()) / (place[2] * place[3])
    if not _LEAST < share < _MOST:
        return Area((x0, y0, x1, y1), whole)
    soft = cv2.GaussianBlur(found, (0, 0), 0.8)
    full = cv2.resize(soft, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_CUBIC)
    return Area((x0, y0, x1, y1), np.clip(full[y0 - top : y1 - top, x0 - left : x1 - left], 0, 1))
