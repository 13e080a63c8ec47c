"""Arms of glasses that hair hid: where a style leaves the ears free they go on from the frame to the ear."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.planes import as_bytes, as_float, soft
from catchlight.engine.groom.scene import Scene
from catchlight.engine.picture import ByteImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]
Point = tuple[float, float]

_SURE, _LEAST_CM2 = 0.5, 0.5
"""Share of glasses from which a place is theirs, and area of them on one side from which there are some."""
_END_CM, _OVERLAPS_CM = 0.25, 0.2
"""Width of the outer end of what is seen of them, and how far an arm goes on under that."""
_WIDE_CM, _AT_EAR = (0.22, 0.5), 0.75
"""How wide an arm is at least and at most, and that at the ear, in parts of it."""
_EAR, _OVER, _INTO_CM = 127, 0.16, 0.25
"""Ear, as ``Bare.ear8`` tells it; how far below its top an arm lies on it, by its height; and how far it goes on there."""
_LONG_CM = (0.5, 9.0)
"""How long what is hidden is at least and at most."""
_HAIR, _HIDDEN = 0.3, 0.4
"""Share of hair that hides an arm, and how much of one must be hidden: otherwise it would be seen."""
_SHADE_CM, _SHADE = 0.18, 0.3
"""Width of the shade below an arm, and how deep it is."""
_EDGE_PX, _FADES_CM = 0.8, 0.6
"""Blur of its edge at least, and the length over which it ends in hair."""


def laid(picture: ByteImage, worn: FloatPlane, scene: Scene, bare: Bare) -> None:
    """The arms laid over ``picture`` (HxWx3) and taken from its hair ``worn`` (HxW); changes both."""
    for side in (-1, 1):
        found = hidden(scene, bare, side)
        if found is not None:
            _lay(picture, worn, scene, bare, *found)


def hidden(scene: Scene, bare: Bare, side: int) -> tuple[Point, Point, float] | None:
    """Both ends (x, y) of an arm on the picture's left (-1) or right (1) side, at the frame and behind the ear, and its width, in
    pixels; None where there is none or it is seen."""
    cm = scene.cm
    beside = side * (np.arange(scene.shape[1]) - scene.middle) > 0
    glasses, ear = (scene.glasses > _SURE) & beside, (bare.ear8 > _EAR) & beside
    if glasses.sum() < _LEAST_CM2 * cm * cm or not ear.any():
        return None
    rows, columns = np.nonzero(glasses)
    outer = int((side * columns).max())
    end = side * columns > outer - max(2.0, _END_CM * cm)
    first = float(side * (outer - _OVERLAPS_CM * cm)), float(np.median(rows[end]))
    thick = end.sum() / max(len(np.unique(columns[end])), 1)
    wide = float(np.clip(thick, _WIDE_CM[0] * cm, _WIDE_CM[1] * cm))
    tall = np.flatnonzero(ear.any(axis=1))
    row = int(tall[0] + _OVER * np.ptp(tall))
    inner = int((side * np.flatnonzero(ear[row])).min())
    last = float(side * inner + side * _INTO_CM * cm), float(row)
    length = float(np.hypot(last[0] - first[0], last[1] - first[1]))
    if not _LONG_CM[0] * cm < length < _LONG_CM[1] * cm or side * (last[0] - first[0]) < 0:
        return None
    along = np.linspace(0, 1, 40)[:, None]
    way = np.rint(np.array(first) + along * (np.array(last) - first)).astype(int)
    x, y = (np.clip(way[:, axis], 0, end_ - 1) for axis, end_ in ((0, scene.shape[1]), (1, scene.shape[0])))
    if float((scene.hair[y, x] > _HAIR).mean()) < _HIDDEN:
        return None
    return first, last, wide


def _lay(
    picture: ByteImage, worn: FloatPlane, scene: Scene, bare: Bare, first: Point, last: Point, wide: float
) -> None:
    import cv2

    cm = scene.cm
    way = np.array(last) - first
    across = np.array([-way[1], way[0]]) / np.hypot(*way) * wide / 2
    ring = np.array([first + across, last + across * _AT_EAR, last - across * _AT_EAR, first - across])
    room = int(_END_CM * cm + wide) + 4
    low = np.clip(np.floor(ring.min(axis=0)).astype(int) - room, 0, scene.shape[::-1])
    high = np.clip(np.ceil(ring.max(axis=0)).astype(int) + room, 0, scene.shape[::-1])
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round((ring - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    matte = soft(mask, max(_EDGE_PX, bare.softness))
    from_first, from_last = (
        np.hypot(*(np.indices(mask.shape)[::-1] + (low - end)[:, None, None])) for end in (first, last)
    )
    # What is seen of the frame lies before it, and the ear; in hair it ends softly.
    ear = bare.ear8[part] * np.float32(1 / 255) * (1 - worn[part])
    matte *= (1 - np.clip(scene.glasses[part] * 2, 0, 1)) * (1 - ear)
    matte *= 1 - worn[part] * (1 - np.clip(from_last / np.float32(_FADES_CM * cm), 0, 1))
    glasses = scene.glasses[part] > _SURE
    own = as_float(scene.rgb[part])
    near = glasses & (from_first < wide + _END_CM * cm)
    colour = np.median(own[near], axis=0) if near.any() else np.median(own[glasses], axis=0)
    below = _SHADE * soft(np.roll(mask, round(_SHADE_CM * cm), axis=0), _SHADE_CM * cm) * (1 - matte)
    below *= bare.body[part] * (1 - ear)
    before = as_float(picture[part]) * (1 - below)[..., None]
    picture[part] = as_bytes(before + (colour - before) * matte[..., None])
    worn[part] *= 1 - matte
