"""The outline of a head without hair: scalp and face, down to the ears and behind them."""

from __future__ import annotations

import numpy as np

from catchlight.hair.head import fit
from catchlight.hair.head.ellipsoid import Skull
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import blur_plane, dilate_mask
from catchlight.imaging.picture import FloatPlane

_EAR_CM = 1.6
"""Half the width of the gap between the face and an ear that is head."""
_NOTCH_CM, _FILLET_CM, _EVENED = 0.7, 0.3, 1.2
"""How far below the top of an ear the head meets it, the radius with which its outline runs into the ear, and the Gaussian width
over which that is evened, in the pixels that it is told in."""
_OUTLINE_CM = 0.12
"""Width over which the head's outline is evened."""
_UNDER_CM = 0.2
"""How far the head goes on under an ear."""


def bald_outline(scene: HairScene, ball: Skull, ear: FloatPlane) -> FloatPlane:
    """Scalp and face, down to the ears."""
    y = np.arange(scene.shape[0])[:, None]
    ears = scene.marks.xy[[234, 454], 1].mean()
    joined = np.maximum(np.minimum(ball.inside, _seen_person(scene)) * (y < ears + 0.6 * scene.cm), scene.oval)
    beside = head_behind_ears(scene, joined, ear)
    joined = np.maximum(joined, beside)
    # No corner where the skull ends beside the jaw.
    rounded = np.clip((blur_plane(joined, 0.9 * scene.cm) - 0.5) * 0.9 * scene.cm + 0.5, 0, 1)
    upper = np.clip((ears - y) / (1.5 * scene.cm), 0, 1)
    head = np.maximum(joined * upper + rounded * (1 - upper), scene.oval)
    return np.asarray(np.maximum(head, beside), np.float32)


def smooth_outline(shape: FloatPlane, cm: float) -> FloatPlane:
    """A shape without the steps of its pieces, with an outline as sharp as the picture."""
    even = blur_plane(shape > 0.5, _OUTLINE_CM * cm)
    sharper = np.float32(max(1.0, _OUTLINE_CM * cm))
    return np.asarray(np.clip((even - np.float32(0.5)) * sharper + np.float32(0.5), 0, 1), np.float32)


def _seen_person(scene: HairScene) -> FloatPlane:
    """The person with all hair, without holes, HxW: a head is no larger, however the ellipsoid fits one that is turned."""
    import cv2

    closed, _ = fit.solid_silhouette(scene.alpha, scene.cm)
    even = blur_plane(closed.astype(np.float32), _EVENED)
    return np.asarray(cv2.resize(even, scene.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def head_behind_ears(scene: HairScene, head: FloatPlane, outlines: FloatPlane) -> FloatPlane:
    """The side of the head between the face and an ear that is seen."""
    import cv2

    step = max(1, int(scene.cm / 8))
    size = (max(1, scene.shape[1] // step), max(1, scene.shape[0] // step))
    ear = cv2.resize(outlines, size, interpolation=cv2.INTER_AREA) > 0.5
    known = cv2.resize(head, size, interpolation=cv2.INTER_AREA) > 0.5
    reach = 2 * round(_EAR_CM * scene.cm / step) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    filled = cv2.morphologyEx((known | ear).astype(np.uint8), cv2.MORPH_CLOSE, kernel).astype(bool)
    lowest = int(scene.marks.xy[[132, 361], 1].max() / step)
    row, column = np.arange(size[1])[:, None], np.arange(size[0])[None]
    between = np.zeros_like(filled)
    for side in (-1, 1):
        own = ear & ((column - scene.middle / step) * side > 0)
        rows = np.flatnonzero(own.any(axis=1))
        if len(rows):
            # Above it the skull has a finer outline than this.
            below = (row > rows[0] + _NOTCH_CM * scene.cm / step) & (row < lowest)
            between |= filled & below & dilate_mask(own, reach)
    closed = known | ear | between
    rounded = cv2.morphologyEx(closed.astype(np.uint8), cv2.MORPH_CLOSE, disc(_FILLET_CM * scene.cm / step))
    closed |= rounded.astype(bool) & dilate_mask(between, 2 * _FILLET_CM * scene.cm / step) & (row < lowest)
    # Under its rim the ear shows no background.
    closed &= ~ear | dilate_mask(closed & ~ear, _UNDER_CM * scene.cm / step)
    found = blur_plane((closed & (dilate_mask(between, reach) | known)).astype(np.float32), _EVENED)
    return np.asarray(cv2.resize(found, scene.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
