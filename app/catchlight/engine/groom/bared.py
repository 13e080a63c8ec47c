"""The forehead freed of a fringe: where the person's own hair hangs over it, below the line where it grows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom import cast
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.head import TURNS, Hairline, Skull, azimuth
from catchlight.engine.groom.planes import as_bytes, as_float, soft
from catchlight.engine.groom.scene import Scene
from catchlight.engine.picture import ByteImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_EDGE_CM = 0.5
_SURE_CM, _HUNG_CM = 0.6, 0.15
"""Hair no further than this below the hairline may well grow there: the line is the same on both sides, a person's is not. Where
hair hangs on below that: what grows anew ends in single hairs, and stands before skin there."""
_SIDE_DEGREES = 12.0
_EYES_CM = 1.0
_COARSE = 4
"""Pixels of the head of which one is looked at, where nothing is fine."""
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
    hangs = _below(scene, bare, hairline, _SURE_CM)
    sure = np.interp(np.degrees(turn), TURNS, _SURE_CM + (_HUNG_CM - _SURE_CM) * hangs)
    below = np.clip((hairline.height(turn) - point[..., 1] - sure) / _EDGE_CM + 0.5, 0, 1)
    ahead = np.clip((width + _SIDE_DEGREES - np.abs(np.degrees(turn))) / _SIDE_DEGREES, 0, 1)
    eyes = scene.marks.eyes[1] + _EYES_CM * scene.cm
    rows, columns = bare.skull.part
    above = np.clip((eyes - np.arange(rows.start, rows.stop)[:, None]) / (0.8 * scene.cm), 0, 1)
    hair = np.maximum(bare.zone[rows, columns], scene.hair[rows, columns])
    share = np.zeros(scene.shape, np.float32)
    share[rows, columns] = below * ahead * above * bare.skull.inside[rows, columns] * hair
    return share


def uncovered(scene: Scene, bare: Bare, gone: FloatPlane) -> ByteImage:
    """The picture where hair of the forehead is ``gone`` (HxW), HxWx3: the plate is seen there, in the shade of the hair that
    stays beside it."""
    result = scene.rgb.copy()
    x0, y0, x1, y1 = bare.skull.box
    part, away = scene.part(bare.skull.box), gone[y0:y1, x0:x1]
    stays = part.hair * (1 - away)
    # Skin that is seen already lies in such shade as there is.
    hung = away * soft(part.hair, _EDGE_CM / 2 * scene.cm)
    shade = cast.shadow(stays, np.zeros_like(stays), part, hung, cast.LONG_CM)
    skin = cast.dimmed(as_float(bare.plate[y0:y1, x0:x1]), 1 - shade, cast.powers(scene))
    result[y0:y1, x0:x1] = as_bytes(np.asarray(part.rgb + (skin - part.rgb) * away[..., None], np.float32))
    return result


def edge(scene: Scene, bare: Bare, hairline: Hairline) -> Hairline:
    """Where hair that grows anew begins: lower than its line where there is hair below that now."""
    lower = _SURE_CM * _below(scene, bare, hairline, 0.0)
    return Hairline(tuple(float(rise) for rise in np.asarray(hairline.rise) - lower))


def below(scene: Scene, ball: Skull, hairline: Hairline) -> FloatPlane:
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


def _below(scene: Scene, bare: Bare, hairline: Hairline, by: float) -> Floats:
    """Share of hair in a strip that begins ``by`` cm below a hairline, at ``TURNS``."""
    point = bare.skull.point
    turn = azimuth(point)
    under = hairline.height(turn) - point[..., 1] - by
    beside = (under > 0) & (under < _SURE_CM) & (bare.skull.inside[bare.skull.part] > 0.5)
    which = np.abs(np.degrees(turn[beside])[:, None] - np.asarray(TURNS)).argmin(axis=1)
    hair = np.bincount(which, scene.hair[bare.skull.part][beside], len(TURNS))
    return np.asarray(hair / np.maximum(np.bincount(which, minlength=len(TURNS)), 1))
