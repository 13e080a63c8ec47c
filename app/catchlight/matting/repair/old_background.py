"""Old background in the colours of an outline: found by how far they lead away from the person towards it, and taken back.

A matte that is a little too wide, or a colour estimate that is a little too shy, leaves a rim of the old background: a pale
glow on a dark ground, a dark line on white, a red patch of a flag in a beard.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging import vec3
from catchlight.imaging.picture import FloatPlane, Pixels

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
_SOFT_MM, _SOFT_PX = 0.04, 0.3
_COARSE = 3.0
"""Pixels of the reduced size that a window's deviation has at least."""
_STRIP = 512


def take_back_spill(colours: Pixels, photo: Pixels, alpha: FloatPlane, px_per_mm: float) -> Pixels:
    """Foreground colours without old background along the outline.

    colours: HxWx3, estimated foreground. photo: HxWx3 of the same type, as taken, of which the background's colours are read.
    alpha: HxW in 0..1. px_per_mm: pixels for one millimetre of a 45 mm photo of the head.
    """
    import cv2

    top = np.float32(np.iinfo(colours.dtype).max / 255)
    depth = 2 * max(1, round(_RIM_MM * px_per_mm)) + 1
    solid = cv2.erode((alpha > _SOLID).astype(np.uint8), np.ones((depth, depth), np.uint8)).astype(np.float32)
    person, near_person = _average(colours, solid, _PERSON_MM * px_per_mm)
    ground, near_ground = _average(photo, (alpha < _EMPTY).astype(np.float32), _GROUND_MM * px_per_mm)
    inside = cv2.distanceTransform((alpha > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(px_per_mm)
    rim = (alpha > 0) & (inside < _DEPTH_MM + _FADE_MM)
    rows, columns = np.flatnonzero(rim.any(axis=1)), np.flatnonzero(rim.any(axis=0))
    result = colours.copy()
    if not len(rows):
        return result
    left, right = int(columns[0]), int(columns[-1]) + 1
    margin = int(np.ceil(4 * (_SOFT_MM * px_per_mm + _SOFT_PX)))
    for first in range(int(rows[0]), int(rows[-1]) + 1, _STRIP):
        # Strip by strip: the planes of a large picture are never whole in memory.
        last = min(int(rows[-1]) + 1, first + _STRIP)
        low, high = max(0, first - margin), min(len(alpha), last + margin)
        part = (slice(low, high), slice(left, right))
        body, share = (_at(plane, part, alpha.shape) for plane in (person, near_person))
        wall, seen = (_at(plane, part, alpha.shape) for plane in (ground, near_ground))
        beside = (share > 0) & (seen > 0) & (inside[part] < _DEPTH_MM + _FADE_MM)  # all that can change
        own = body[beside] / top
        away = wall[beside] / top - own
        apart = vec3.square(away)
        led = vec3.products(colours[part][beside].astype(np.float32) / top - own, away) / np.maximum(apart, 1)
        led = np.clip((led - _TOLERATED) / (_CERTAIN - _TOLERATED), 0, 1)
        led *= np.clip((np.sqrt(apart) - _LEAST_APART) / (_WELL_APART - _LEAST_APART), 0, 1)
        led *= np.clip(share[beside] / 0.01, 0, 1) * np.clip(seen[beside] / 0.01, 0, 1)
        led *= np.clip((_DEPTH_MM + _FADE_MM - inside[part][beside]) / _FADE_MM, 0, 1)
        weight: Any = np.zeros(share.shape, np.float32)
        weight[beside] = led
        weight = cv2.GaussianBlur(weight, (0, 0), _SOFT_MM * px_per_mm + _SOFT_PX)
        inner = (slice(first - low, last - low), slice(None))
        changed = weight[inner] > 0
        strip = result[first:last, left:right]
        fore = strip[changed].astype(np.float32) / top
        mixed = np.round((fore + (body[inner][changed] / top - fore) * weight[inner][changed][:, None]) * top)
        strip[changed] = np.clip(mixed, 0, np.iinfo(colours.dtype).max).astype(colours.dtype)
    return result


def _average(image: Pixels, where: _Floats, deviation: float) -> tuple[_Floats, _Floats]:
    """Colours averaged over the places of ``where`` (0 or 1) nearby, and how much of the window those take, at the reduced size
    that shows all of it."""
    import cv2

    step = max(1.0, deviation / _COARSE)
    size = (max(2, round(where.shape[1] / step)), max(2, round(where.shape[0] / step)))
    share = cv2.resize(where, size, interpolation=cv2.INTER_AREA)
    whole: Any = np.ascontiguousarray(image)
    light = cv2.bitwise_and(whole, whole, mask=where.astype(np.uint8))
    total = cv2.resize(light, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    summed = np.asarray(cv2.GaussianBlur(total, (0, 0), deviation / step), np.float32)
    weight = np.asarray(cv2.GaussianBlur(share, (0, 0), deviation / step), np.float32)
    return np.asarray(summed / np.maximum(weight, 1e-4)[..., None], np.float32), weight


def _at(plane: _Floats, part: tuple[slice, slice], shape: tuple[int, ...]) -> _Floats:
    """A part of a reduced plane at full size. shape: the full size's height and width."""
    import cv2

    rows, columns = part
    down, across = plane.shape[0] / shape[0], plane.shape[1] / shape[1]
    matrix = np.array(
        [
            [across, 0, (columns.start + 0.5) * across - 0.5],
            [0, down, (rows.start + 0.5) * down - 0.5],
        ]
    )
    size = (columns.stop - columns.start, rows.stop - rows.start)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(plane, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.float32)
