"""How the face darkens towards the line of its jaw: told where that is seen, laid on where hair hid it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats, Mask
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

_STEPS_CM, _ENDS_CM = (0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0), (0.1, 1.2)
"""Distances inside the face's outline at which its brightness is told, of which the last counts as the face's own, and where the
first and the last piece begin and end: nearer to the outline lies something of what is behind it."""
_BEGINS_CM = 1.5
"""Height over which the jaw begins, from the middle of the nose down."""
_FEWEST = 40
"""Pixels that must be seen at each distance."""
_SHARE, _DARKEST = 0.85, 0.5
"""How much of the difference counts, as what is hidden is not that which is seen, and the darkest factor believed."""


def jaw_shading(scene: HairScene, down: Floats, oval: FloatPlane, cm: float, rgb: FloatImage, seen: Mask) -> FloatPlane:
    """Factor of brightness in a part of the picture, hxw: 1 but near the jaw's line. down: hx1, the picture's rows; oval: hxw,
    the face's outline; cm: pixels of these for a centimetre; rgb: hxwx3 in 0..255; seen: hxw, skin that is not hidden."""
    import cv2

    inside = cv2.distanceTransform((oval > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
    lower = np.clip((down - np.float32(scene.marks.xy[mesh.NOSE_TIP, 1])) / np.float32(_BEGINS_CM * scene.cm), 0, 1)
    places, light = seen & (lower >= 1) & (inside > 0), vec3.mean(rgb)
    left = np.arange(oval.shape[1])[None] < np.median(np.flatnonzero((oval > 0.5).any(axis=0)))
    both = _profile(light[places], inside[places])
    result = np.ones(inside.shape, np.float32)
    for side in (left, ~left):
        own = _profile(light[places & side], inside[places & side])
        profile = both if own is None else own
        if profile is not None:
            darker = 1 - np.interp(inside, _STEPS_CM, profile)
            result = np.where(side, 1 - np.float32(_SHARE) * lower * darker, result).astype(np.float32)
    return result


def _profile(light: Floats, inside: Floats) -> Floats | None:
    """Brightness at ``_STEPS_CM`` from the outline, 0..1; None where too little is seen at one of them. Both N."""
    bounds = (_ENDS_CM[0], *((near + far) / 2 for near, far in pairwise(_STEPS_CM[1:])), _ENDS_CM[1])
    levels = []
    for near, far in pairwise(bounds):
        there = (inside > near) & (inside <= far)
        if there.sum() < _FEWEST:
            return None
        levels.append(float(np.median(light[there])))
    # Nearest to the outline, where something shows of what is behind it, it goes on as before.
    found = np.asarray([levels[0] - (levels[1] - levels[0]), *levels]) / max(levels[-1], 1)
    return np.maximum.accumulate(np.clip(found, _DARKEST, 1))
