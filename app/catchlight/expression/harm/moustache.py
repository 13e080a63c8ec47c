"""Hair over the lip that a mouth which closes smears or melts away."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.soft_shapes import CropWindow, median_colours
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

# fmt: off
_PARTS = ((98, 203, 206, 216, 186, 40, 39), (98, 97, 2, 326, 327, 267, 0, 37), (327, 423, 426, 436, 410, 270, 269))
"""Right, middle and left of what lies between nose and upper lip, as vertices round each."""
# fmt: on
_FINE_CM, _BROAD_CM = 0.03, 0.20
"""Gaussian radii between which single hairs and small tufts are seen."""
_STUBBLE = ((98, 203, 92, 40, 39), _PARTS[1], (327, 423, 322, 270, 269))
"""The same without the ends beside the corners, where stubble is not told from folds; and how softly it ends."""
_SOFT_CM = 0.2
_APART_CM = 0.12
"""How far folds lie from the hair beside them."""
_HAIRY = 0.065
"""Fine contrast under the middle of the nose, which no fold crosses, from which hair grows over the lip.

Women and shaven men have 0.01 to 0.08, grown stubble and moustaches 0.08 to 0.27: brightness tells them apart where both meet.
"""
_DARK = 0.68
"""Brightness over the lip in that of the cheeks above which what is rough there is skin or grain."""
_BARE, _FADES = 0.95, 0.08
"""Brightness over the lip from which it is bare, and within which stubble begins."""
_OVER_LIP, _CHEEKS = (92, 322, 165, 391, 164), (205, 425, 50, 280)


def contrast_retention(reading: FaceReading, image: FloatImage, points: Doubles) -> float:
    """Least share of the fine contrast of hair over the lip that a result keeps, of three parts; 1 where none grows.

    image: the crop of ``reading``, RGB 0..255, with its landmarks at ``points``.
    """
    if not has_moustache(reading):
        return 1.0
    own = contrasts(reading, reading.pixels, reading.points)
    new = contrasts(reading, image, points)
    return min(1.0, *(after / max(before, 1e-6) for before, after in zip(own, new, strict=True)))


def has_moustache(reading: FaceReading) -> bool:
    """Whether so much hair grows over the lip that single ones are seen."""
    return brightness(reading) < _DARK and contrasts(reading, reading.pixels, reading.points)[1] >= _HAIRY


def brightness(reading: FaceReading) -> float:
    """Brightness over the lip in that of the cheeks: about 1 on bare skin, 0.75 to 0.9 where a beard was shaven."""
    over, cheeks = (
        float(np.median(luma(median_colours(reading.pixels, reading.points[list(at), :2], radius * reading.cm))))
        for at, radius in ((_OVER_LIP, 0.15), (_CHEEKS, 0.3))
    )
    return over / max(cheeks, 1.0)


def lip_hair_mask(reading: FaceReading, frame: CropWindow, points: Doubles, cm: float) -> FloatPlane:
    """0..1, HxW of ``frame``: where what is dark over the lip is hair or stubble rather than a fold; points, cm in its pixels."""
    if has_moustache(reading):
        return area(frame, points, cm)
    share = np.clip((_BARE - brightness(reading)) / _FADES, 0, 1)
    return np.asarray(share * gaussian_blur(_within(frame, points, _STUBBLE), _SOFT_CM * cm, EXACT), np.float32)


def area(frame: CropWindow, points: Doubles, cm: float) -> FloatPlane:
    """1 where hair grows over the lip, HxW of ``frame``; points and cm in its pixels. Folds beside it are left out."""
    import cv2

    side = 2 * max(1, round(_APART_CM * cm)) + 1
    whole = cv2.erode(_within(frame, points, _PARTS), np.ones((side, side), np.uint8))
    return np.asarray(gaussian_blur(np.asarray(whole, np.float32), _APART_CM * cm / 2, EXACT), np.float32)


def _within(frame: CropWindow, points: Doubles, rings: tuple[tuple[int, ...], ...]) -> FloatPlane:
    return np.asarray(np.maximum.reduce([frame.polygon(points[list(ring), :2]) for ring in rings]), np.float32)


def contrasts(reading: FaceReading, image: FloatImage, points: Doubles) -> list[float]:
    """Fine contrast (log brightness) of the right, middle and left part over the lip."""
    return [_contrast(reading, image, points, ring) for ring in _PARTS]


def _contrast(reading: FaceReading, image: FloatImage, points: Doubles, ring: tuple[int, ...]) -> float:
    """Mean deviation of log brightness between two blurs inside some vertices."""
    cm = reading.cm
    frame = CropWindow.around(points[list(ring), :2], 3 * _BROAD_CM * cm, reading.shape)
    tones = np.log(np.maximum(luma(image[frame.cut]), 6)).astype(np.float32)
    fine = np.abs(gaussian_blur(tones, _FINE_CM * cm, EXACT) - gaussian_blur(tones, _BROAD_CM * cm, EXACT))
    inside = frame.polygon(points[list(ring), :2]) > 0.5
    return float(fine[inside].mean()) if inside.sum() > 8 else 0.0
