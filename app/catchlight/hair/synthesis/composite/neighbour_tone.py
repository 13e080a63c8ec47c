"""The tone of drawn hair beside the photo's own: as that one's is there, and below it strand by strand as it was above."""

from __future__ import annotations

import numpy as np

from catchlight.hair.orientation_field import CELLS_PER_CM, OrientationField
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

_FADES_CM = 30.0
"""Distance over which a factor comes back to 1."""
_WORN, _DARK = 0.8, 6.0
_MOST, _COLOURED = 0.6, 0.3
"""How far a factor goes, as a logarithm, and how far its colour counts: dark strands made lighter would turn orange."""
_AROUND_CM = 0.5
"""Width over which tones are compared."""
_LOCK_CM, _LOCKS_CM, _LENGTH_CM = 0.12, 0.25, 0.5
"""Width of a lock of the photo's, whose tone goes on in the strands below it, of those drawn strands, and the length of both."""
_LOCK_MOST, _LOCK_COLOURED, _LOCK_FADES_CM = (-0.6, 0.4), 0.5, 8.0
"""The same of strands that come from a lock of the photo's: its colour is seen, not guessed."""
_STEEPEST = 1.5
"""Cells aside for each cell down, at most, by which locks are followed."""


def tone_factor(
    scene: HairScene, cover: FloatPlane, colours: FloatImage, stays: FloatPlane, lie: OrientationField | None
) -> FloatImage:
    """Factor (hxwx3, at a reduced size) that gives drawn hair (``cover``, ``colours``) the tone that the photo's has beside it.

    stays: HxW, where that stays. lie: how drawn hair lies that goes on below it; None where it does not.
    """
    import cv2

    size = max(1.0, scene.cm / CELLS_PER_CM)
    shape = (max(1, round(cover.shape[1] / size)), max(1, round(cover.shape[0] / size)))
    if lie is not None:
        shape = lie.across.shape[1], lie.across.shape[0]
    worn = np.asarray(cover > _WORN, np.float32)
    both = np.asarray((stays > 0.5) & (worn > 0) & (scene.hair > 0.9), np.float32)
    weight, own = _reduced(scene.rgb.astype(np.float32), both, shape)
    _, beside = _reduced(colours, both, shape)
    known = weight > 0.5
    if not known.any():
        return np.ones((*weight.shape, 3), np.float32)
    apart = _tone(own, weight, _AROUND_CM, _AROUND_CM) - _tone(beside, weight, _AROUND_CM, _AROUND_CM)
    apart = blur_plane(inpaint.fill_smoothly(apart, known.astype(np.float32)), 0.4 * CELLS_PER_CM)
    away = np.asarray(
        cv2.distanceTransform((~known).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(CELLS_PER_CM), np.float32
    )
    result = np.clip(_coloured(apart, _COLOURED), -_MOST, _MOST)
    vec3.scale(result, np.exp(-away / np.float32(_FADES_CM)))
    if lie is not None:
        locks, come = _carried(_tone(own, weight, _LOCK_CM, _LENGTH_CM), known, lie)
        share, drawn = _reduced(colours, worn, shape)
        locks -= _tone(drawn, share, _LOCKS_CM, _LENGTH_CM)
        locks = np.clip(_coloured(locks, _LOCK_COLOURED), *_LOCK_MOST) - result
        vec3.scale(locks, come * np.exp(-away / np.float32(_LOCK_FADES_CM)))
        result += locks
    return np.asarray(np.exp(result), np.float32)


def _carried(values: FloatImage, known: Mask, lie: OrientationField) -> tuple[FloatImage, FloatPlane]:
    """``values`` (hxwx3) where they are ``known``, and below that those from which strands come; and where they do, 0..1."""
    angle = np.arctan2(lie.down, lie.across) / 2
    aside = np.clip(
        np.cos(angle) / np.maximum(np.abs(np.sin(angle)), 1e-3) * np.sign(np.sin(angle)), -_STEEPEST, _STEEPEST
    )
    columns = np.arange(known.shape[1], dtype=np.float32)
    result = np.concatenate([np.where(known[..., None], values, 0), known[..., None]], axis=2).astype(np.float32)
    for row in range(1, len(result)):
        unknown = np.flatnonzero(~known[row])
        come = columns[unknown] - aside[row, unknown]
        for channel in range(4):
            result[row, unknown, channel] = np.interp(come, columns, result[row - 1, :, channel])
    share = result[..., 3]
    return np.asarray(result[..., :3] / np.maximum(share, 1e-3)[..., None], np.float32), share


def _reduced(image: FloatImage, where: FloatPlane, shape: tuple[int, int]) -> tuple[FloatPlane, FloatImage]:
    """``where`` in cells, and the sums of colours there."""
    import cv2

    weight = np.asarray(cv2.resize(where, shape, interpolation=cv2.INTER_AREA), np.float32)
    return weight, np.asarray(cv2.resize(image * where[..., None], shape, interpolation=cv2.INTER_AREA), np.float32)


def _tone(sums: FloatImage, weight: FloatPlane, across_cm: float, down_cm: float) -> FloatImage:
    """Logarithms of the mean colours around each cell, over deviations in cm."""
    import cv2

    across, down = across_cm * CELLS_PER_CM, down_cm * CELLS_PER_CM
    mean = np.asarray(cv2.GaussianBlur(sums, (0, 0), across, sigmaY=down), np.float32)
    total = np.asarray(cv2.GaussianBlur(weight, (0, 0), across, sigmaY=down), np.float32)
    return np.asarray(np.log(mean / (total + np.float32(1e-3))[..., None] + np.float32(_DARK)), np.float32)


def _coloured(apart: FloatImage, share: float) -> FloatImage:
    """Factors, as logarithms, with a share of their colour."""
    even = apart.mean(axis=2, keepdims=True)
    return np.asarray(even + np.float32(share) * (apart - even), np.float32)
