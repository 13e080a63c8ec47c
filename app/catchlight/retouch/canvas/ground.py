"""More canvas around a picture: the ground beside each edge is carried on beyond it, or refused where that cannot be believed.

What lies near the edge is mirrored, detail and grain. Its light is not: it goes on as it was changing, less and less, for a
gradient that turned at the old edge would show it. Where the person stands in what is mirrored, the ground behind them is filled
first, by the fill that takes things away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.retouch.area import Area
from catchlight.retouch.canvas.believable import Side, check_fill, check_side, mirrored_depth
from catchlight.retouch.removal.remove import fill

_QUARTERS: dict[Side, int] = {"top": 0, "right": 1, "bottom": 2, "left": 3}
"""Quarter turns anticlockwise after which a side is the top."""
_PERSON, _BODY, _AROUND = 0.05, 0.3, 0.016
"""Alpha from which a pixel is no ground, and from which a person is seen in it, and how far around them no ground is looked for,
by the shorter side."""
_LIGHT = 0.05
"""Deviation of the blur that parts light from detail, by the shorter side."""
_COARSE = 6.0
"""Pixels in that deviation where the blur is computed."""
_REACH = 0.6
"""How far the light goes on changing, by the depth that is mirrored."""
_BEHIND = 0.15
"""How much farther than what is mirrored the ground behind the person is looked for, by the shorter side."""


_LINE = 0.004
"""Width of the widest line that is taken for a hair, by the shorter side."""
_CLEAR = 6.0
"""How far a hair stands out of what is usual for lines in the ground, in deviations."""
_FAINT = 4.0
"""Least difference of a hair to the ground, of 255."""
_GAP = 4
"""Pixels by which a hair may be broken."""


@dataclass(frozen=True)
class Space:
    """Pixels that are added on each side."""

    top: int = 0
    bottom: int = 0
    left: int = 0
    right: int = 0

    def __bool__(self) -> bool:
        return any((self.top, self.bottom, self.left, self.right))

    def of(self, side: Side) -> int:
        """Pixels on one side."""
        return int(getattr(self, side))


def continue_ground(
    pixels: Pixels, person: FloatPlane, space: Space, report: Callable[[float], None] = lambda _share: None
) -> Pixels:
    """HxWx3 or x4 with its ground carried on into ``space``; the picture itself stays as it is in the middle, every bit.

    person: HxW in 0..1, where people are. report: told the share that is done. Same picture, same result.
    Raises Conflict ``does_not_fit``, naming the side, where a person reaches it or its ground cannot be carried on believably.
    """
    import cv2

    short = min(pixels.shape[:2])
    side = 2 * max(1, round(_AROUND * short)) + 1
    near = cv2.dilate((person > _PERSON).astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    body: Any = person > _BODY
    grown: Any = pixels
    wanted = [one for one in _QUARTERS if space.of(one)]
    for number, one in enumerate(wanted):
        turns, rows = _QUARTERS[one], space.of(one)
        upright = np.ascontiguousarray(np.rot90(grown, turns))
        hidden = np.ascontiguousarray(np.rot90(near, turns))
        seen = np.rot90(body, turns)
        check_side(upright, hidden, seen, rows, one, short)
        new = _above(upright, hidden, rows, one, short)
        grown = np.rot90(np.concatenate([new, upright]), -turns)
        bare = np.zeros((rows, hidden.shape[1]), bool)
        near, body = (np.rot90(np.concatenate([bare, part]), -turns) for part in (hidden, seen))
        report((number + 1) / len(wanted))
    return cast(Pixels, np.ascontiguousarray(grown))


def surround(pixels: Pixels, space: Space, colour: tuple[int, int, int]) -> Pixels:
    """HxWx3 or x4 with a plain colour (0..255) around it, opaque."""
    height, width = pixels.shape[:2]
    size = (height + space.top + space.bottom, width + space.left + space.right, pixels.shape[2])
    one = np.array([*colour, 255][: pixels.shape[2]], np.uint32) * (np.iinfo(pixels.dtype).max // 255)
    grown: Any = np.empty(size, pixels.dtype)
    grown[:] = one.astype(pixels.dtype)
    grown[space.top : space.top + height, space.left : space.left + width] = pixels
    return cast(Pixels, grown)


def _above(pixels: Any, near: Mask, rows: int, side: Side, short: int) -> Any:
    """``rows`` rows that go on above the picture. near: what is not ground. Raises Conflict ``does_not_fit``."""
    depth = mirrored_depth(near, rows, short)
    width = near.shape[1]
    if pixels.shape[2] == 4 and not pixels[0, :, 3].any():
        return np.zeros((rows, width, 4), pixels.dtype)
    beyond = min(len(near), depth + max(16, round(_BEHIND * short)))
    strip = np.ascontiguousarray(pixels[:beyond, :, :3])
    hidden = near[:beyond]
    hidden = hidden | stray_hairs(strip, hidden, short)
    if hidden[:depth].any():
        hole = Area((0, 0, width, beyond), hidden.astype(np.float32))
        strip = fill(strip, hole, (~hidden).astype(np.float32))
        check_fill(strip[:depth], hidden[:depth], side, short)
    top = np.float32(np.iinfo(pixels.dtype).max)
    made = _mirrored(strip[:depth].astype(np.float32) / top, rows, _LIGHT * short)
    new: Any = np.round(np.clip(made, 0, 1, out=made) * top).astype(pixels.dtype)
    return new if pixels.shape[2] == 3 else np.dstack([new, np.full((rows, width), top, pixels.dtype)])


def stray_hairs(pixels: Any, near: Mask, short: int) -> Mask:
    """Thin lines in the ground that hang together with a person: hairs beyond the matte, which would be seen twice.

    pixels: HxWx3. near: where people are. short: the shorter side of the picture. A line is what a
    morphological opening or closing takes away; it must stand out of the lines that the ground has everywhere.
    """
    import cv2

    grey = pixels.astype(np.float32).mean(axis=2) * np.float32(255 / np.iinfo(pixels.dtype).max)
    side = 2 * max(1, round(_LINE * short)) + 1
    window = np.ones((side, side), np.uint8)
    lines: Any = np.maximum(
        cv2.morphologyEx(grey, cv2.MORPH_TOPHAT, window), cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, window)
    )
    ground = ~near
    if not near.any() or not ground.any():
        return np.zeros(near.shape, bool)
    usual = 1.4826 * float(np.median(lines[ground]))
    found = (lines > max(_FAINT, _CLEAR * usual)) | near
    joined = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((2 * _GAP + 1,) * 2, np.uint8))
    count, parts = cv2.connectedComponents(joined, connectivity=8)
    touching = np.zeros(count, bool)
    touching[np.unique(parts[near])] = True
    touching[0] = False
    hairs = (touching[parts] & found & ground).astype(np.uint8)
    return np.asarray(cv2.dilate(hairs, np.ones((5, 5), np.uint8)) > 0)


def _mirrored(known: Any, rows: int, sigma: float) -> Any:
    """What goes on above ``known`` (depth x W x 3, 0..1): its detail to and fro, its light as it was changing."""
    depth = len(known)
    light = _light(known, sigma)
    turn = np.arange(rows) % (2 * depth)
    place = np.where(turn < depth, turn, 2 * depth - 1 - turn)
    reach = _REACH * depth
    risen = np.clip(depth - 0.5 - reach * (1 - np.exp(-(np.arange(rows) + 0.5) / reach)), 0, None)
    low = np.floor(risen).astype(int)
    share = (risen - low)[:, None, None].astype(np.float32)
    made = (known - light[depth:])[place]
    made += light[low] * (1 - share)
    made += light[np.minimum(low + 1, len(light) - 1)] * share
    return made[::-1]


def _light(known: Any, sigma: float) -> Any:
    """2·depth x W x 3: the light of ``known``, and above it the light that goes on (the picture turned about its edge)."""
    import cv2

    depth, width = known.shape[:2]
    first = known[: max(1, min(depth, round(sigma / 3)))].mean(axis=0, keepdims=True)
    edge = cv2.GaussianBlur(first, (0, 0), max(sigma / 2, 0.5))
    odd = np.concatenate([(2 * edge - known)[::-1], known])
    scale = min(1.0, _COARSE / sigma)
    size = (max(4, round(width * scale)), max(4, round(2 * depth * scale)))
    small = cv2.resize(odd, size, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(sigma * scale, 0.5))
    return np.asarray(cv2.resize(soft, (width, 2 * depth), interpolation=cv2.INTER_LINEAR), np.float32)
