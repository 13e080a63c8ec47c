"""Ears that hair hides, wholly or in part: where the form of one fits what is seen of it, and its skin."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import colour, triples
from catchlight.engine.groom import auricle, fill, pate
from catchlight.engine.groom.auricle import Auricle, Place
from catchlight.engine.groom.head import Skull
from catchlight.engine.groom.planes import grown, soft
from catchlight.engine.groom.scene import Scene, harmonics
from catchlight.engine.picture import FloatImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]
Mask = npt.NDArray[np.bool_]
Part = tuple[slice, slice]

_ROOTS = {-1: 234, 1: 454}
"""Landmarks beside the ears, and the sides of the picture that they lie on."""
_AT = np.array([7.66, 0.67, -2.44], np.float32)
"""Canonical place (cm) of the left one's."""
_PX = 8.0
"""Pixels for a centimetre at which places are compared."""
_MOVES = (6, 10)
"""How many of those an ear may lie further aside, and higher or lower, than the average."""
_SCALES, _FLARES = np.linspace(0.85, 1.06, 4), np.radians(np.linspace(8, 44, 7))
_USUAL, _DEVIATES, _ODD = (0.95, 0.5), (0.12, 0.25), 0.18
"""Sizes and angles that are tried; the usual ones, how far others are from them, and what that costs, in cm^2: as much as the
furthest move."""
_UNSEEN = 0.08
"""What a place costs of which hair or face hide whether it is an ear, against one that is seen to be none: beside what is seen of
an ear most hair lies behind it."""
_BARE = 0.2
"""Share of hair up to which a place shows what it is."""
_BEHIND_CM = 0.8
"""How far behind the surface of the head an ear may lie: the ellipsoid is no head."""
_LEAST_CM2, _HIDDEN_CM2, _WHOLE = 0.8, 0.6, 0.8
"""Area from which an ear is seen at all; what hair hides of one from which it is put there; and share of it that is seen, from
which it goes on by itself."""
_HAIR, _SOLID = 0.3, 0.9
"""Share of hair that hides an ear, and of the form from which it has a tone of its own."""
_WIDER_CM, _ROOM_CM = 0.15, 0.4
"""How far beside the form an ear may be seen, and what lies round both."""
_CLEAN_CM2 = 0.3
"""Area of an ear that tells its tone."""
_CHEEK_CM, _TONES = 1.6, (0.2, 3.6)
"""How far round its root cheek tells it else, and by how much an ear may differ from what the light of the face makes of it."""
_SHADE = np.array([2.0, 2.65, 2.85], np.float32)
"""Powers of the share of the sky by which folds are darker: red light goes through skin. Of four ears in photos the brightest
skin (95th percentile) is 1.9 to 3.0 times as bright as the darkest (5th); of six that are put in their place, 1.3 to 2.3."""
_BRIGHTEST, _OVER = 1.0, 0.25
"""An ear's brightest skin, but for gloss, by that of the cheek beside it, and what is left of what is brighter."""
_BLOOD = np.array([0.97, 0.9, 0.88], np.float32)
"""An ear's colour by that of the cheek beside it: a little darker and redder. Set by eye."""
_THROUGH = 0.8
"""Light on what is turned away from it, against the median of an ear."""
_EVEN_CM, _SOFT_CM = 1.2, 0.03
"""Width over which tones are compared, and over which light in skin spreads."""
_DARKEST = 0.03


def whole(scene: Scene, ball: Skull, side: int, seen: Mask, own: Mask) -> tuple[Part, FloatPlane, FloatImage] | None:
    """An ear on the picture's left (-1) or right (1) side: rows and columns, its soft outline and its skin (0..255) there; None
    where there is none, or nothing of it is hidden.

    seen: HxW, what is ear for certain. own: HxW, where that shows its own skin.
    """
    place = _fitted(scene, side, seen)
    if place is None:
        return None
    ear = auricle.seen(scene.head, side, place)
    part = _around(ear, seen, round(_ROOM_CM * scene.cm))
    if part is None:
        return None
    ear = ear.on(part)
    cover = ear.cover * (1 - _behind(scene, ball, part, ear.near))
    solid = cover > 0.5
    known = seen[part] & grown(solid, _WIDER_CM * scene.cm)
    if solid.sum() < _LEAST_CM2 * scene.cm**2:
        return None
    hidden = solid & ~known & (scene.hair[part] > _HAIR)
    if hidden.sum() < _HIDDEN_CM2 * scene.cm**2 or (known & solid).sum() > _WHOLE * solid.sum():
        return None
    # Where the background is seen there is no ear.
    air = (scene.alpha[part] < 0.5) & (scene.hair[part] < _HAIR) & ~known
    shape = pate.evened(np.asarray((solid | known) & ~air, np.float32), scene.cm)
    return part, shape, _skin(scene, side, ear, part, own[part])


