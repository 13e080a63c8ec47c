"""The forehead freed of a fringe: where the person's own hair hangs over it, below the line where it grows."""

from __future__ import annotations

import numpy as np

from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.head import Hairline, azimuth
from catchlight.engine.groom.scene import Scene
from catchlight.engine.picture import FloatPlane

_EDGE_CM = 0.5
_SURE_CM = 0.6
"""Hair no further than this below the hairline may well grow there: the line is the same on both sides, a person's is not."""
_SIDE_DEGREES = 12.0
_EYES_CM = 1.0
_FOREHEAD, _FRINGE = (0.25, 0.75), 0.065
"""Between which parts of the way from the brows to the top of the face a fringe hangs, and how much of it one covers. On 47
pictures: at most 0.05 without, 0.08 to 0.73 with one."""


def is_bare(scene: Scene) -> bool:
    """Whether no hair hangs over the forehead."""
    brows, top = float(scene.marks.xy[[105, 334], 1].mean()), float(scene.marks.xy[10, 1])
    low, high = (int(np.clip(brows + share * (top - brows), 0, scene.shape[0])) for share in _FOREHEAD)
    inside = scene.oval[high:low] > 0.5
    return not inside.any() or float((scene.hair[high:low] > 0.5)[inside].mean()) < _FRINGE


def forehead(scene: Scene, bare: Bare, hairline: Hairline, width: float) -> FloatPlane:
    """HxW in 0..1: hair over the forehead, to ``width`` degrees on either side of the front, and down to the eyes."""
    point = bare.skull.point
    turn = azimuth(point)
    below = np.clip((hairline.height(turn) - point[..., 1] - _SURE_CM) / _EDGE_CM + 0.5, 0, 1)
    ahead = np.clip((width + _SIDE_DEGREES - np.abs(np.degrees(turn))) / _SIDE_DEGREES, 0, 1)
    eyes = scene.marks.eyes[1] + _EYES_CM * scene.cm
    rows, columns = bare.skull.part
    above = np.clip((eyes - np.arange(rows.start, rows.stop)[:, None]) / (0.8 * scene.cm), 0, 1)
    hair = np.maximum(bare.zone[rows, columns], scene.hair[rows, columns])
    share = np.zeros(scene.shape, np.float32)
    share[rows, columns] = below * ahead * above * bare.skull.inside[rows, columns] * hair
    return share
