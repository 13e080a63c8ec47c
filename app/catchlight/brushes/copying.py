"""Tools that bring pixels from elsewhere: clone, and heal, which fits what it brings to the light around the place.

Heal takes its source where the surroundings are most alike; where none are, patches of all that lies around fill the place
(``retouch/removal``).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from catchlight.brushes.membrane import spread
from catchlight.brushes.rim import other_things
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.retouch.area import Area
from catchlight.retouch.removal.remove import fill

_SMALL = 40
"""Longer side, in pixels, at which sources are compared."""
_RIM = 0.35
"""Breadth of the rim that is compared, by the radius of what is healed."""
_RINGS, _DIRECTIONS = (2.3, 3.0, 4.0, 5.5), 16
"""Where sources are looked for: distances by that radius, and directions at each."""
_ROOM, _MORE = 16, 0.6
"""Pixels, and share of the place's longer side, around a place that patches come from."""
_STEP, _LEAST = 128, 0.5
"""Side, in pixels, from which patches are matched at one size more, which takes a quarter longer: a window that is a little
larger is brought down to it, as long as this share of the place's longer side stays around it."""
_BARELY = 0.1
"""Share of the most that a brush covers up to which a pixel stays nearly what it is: it is not filled but filled from."""
_FAR = 0.004
"""Unlikeness that each radius of distance counts as much as."""
_LIT, _UNLIKE = 0.3, 0.125
"""How much a step of light counts, by what is uneven along the rim (sRGB in 0..1), and the sum from which no source fits."""


def clone(pixels: Pixels, mask: FloatPlane, box: Window, offset: tuple[float, float]) -> tuple[FloatImage, FloatPlane]:
    """What a clone puts into ``box``: sRGB in 0..1, copied from ``offset`` away, and the mask where that lies in the picture."""
    dx, dy = round(offset[0]), round(offset[1])
    height, width = pixels.shape[:2]
    x0, y0 = min(max(0, box[0] + dx), width), min(max(0, box[1] + dy), height)
    x1, y1 = max(x0, min(width, box[2] + dx)), max(y0, min(height, box[3] + dy))
    new = np.zeros((*mask.shape, 3), np.float32)
    there = np.zeros_like(mask)
    part = np.s_[y0 - dy - box[1] : y1 - dy - box[1], x0 - dx - box[0] : x1 - dx - box[0]]
    new[part] = _unit(pixels, (x0, y0, x1, y1))
    there[part] = mask[part]
    return new, there


def heal(
    pixels: Pixels, mask: FloatPlane, box: Window, radius: float, offset: tuple[float, float] | None
) -> tuple[FloatImage, FloatPlane]:
    """What heals ``box`` (x0, y0, x1, y1, where the mask lies): sRGB in 0..1, and the mask with which it is blended.

    radius: of the brush, in pixels. offset: where the source lies; None finds it.
    Raises UnusablePicture ``nothing_at_hotspot`` where too little lies around the place to fill it with.
    """
    height, width = pixels.shape[:2]
    margin = max(3, math.ceil(_RIM * radius))
    around = _grown(box, margin, width, height)
    core = np.s_[box[1] - around[1] : box[3] - around[1], box[0] - around[0] : box[2] - around[0]]
    whole = np.zeros((around[3] - around[1], around[2] - around[0]), np.float32)
    whole[core] = mask
    found = offset if offset is not None else find_source(pixels, whole, around, radius)
    if found is None:
        return _filled(pixels, mask, box), mask
    source, there = clone(pixels, np.ones_like(whole), around, found)
    hole = (whole > 0) & (there > 0)
    step = _unit(pixels, around) - source
    unknown = hole | (there == 0)
    unknown |= other_things(step, ~unknown)
    membrane = spread(np.where((there > 0)[..., None], step, np.float32(0)), unknown)
    return np.asarray(np.clip(source + membrane, 0, 1)[core], np.float32), np.asarray(mask * there[core], np.float32)


def find_source(pixels: Pixels, mask: FloatPlane, around: Window, radius: float) -> tuple[float, float] | None:
    """How far away, in pixels to the right and down, the surroundings of a place are found again, at their most alike.

    mask: over the window ``around``, which holds a rim of the place. None where nothing is alike, or nothing is free.
    """
    import cv2

    share = min(1.0, _SMALL / max(mask.shape))
    extent = radius if max(mask.shape) >= 6 * radius else max(radius, 0.25 * max(mask.shape))
    far = math.ceil(_RINGS[-1] * extent) + 2
    height, width = pixels.shape[:2]
    x0, y0 = max(0, around[0] - far), max(0, around[1] - far)
    x1, y1 = min(width, around[2] + far), min(height, around[3] + far)
    seen = _small(pixels, (x0, y0, x1, y1), share)
    covered = np.asarray(cv2.resize(mask, _size(around, share), interpolation=cv2.INTER_AREA), np.float32)
    left, top = round((around[0] - x0) * share), round((around[1] - y0) * share)
    covered = covered[: seen.shape[0] - top, : seen.shape[1] - left]
    inside, rim = covered > 0.25, covered < 0.02
    if not inside.any() or not rim.any():
        return None
    rings, offsets = _offsets(extent * share, covered, (left, top), (seen.shape[1], seen.shape[0]))
    if not len(offsets):
        return None
    unlike = _unlikeness(seen, (left, top), offsets, inside, rim) + _FAR * rings
    best = int(unlike.argmin())
    if unlike[best] >= _UNLIKE:
        return None
    return float(round(offsets[best, 0] / share)), float(round(offsets[best, 1] / share))