def _around(ear: Auricle, seen: Mask, room: int) -> Part | None:
    """Rows and columns of the picture that hold an ear and what is seen of it; None where it lies outside."""
    (x, y), (tall, wide), ends = ear.corner, ear.cover.shape, []
    for first, length, axis in ((y, tall, 1), (x, wide, 0)):
        at = np.flatnonzero(seen.any(axis=axis))
        low, high = (
            (first, first + length) if not len(at) else (min(first, int(at[0])), max(first + length, int(at[-1]) + 1))
        )
        low, high = max(low - room, 0), min(high + room, seen.shape[1 - axis])
        if high <= low:
            return None
        ends.append(slice(low, high))
    return ends[0], ends[1]


def _behind(scene: Scene, ball: Skull, part: Part, near: FloatPlane) -> FloatPlane:
    """Where the head and the face lie before an ear, hxw."""
    x0, y0, x1, y1 = ball.box
    depth = np.full(scene.shape, np.float32(-1e3))
    depth[y0:y1, x0:x1] = ball.depth
    before = soft(depth[part] > near + np.float32(_BEHIND_CM), 0.8)
    return np.asarray(np.maximum(before, scene.oval[part]), np.float32)


def _skin(scene: Scene, side: int, ear: Auricle, part: Part, own: Mask) -> FloatImage:
    """Skin of an ear, hxwx3 in 0..255: in the light of the face, and in the tone of what is seen of it."""
    lit = _lit(scene, ear.normal)
    # An edge that turns away is not dark: light goes through so thin a thing.
    lit = np.maximum(lit, np.float32(_THROUGH) * np.median(lit[ear.cover > _SOLID], axis=0))
    lit = np.asarray(lit * ear.sky[..., None] ** _SHADE, np.float32)
    lit = fill.smooth(lit, np.asarray(ear.cover > _SOLID, np.float32))
    ratio: Floats
    cheek = _cheek(scene, side)
    if own.sum() > _CLEAN_CM2 * scene.cm**2:
        weight, sigma = own.astype(np.float32), _EVEN_CM * scene.cm
        seen = fill.softly(_linear(scene.rgb[part]), weight, sigma)
        ratio = seen / np.maximum(fill.softly(lit, weight, sigma), np.float32(1e-3))
    else:
        solid = lit[ear.cover > _SOLID]
        ratio = cheek / np.maximum(np.median(solid, axis=0), _DARKEST) * _BLOOD
    lit = soft(lit, _SOFT_CM * scene.cm) * np.clip(ratio, _TONES[0], _TONES[1])
    bright, most = triples.mean(lit), np.float32(_BRIGHTEST * cheek.mean())
    triples.scale(lit, np.where(bright > most, (most + _OVER * (bright - most)) / np.maximum(bright, most), 1))
    return np.asarray(colour.to_srgb(np.clip(lit, 0, 1)) * np.float32(255), np.float32)


def _linear(rgb: npt.NDArray[np.uint8]) -> Floats:
    return np.asarray(colour.to_linear(rgb.astype(np.float32) / np.float32(255)), np.float32)


def _lit(scene: Scene, normal: Floats) -> Floats:
    """Linear light of skin that is turned so (... x3)."""
    light = harmonics(normal) @ scene.shading
    return np.asarray(np.maximum(light, _DARKEST), np.float32)


def _cheek(scene: Scene, side: int) -> Floats:
    """Linear light of the cheek beside an ear, 3."""
    x, y = scene.marks.xy[_ROOTS[side]]
    reach = int(_CHEEK_CM * scene.cm)
    part = tuple(slice(max(0, int(at) - reach), max(1, int(at) + reach)) for at in (y, x))
    clean = (
        (scene.skin[part] > 0.7) & (scene.hair[part] < 0.05) & (scene.oval[part] > 0.9) & (scene.feature[part] < 0.1)
    )
    if clean.sum() < _CLEAN_CM2 * scene.cm**2:
        outwards = scene.head.turn @ np.array([0.75 * side, 0, 0.66], np.float32)
        return _lit(scene, outwards)
    return np.asarray(np.median(_linear(scene.rgb[part][clean]), axis=0), np.float32)


