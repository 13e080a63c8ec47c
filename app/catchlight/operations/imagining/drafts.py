"""What our own means have made, given to an engine as a draft: where it may paint beside a face, and the light in words."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import FloatPlane
from catchlight.matting.modnet import Window
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.parsing import face_parts
from catchlight.portrait.portrait import Portrait

STRENGTH = 0.55
"""How much an engine may change of a draft: form, length and colour stay, and it looks photographed."""
_SOFT_CM = 0.25
"""Width beside a face over which an engine's paint comes in."""
_GLASSES = 0.1
"""Share of spectacles in a pixel from which nothing is painted on it."""
_FROM_SIDE = 0.12
"""Sideways part of the light's direction from which it has a side."""


def beside_face(portrait: Portrait, box: Window) -> FloatPlane:
    """How far an engine may paint in a window of a portrait, hxw in 0..1: 0 on the face's oval and on spectacles."""
    import cv2

    x0, y0, x1, y1 = box
    face = np.zeros((y1 - y0, x1 - x0), np.uint8)
    ring = portrait.landmarks.ring(OVAL) - np.array([x0, y0])
    cv2.fillPoly(face, [cv2.convexHull(np.round(ring * 16).astype(np.int32))], 1, cv2.LINE_8, 4)
    face |= (face_parts.glasses(portrait)[y0:y1, x0:x1] > _GLASSES).astype(np.uint8)
    if not face.any():
        return np.ones(face.shape, np.float32)
    away = cv2.distanceTransform(1 - face, cv2.DIST_L2, 5)
    soft = max(2.0, _SOFT_CM * portrait.pose.px_per_cm)
    return np.asarray(np.clip((away - 2) / soft, 0, 1), np.float32)


def light_words(portrait: Portrait) -> str:
    """The light on a face, as an engine is told of it."""
    sideways = float(portrait.light.direction[0])
    if abs(sideways) < _FROM_SIDE:
        return "light from the front"
    return "light from the right" if sideways > 0 else "light from the left"
