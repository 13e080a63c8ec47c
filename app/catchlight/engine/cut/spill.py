"""Old background in the colours of an outline: found by how far they lead away from the person towards it, and taken back.

A matte that is a little too wide, or a colour estimate that is a little too shy, leaves a rim of the old background: a pale
glow on a dark ground, a dark line on white, a red patch of a flag in a beard.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import ByteImage, FloatPlane

_Floats = npt.NDArray[np.float32]

_SOLID, _EMPTY = 0.97, 0.04
_RIM_MM = 0.3
"""Depth to which the solid part of a matte may be rim itself, and says nothing of the person."""
_PERSON_MM, _GROUND_MM = 0.45, 0.8
"""Deviation of the Gaussian windows in which the colours of person and background beside an outline are averaged."""
_TOLERATED, _CERTAIN = 0.12, 0.37
"""Share of the way from the person's colour to the background's that hair and light cover by themselves, and from which it is
the background's."""
_LEAST_APART, _WELL_APART = 25.0, 55.0
"""Distance in 0..255 between person and background below which neither can be told from the other, and from which they can."""
_DEPTH_MM, _FADE_MM = 0.6, 0.4
"""Depth of the rim inside the outline, and over which it ends."""


def take_back_spill(colours: ByteImage, photo: ByteImage, alpha: FloatPlane, px_per_mm: float) -> ByteImage:
    """Foreground colours without old background along the outline.

    colours: HxWx3, estimated foreground. photo: HxWx3, as taken, of which the background's colours are read. alpha: HxW in
    0..1. px_per_mm: pixels for one millimetre of the photo.
    """
    import cv2

    fore = colours.astype(np.float32)
    depth = 2 * max(1, round(_RIM_MM * px_per_mm)) + 1
    solid = np.asarray(cv2.erode((alpha > _SOLID).astype(np.float32), np.ones((depth, depth), np.uint8)), np.float32)
    empty = np.asarray(alpha < _EMPTY, np.float32)
    person, near_person = _average(fore, solid, _PERSON_MM * px_per_mm)
    ground, near_ground = _average(photo.astype(np.float32), empty, _GROUND_MM * px_per_mm)
    away = ground - person
    apart = (away**2).sum(axis=2)
    led = ((fore - person) * away).sum(axis=2) / np.maximum(apart, 1)
    inside = cv2.distanceTransform((alpha > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / px_per_mm
    weight = np.clip((led - _TOLERATED) / (_CERTAIN - _TOLERATED), 0, 1)
    weight *= np.clip((np.sqrt(apart) - _LEAST_APART) / (_WELL_APART - _LEAST_APART), 0, 1)
    weight *= np.clip(near_person / 0.01, 0, 1) * np.clip(near_ground / 0.01, 0, 1)
    weight *= np.clip((_DEPTH_MM + _FADE_MM - inside) / _FADE_MM, 0, 1)
    weight = cv2.GaussianBlur(weight.astype(np.float32), (0, 0), 0.04 * px_per_mm + 0.3)
    return np.asarray(np.clip(np.round(fore + (person - fore) * weight[..., None]), 0, 255), np.uint8)


def _average(image: _Floats, where: _Floats, deviation: float) -> tuple[_Floats, _Floats]:
    """Colours averaged over the places of ``where`` nearby, and how much of the window those take."""
    import cv2

    total = cv2.GaussianBlur(image * where[..., None], (0, 0), deviation)
    share = cv2.GaussianBlur(where, (0, 0), deviation)
    return np.asarray(total / np.maximum(share, 1e-4)[..., None], np.float32), np.asarray(share, np.float32)