def _fitted(scene: Scene, side: int, seen: Mask) -> Place | None:
    """Where an ear of average form lies best: over what is seen of it, and not over what is seen to be something else; None where
    hair hides nothing of it."""
    import cv2

    gain, hidden = _known(scene, seen)
    ratio = np.array(gain.shape[::-1]) / np.array(scene.shape[::-1])
    at = scene.head.points(_AT * np.array([side, 1, 1], np.float32))
    x, y = (float(value) for value in (scene.marks.xy[_ROOTS[side]] - at) / scene.cm * (1, -1))
    aside, down = (np.arange(-most, most + 1) for most in _MOVES)
    odd = _ODD * ((aside / _MOVES[0]) ** 2 + (down[:, None] / _MOVES[1]) ** 2)
    best, least, hides = Place(), np.inf, 0.0
    for scale, flare in product(_SCALES, _FLARES):
        edge = auricle.outline(scene.head, side, Place((x, y), scale, flare)) * ratio
        low = np.floor(edge.min(axis=0)).astype(int)
        ear = np.zeros(tuple(np.ceil(edge.max(axis=0)).astype(int)[::-1] + 1 - low[::-1]), np.uint8)
        cv2.fillPoly(ear, [np.round((edge - low) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
        apart = ((scale - _USUAL[0]) / _DEVIATES[0]) ** 2 + ((flare - _USUAL[1]) / _DEVIATES[1]) ** 2
        cost = odd + _ODD * apart - _moved(gain, ear, low) / _PX**2
        row, column = np.unravel_index(int(cost.argmin()), cost.shape)
        if cost[row, column] < least:
            least, hides = float(cost[row, column]), float(_moved(hidden, ear, low)[row, column]) / _PX**2
            best = Place((x + float(aside[column]) / _PX, y - float(down[row]) / _PX), float(scale), float(flare))
    return best if hides > _HIDDEN_CM2 else None


def _known(scene: Scene, seen: Mask) -> tuple[FloatPlane, FloatPlane]:
    """What an ear gains that lies there, at ``_PX``: 1 where one is seen, -1 where something else is, hardly less than 0 where
    that is not told; and 1 where hair is."""
    import cv2

    size = tuple(max(2, round(length * _PX / scene.cm)) for length in reversed(scene.shape))

    def small(plane: FloatPlane) -> FloatPlane:
        return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)

    hair, face, ear = small(scene.hair), small(scene.oval) > 0.5, small(seen.astype(np.float32)) > 0.5
    other = (hair < _BARE) & ((small(scene.alpha) < 0.3) | (small(scene.neck) + small(scene.cloth) > 0.5))
    hidden = (hair > _HAIR) & ~face & ~ear
    gain = np.where(ear & ~face, np.float32(1), -np.maximum(other & ~face, np.float32(_UNSEEN)))
    return np.asarray(gain, np.float32), hidden.astype(np.float32)


def _moved(plane: FloatPlane, shape: npt.NDArray[np.uint8], corner: npt.NDArray[np.int_]) -> FloatPlane:
    """The sum of a plane within a shape whose first pixel lies at ``corner`` (x, y), moved by up to ``_MOVES``: rows for moves
    down, columns for moves aside. Beyond the plane there is nothing."""
    import cv2

    (aside, down), (tall, wide) = _MOVES, shape.shape
    x, y = (int(value) for value in corner)
    room = np.zeros((tall + 2 * down, wide + 2 * aside), np.float32)
    top, left = max(y - down, 0), max(x - aside, 0)
    low, right = min(y + tall + down, plane.shape[0]), min(x + wide + aside, plane.shape[1])
    if low > top and right > left:
        room[top - y + down : low - y + down, left - x + aside : right - x + aside] = plane[top:low, left:right]
    return np.asarray(cv2.matchTemplate(room, shape.astype(np.float32), cv2.TM_CCORR), np.float32)
