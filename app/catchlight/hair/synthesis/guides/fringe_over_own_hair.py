"""A fringe laid over the photo's own hair: how thick that is, where it comes down to the forehead, and what it leaves bare."""

from __future__ import annotations

import numpy as np

from catchlight.catalogue.hairstyles import Fringe
from catchlight.hair.head.ellipsoid import Hairline, Skull, azimuth, distance_from_skull
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.guides.roots import scalp_points
from catchlight.imaging.arrays import Floats

_COMES_DOWN_CM, _CROWN_CM, _THICKEST_CM, _INSIDE = 5.0, 3.5, 4.0, 0.85
"""Behind the hairline, where a fringe lies on all of the hair that is seen; half the width of the crown; thickness at most, and
the share of it at which a fringe lies, inside of the outline."""
_BELOW_CM, _TEMPLES_CM, _LEAST_CM2, _HAIR = 0.5, (4.0, 6.2), 0.06, 0.5
"""The strip beside the brows that tells where hair begins beside a fringe: how far below the hairline it lies, and between which
canonical y (cm); how much of it and how much hair there tell it."""
_NARROWEST, _WIDEST, _STEP = 36.0, 74.0, 4.0
"""Half the angle of a fringe, degrees, and the steps in which it is told."""


def lay_over_hair(points: Floats, hairline: Hairline, thick: float) -> Floats:
    """Strands (NxSx3, canonical cm) that lie on the scalp laid over hair that is ``thick`` (cm) there, down to the hairline."""
    front = float(scalp_points(np.zeros(1), hairline.height(np.zeros(1)))[0, 2])
    share = np.clip((np.float32(front) - points[..., 2]) / np.float32(_COMES_DOWN_CM), 0, 1)
    share *= share * (3 - 2 * share)
    _, outward = distance_from_skull(points.reshape(-1, 3))
    return np.asarray(points + outward.reshape(points.shape) * (np.float32(thick) * share)[..., None], np.float32)


def hair_thickness(scene: HairScene, ball: Skull) -> float:
    """How far (cm) the photo's hair stands over the skull on the crown, as the outlines of both tell."""
    x0, y0, _, _ = ball.box
    middle, half = round(scene.middle) - x0, round(_CROWN_CM * scene.cm)
    columns = slice(max(0, middle - half), max(0, middle + half))
    inside = ball.inside[ball.part][:, columns] > 0.5
    hair = scene.hair[: y0 + len(inside), x0:][:, columns][:, : inside.shape[1]] > 0.5
    both = inside.any(axis=0) & hair.any(axis=0)
    if not both.any():
        return 0.0
    stands = y0 + inside.argmax(axis=0)[both] - hair.argmax(axis=0)[both]
    return float(np.clip(_INSIDE * np.median(stands) / scene.cm, 0, _THICKEST_CM))


def widen_fringe(fringe: Fringe, scene: HairScene, ball: Skull, hairline: Hairline) -> Fringe:
    """A fringe that is to be laid over the photo's hair, as wide as the forehead that this leaves bare: ending on bare skin, or
    over hair that hangs beside that, it would be a patch."""
    turn, height = np.abs(np.degrees(azimuth(ball.point))), ball.point[..., 1]
    top = np.minimum(hairline.height(azimuth(ball.point)) - _BELOW_CM, _TEMPLES_CM[1])
    strip = (ball.inside[ball.part] > 0.5) & (height < top) & (height > _TEMPLES_CM[0])
    hair = scene.hair[ball.part]
    ends = []
    for side in (ball.point[..., 0] < 0, ball.point[..., 0] > 0):
        for first in np.arange(_NARROWEST, _WIDEST, _STEP):
            beside = strip & side & (turn >= first) & (turn < first + _STEP)
            if beside.sum() < _LEAST_CM2 * scene.cm**2 or float(hair[beside].mean()) > _HAIR:
                break
        ends.append(float(first) + _STEP)
    return fringe.model_copy(update={"width": max(ends)})
