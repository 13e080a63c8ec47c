"""How parts of a portrait are drawn: parsed shares at the picture's edges, and hulls of landmarks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

# fmt: off
FACE = (
    head_parsing.SKIN,
    head_parsing.RIGHT_BROW,
    head_parsing.LEFT_BROW,
    head_parsing.RIGHT_EYE,
    head_parsing.LEFT_EYE,
    head_parsing.NOSE,
    head_parsing.MOUTH,
    head_parsing.UPPER_LIP,
    head_parsing.LOWER_LIP,
)
EARS = (head_parsing.RIGHT_EAR, head_parsing.LEFT_EAR, head_parsing.EARRING)
RIGHT_CHEEK = (117, 118, 101, 36, 206, 207, 187, 147, 123)
LEFT_CHEEK = (346, 347, 330, 266, 426, 427, 411, 376, 352)
# fmt: on


def class_share(portrait: Portrait, classes: tuple[int, ...]) -> FloatPlane:
    """Classes as a share of the person, drawn to the picture's edges, within the matte.

    As a share, so that outer wisps, of which parsing is unsure, come from the matte.
    """
    part = portrait.parsing.plane(classes)
    person = 1 - portrait.parsing.plane([head_parsing.BACKGROUND])
    share = part / np.maximum(person, 0.05)
    share[person < 0.02] = 0
    edged = head_parsing.refine_edges(np.clip(share, 0, 1), portrait.picture.rgb8, 0.45 * portrait.pose.px_per_cm)
    return np.asarray(edged * portrait.alpha, np.float32)


def hull_mask(portrait: Portrait, *rings: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    import cv2

    mask = np.zeros((portrait.picture.height, portrait.picture.width), np.uint8)
    for ring in rings:
        hull = cv2.convexHull(np.round(portrait.landmarks.ring(ring) * 8).astype(np.int32))
        cv2.fillPoly(mask, [hull], 1, shift=3)
    return mask > 0


def soft_hull_mask(portrait: Portrait, *rings: tuple[int, ...], soft_cm: float) -> FloatPlane:
    """Filled hulls of landmark rings with a soft edge."""
    import cv2

    sigma = max(0.6, soft_cm * portrait.pose.px_per_cm)
    return np.asarray(cv2.GaussianBlur(hull_mask(portrait, *rings).astype(np.float32), (0, 0), sigma), np.float32)


def on_skin(plane: FloatPlane, portrait: Portrait) -> FloatPlane:
    """A drawn part without the hair, glasses and hands that lie over it."""
    return np.asarray(plane * class_share(portrait, (head_parsing.SKIN, head_parsing.NOSE)), np.float32)


def skin_likeness(portrait: Portrait) -> FloatPlane:
    """How near each pixel's chroma is to that of the cheeks, 0..1."""
    import cv2

    rgb = portrait.picture.rgb8
    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), max(1.0, portrait.pose.px_per_cm / 12)), cv2.COLOR_RGB2LAB)
    cheeks = hull_mask(portrait, RIGHT_CHEEK) | hull_mask(portrait, LEFT_CHEEK)
    sample = lab[cheeks].astype(np.float32)
    centre, spread = np.median(sample, axis=0), np.maximum(sample.std(axis=0), [30, 5, 5])
    away = np.zeros(lab.shape[:2], np.float32)
    for channel in range(3):
        away += ((lab[..., channel].astype(np.float32) - centre[channel]) / (2.5 * spread[channel])) ** 2
    return np.asarray(np.exp(-away), np.float32)
