"""Face and forehead below the line where hair grows."""

from __future__ import annotations

import numpy as np

from catchlight.hair.head.ellipsoid import Hairline, Skull, azimuth
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.picture import FloatPlane

_EDGE_CM = 0.5
_SURE_CM = 0.6
"""Hair no further than this below the hairline may well grow there: the line is the same on both sides, a person's is not."""
_COARSE = 4
"""Pixels of the head of which one is looked at, where nothing is fine."""


def skin_below_hairline(scene: HairScene, ball: Skull, hairline: Hairline) -> FloatPlane:
    """Face and forehead up to a little below a hairline, HxW in 0..1."""
    import cv2

    point = ball.point[::_COARSE, ::_COARSE]
    under = hairline.height(azimuth(point)) - point[..., 1]
    share = np.asarray(np.clip((under - _SURE_CM) / _EDGE_CM, 0, 1), np.float32)
    ahead = (np.abs(azimuth(point)) < np.pi / 2).astype(np.float32)
    whole = scene.oval.copy()
    inside = whole[ball.part]
    wide = cv2.resize(share * ahead, inside.shape[::-1], interpolation=cv2.INTER_LINEAR)
    np.maximum(inside, wide * ball.inside[ball.part], out=inside)
    return whole