def _offsets(extent: float, covered: FloatPlane, at: tuple[int, int], size: tuple[int, int]) -> tuple[Any, Any]:
    """Distance by the extent (N), and pixels to the right and down (Nx2), of the places that can be copied from.

    covered: what is to be healed, with its top left corner ``at`` (x, y) of what is seen, which is of that size (width, height).
    """
    rings, offsets = [], []
    for number, ring in enumerate(_RINGS):
        for direction in range(_DIRECTIONS):
            turn = 2 * math.pi * (direction + 0.5 * (number % 2)) / _DIRECTIONS
            dx, dy = round(ring * extent * math.cos(turn)), round(ring * extent * math.sin(turn))
            x, y = at[0] + dx, at[1] + dy
            within = 0 <= x <= size[0] - covered.shape[1] and 0 <= y <= size[1] - covered.shape[0]
            if within and not _overlaps(covered, dx, dy):
                rings.append(ring)
                offsets.append((dx, dy))
    return np.array(rings), np.array(offsets, int).reshape(-1, 2)


def _unlikeness(seen: FloatImage, at: tuple[int, int], offsets: Any, inside: Any, rim: Any) -> Any:
    """For each offset (Nx2), how far the rims differ, and how much busier than the rim is what would be copied: another
    blemish, an eye. inside, rim: where those are of a window with its top left corner ``at`` (x, y) of what is seen."""
    width = seen.shape[1]
    flat = np.ascontiguousarray(seen).reshape(-1, 3)
    shifts = (offsets[:, 1] * width + offsets[:, 0])[:, None]

    def places(where: Any) -> Any:
        y, x = np.nonzero(where)
        return (y + at[1]) * width + x + at[0]

    around, copied = flat[places(rim)], flat[places(inside) + shifts]
    step = flat[places(rim) + shifts] - around
    off = step.mean(axis=1, keepdims=True)
    away = copied - copied.mean(axis=1, keepdims=True)
    busy = 0.25 * np.abs(away).max(axis=(1, 2)) + copied.std(axis=1).mean(axis=1)
    # A step that is the same all around is one of light, which the membrane takes away.
    uneven = np.sqrt(((step - off) ** 2).mean(axis=(1, 2)))
    light = np.abs(off).max(axis=(1, 2))
    return uneven + _LIT * light + np.maximum(0.0, busy - around.std(axis=0).mean())


def _overlaps(covered: FloatPlane, dx: int, dy: int) -> bool:
    """Whether what is to be healed would be copied from itself."""
    height, width = covered.shape
    if abs(dx) >= width or abs(dy) >= height:
        return False
    one = covered[max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)]
    other = covered[max(0, -dy) : height + min(0, -dy), max(0, -dx) : width + min(0, -dx)]
    return bool(((one > 0) & (other > 0)).any())


def _filled(pixels: Pixels, mask: FloatPlane, box: Window) -> FloatImage:
    """The place filled with patches of what lies around it. The window that is looked at ends with what they come from."""
    height, width = pixels.shape[:2]
    part = _grown(box, _margin(max(box[2] - box[0], box[3] - box[1])), width, height)
    seen: Any = np.ascontiguousarray(pixels[part[1] : part[3], part[0] : part[2], :3])
    x0, y0 = box[0] - part[0], box[1] - part[1]
    x1, y1 = box[2] - part[0], box[3] - part[1]
    hole = np.asarray(mask > _BARELY * mask.max(), np.float32)
    filled = fill(seen, Area((x0, y0, x1, y1), hole), None)
    return _unit(filled, (x0, y0, x1, y1))


def _margin(side: int) -> int:
    """Pixels around a place, whose longer side is given, that patches come from."""
    margin, below = _ROOM + round(_MORE * side), (_STEP - side) // 2
    return min(margin, below) if below >= _LEAST * side else margin


def _grown(box: Window, margin: int, width: int, height: int) -> Window:
    return max(0, box[0] - margin), max(0, box[1] - margin), min(width, box[2] + margin), min(height, box[3] + margin)


def _size(box: Window, share: float) -> tuple[int, int]:
    return max(4, round((box[2] - box[0]) * share)), max(4, round((box[3] - box[1]) * share))


def _small(pixels: Pixels, box: Window, share: float) -> FloatImage:
    import cv2

    part = pixels[box[1] : box[3], box[0] : box[2], :3]
    small = cv2.resize(part, _size(box, share), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(np.iinfo(pixels.dtype).max)


def _unit(pixels: Pixels, box: Window) -> FloatImage:
    part = pixels[box[1] : box[3], box[0] : box[2], :3]
    return np.asarray(part, np.float32) / np.float32(np.iinfo(pixels.dtype).max)
