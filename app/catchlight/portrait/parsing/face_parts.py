"""The parts of a face as soft masks: HxW float32 in 0..1."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing, irises
from catchlight.portrait.parsing.part_masks import (
    EARS,
    FACE,
    LEFT_CHEEK,
    RIGHT_CHEEK,
    class_share,
    on_skin,
    soft_hull_mask,
)
from catchlight.portrait.portrait import Portrait

# fmt: off
_FOREHEAD = (54, 103, 67, 109, 10, 338, 297, 332, 284, 301, 293, 334, 296, 336, 9, 107, 66, 105, 63, 71)
_RIGHT_UNDER_EYE = (226, 25, 110, 24, 23, 22, 26, 112, 232, 231, 230, 229, 228, 31)
_LEFT_UNDER_EYE = (446, 255, 339, 254, 253, 252, 256, 341, 452, 451, 450, 449, 448, 261)
# fmt: on
_LEVEL = 0.5


def face(portrait: Portrait) -> FloatPlane:
    return class_share(portrait, FACE)


def forehead(portrait: Portrait) -> FloatPlane:
    return on_skin(soft_hull_mask(portrait, _FOREHEAD, soft_cm=0.35), portrait)


def cheek(portrait: Portrait) -> FloatPlane:
    return on_skin(soft_hull_mask(portrait, RIGHT_CHEEK, LEFT_CHEEK, soft_cm=0.6), portrait)


def under_eye(portrait: Portrait) -> FloatPlane:
    return on_skin(soft_hull_mask(portrait, _RIGHT_UNDER_EYE, _LEFT_UNDER_EYE, soft_cm=0.2), portrait)


def eye(portrait: Portrait) -> FloatPlane:
    return soft_hull_mask(portrait, mesh.RIGHT_EYE, mesh.LEFT_EYE, soft_cm=0.04)


def iris(portrait: Portrait) -> FloatPlane:
    """Within the eyes' openings, so that no white and no lid is taken for it."""
    return np.asarray(irises.iris_masks(portrait) * irises.openings(portrait), np.float32)


def eye_white(portrait: Portrait) -> FloatPlane:
    return np.asarray(eye(portrait) * (1 - irises.iris_masks(portrait, 1.08)), np.float32)


def brow(portrait: Portrait) -> FloatPlane:
    parsed = class_share(portrait, (head_parsing.RIGHT_BROW, head_parsing.LEFT_BROW))
    return np.asarray(
        parsed * soft_hull_mask(portrait, mesh.RIGHT_BROW, mesh.LEFT_BROW, soft_cm=0.5).clip(0, 1), np.float32
    )


def mouth_opening(portrait: Portrait) -> FloatPlane:
    return soft_hull_mask(portrait, mesh.LIPS_INNER, soft_cm=0.03)


def teeth(portrait: Portrait) -> FloatPlane:
    """What is bright and pale in the mouth's opening; empty where the lips are closed."""
    import cv2

    opening = mouth_opening(portrait)
    inside = opening > _LEVEL
    if inside.sum() < 12:
        return np.zeros_like(opening)
    lab = cv2.cvtColor(portrait.picture.rgb8, cv2.COLOR_RGB2LAB).astype(np.float32)
    light = np.percentile(lab[..., 0][inside], 85)
    pale = 1 / (1 + np.exp((lab[..., 1] - 128 - 16) / 3))
    bright = 1 / (1 + np.exp((0.62 * light - lab[..., 0]) / 6))
    return np.asarray(opening * pale * bright, np.float32)


def ear(portrait: Portrait) -> FloatPlane:
    return class_share(portrait, EARS)


def glasses(portrait: Portrait) -> FloatPlane:
    return class_share(portrait, (head_parsing.GLASSES,))
