"""The lenses of glasses: what is seen through them, without their frame."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import erode_mask
from catchlight.imaging.picture import ByteImage, FloatPlane

_COVERED = 0.35
"""Share of the class from which a pixel is part of the glasses."""
_INSIDE_CM, _RIM_CM = 0.55, 0.2
"""How far from the glasses' outline is surely lens, and surely frame."""
_SMALLEST_CM2 = 0.8


def find_lenses(rgb: ByteImage, glasses: FloatPlane, cm: float) -> FloatPlane:
    """The lenses without their frame, HxW in 0..1: the strongest contour within the glasses' outline bounds them.

    glasses: HxW in 0..1, frame and lenses. cm: pixels for one cm. Meyer's watershed (1992), as in OpenCV.
    """
    import cv2

    whole = cv2.morphologyEx((glasses > _COVERED).astype(np.uint8), cv2.MORPH_CLOSE, disc(0.1 * cm))
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(whole, contours, -1, 1, cv2.FILLED)
    sure = erode_mask(whole > 0, _INSIDE_CM * cm)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(sure.astype(np.uint8))
    markers = np.zeros(whole.shape, np.int32)
    markers[~erode_mask(whole > 0, _RIM_CM * cm)] = 1
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] > _SMALLEST_CM2 * 0.25 * cm * cm:
            markers[labels == label] = label + 1
    if markers.max() < 2:
        return np.zeros(whole.shape, np.float32)
    smooth = cv2.GaussianBlur(rgb, (0, 0), max(0.6, 0.03 * cm))
    found = (cv2.watershed(np.ascontiguousarray(smooth), markers) > 1).astype(np.uint8)
    opened = cv2.morphologyEx(found, cv2.MORPH_OPEN, disc(0.15 * cm))
    return np.asarray(cv2.GaussianBlur(opened.astype(np.float32), (0, 0), max(0.6, 0.03 * cm)), np.float32)
