"""Strands to pixels: opaque hairs at twice the size, far ones first, shrunk to soft coverage."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import both
from catchlight.hair.synthesis.strands import short_runs
from catchlight.hair.synthesis.strands.short_runs import BRIGHTEST, DEPTHS, LIGHTS, QUARTERS, StrandSegments
from catchlight.imaging.arrays import Bytes, Floats, Mask
from catchlight.imaging.picture import FloatPlane

_KEYS = LIGHTS * QUARTERS
_FRACTION = 4
"""Bits of subpixel precision."""
_BANDS, _AT_ONCE = 4, 28_000_000
"""Bands that a layer is drawn in to save memory, and bytes of a canvas that is drawn as a whole, which takes less time."""
_SAMPLE = 10_000
_FILLING, _COARSER = 8, 2.0
"""Steps of brightness that are one in what only fills gaps, where fewer keys take less time; and how much larger its subpixels
are, of which fewer runs fill as much."""

_Sorted = tuple[npt.NDArray[np.int32], npt.NDArray[np.uint16]]
"""Runs (NxKx2), some of them two in one, in fixed-point subpixels, and the keys that they are ordered by."""
_Scaled = tuple[list[_Sorted], int]
"""Groups of such runs, and subpixels for a pixel."""


@dataclass(frozen=True)
class StrandLayer:
    """HxW uint8 each, 255 for 1. cover8: 0..1. shade8: mean brightness of the strands seen, 0..1 for 0..BRIGHTEST. along8: mean
    place between root and tip, 0..1."""

    cover8: Bytes
    shade8: Bytes
    along8: Bytes

    @classmethod
    def blank(cls, shape: tuple[int, int]) -> StrandLayer:
        return cls(*(np.zeros(shape, np.uint8) for _ in range(3)))

    @property
    def cover(self) -> FloatPlane:
        return self.cover8 * np.float32(1 / 255)

    @property
    def shade(self) -> FloatPlane:
        """0..BRIGHTEST."""
        return self.shade8 * np.float32(BRIGHTEST / 255)

    @property
    def along(self) -> FloatPlane:
        return self.along8 * np.float32(1 / 255)


def draw_strands(
    pixels: Floats,
    near: Floats,
    shade: Floats,
    reach: Floats,
    before: FloatPlane,
    beside: Mask,
    scale: int,
) -> tuple[StrandLayer, StrandLayer]:
    """Hair before and behind a body. pixels: NxSx2; near: NxS, view z in cm; shade: NxS; reach: N, share drawn of each strand;
    before: HxW, view z of the body: what is nearer is drawn into the first layer; beside: HxW, where what is behind the body
    is of interest. scale: subpixels for a pixel.
    """
    ahead, behind = short_runs.split_into_segments(pixels, near, shade, reach, before)
    everywhere = np.ones(before.shape, bool)
    return both(lambda: _painted(ahead, everywhere, scale), lambda: _painted(behind, beside, scale))


def _painted(groups: list[StrandSegments], shown: Mask, scale: int) -> StrandLayer:
    """Painter's algorithm over runs of like depth, brightness and place along the strand, in bands; leaves nothing of
    ``groups``."""
    height, width = shown.shape
    steps = short_runs.order_by_depth(groups)
    seen = short_runs.find_visible_segments(groups, steps, (height, width), scale, shown)
    if not sum(len(which) for both in seen for which in both):
        return StrandLayer.blank((height, width))
    layer = StrandLayer.blank((height, width))
    coarse = max(1, round(scale / _COARSER))
    filling, parts = [], []
    for group, step, (fill, show) in zip(groups, steps, seen, strict=True):
        fewer = fill[:: round(scale / coarse)]
        filling.append(_sorted(group.chosen(fewer), step[fewer], coarse, _FILLING))
        parts.append(_sorted(group.chosen(show), step[show], scale, 1))
    groups.clear()
    bands = _bands(parts, height, width, scale)
    parts = [_paired(*parts.pop(0)) for _ in range(len(parts))]
    for top, end in pairwise(bands):
        _band(layer, slice(top, end), (filling, coarse), (parts, scale))
    return layer


def _bands(parts: list[_Sorted], height: int, width: int, scale: int) -> list[int]:
    """Rows between which a picture is drawn: all of it, or bands with about as many runs each where it is large."""
    if height * width * scale**2 * 3 <= _AT_ONCE:
        return [0, height]
    rows = np.concatenate([paths[:: max(1, len(paths) // _SAMPLE), 0, 1] >> _FRACTION for paths, _ in parts]) // scale
    inner = np.quantile(rows, np.linspace(0, 1, _BANDS + 1)[1:-1])
    return [0, *(int(row) for row in np.clip(inner, 0, height)), height]


def _band(layer: StrandLayer, rows: slice, filling: _Scaled, shown: _Scaled) -> None:
    """Draw some rows of a layer: what fills gaps, which all lies behind what is seen, then that; far things first."""
    import cv2

    height, width = layer.cover8.shape
    if rows.stop <= rows.start:
        return
    # The blur reads a subpixel beyond the rows.
    low, high = max(0, rows.start - 1), min(height, rows.stop + 1)
    canvas = np.zeros((0, 0, 3), np.uint8)
    for (parts, scale), is_smooth in ((filling, False), (shown, True)):
        size = width * scale, (high - low) * scale
        if canvas.size:
            canvas = np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_NEAREST), np.uint8)
        else:
            canvas = np.zeros((*size[::-1], 3), np.uint8)
        touching = [_touching(part, low * scale, high * scale) for part in parts]
        for depth in range(DEPTHS):
            for paths, key in touching:
                begin, stop = np.searchsorted(key, [depth * _KEYS, (depth + 1) * _KEYS])
                _lines(canvas, paths[begin:stop], key[begin:stop], is_smooth=is_smooth)
    _shrink(layer, rows, canvas, (rows.start - low) * shown[1])


def _touching(runs: _Sorted, low: int, high: int) -> _Sorted:
    """Those runs that touch subpixel rows from ``low`` to ``high``, told from the first of them on."""
    paths, key = runs
    shift, end, room = low << _FRACTION, high << _FRACTION, 3 << _FRACTION
    joints = [paths[:, at, 1] for at in (0, paths.shape[1] // 2, -1)]
    seen = (np.maximum.reduce(joints) >= shift - room) & (np.minimum.reduce(joints) <= end + room)
    moved = paths[seen]
    moved[..., 1] -= shift
    return moved, key[seen]


def _shrink(layer: StrandLayer, rows: slice, canvas: npt.NDArray[np.uint8], top: int) -> None:
    """Some rows of a layer from their canvas, in which they begin at row ``top``."""
    import cv2

    count, width = rows.stop - rows.start, layer.cover8.shape[1]
    scale = canvas.shape[1] // width
    cv2.GaussianBlur(canvas, (3, 3), 0.6, dst=canvas)
    small = cv2.resize(canvas[top : top + count * scale], (width, count), interpolation=cv2.INTER_AREA)
    layer.cover8[rows] = cv2.convertScaleAbs(small[..., 0], alpha=1.03)
    # As means of the strands alone: divided by how much of the pixel they cover.
    layer.shade8[rows] = cv2.divide(small[..., 1], small[..., 0], scale=255)
    layer.along8[rows] = cv2.divide(small[..., 2], small[..., 0], scale=255)


def _sorted(group: StrandSegments, step: npt.NDArray[np.uint8], scale: int, lights: int) -> _Sorted:
    """Runs in fixed-point subpixels, ordered by depth, then brightness and place along the strand; and their keys. lights: how
    many steps of brightness are taken as one."""
    layer = step.astype(np.uint16)
    # Within a depth no brightness may always lie on top: where their order begins changes from depth to depth.
    light = group.light // np.uint8(lights) * np.uint8(lights) + np.uint8(lights // 2)
    key = ((layer * LIGHTS + (light + 13 * layer) % LIGHTS) * QUARTERS + group.along).astype(np.uint16)
    order = np.argsort(key, kind="stable")
    paths = group.chosen(order).paths * np.float32(scale << _FRACTION)
    paths += np.float32((0.5 * scale - 0.5) * (1 << _FRACTION) + 0.5)
    return np.floor(paths, out=paths).astype(np.int32), key[order]


def _paired(paths: npt.NDArray[np.int32], key: npt.NDArray[np.uint16]) -> _Sorted:
    """Runs of one key that go on from each other, two and two as one: OpenCV takes longer to be told of a run than to draw it.

    What has no other stays where it ends, which draws its last point once more.
    """
    count, size, _ = paths.shape
    joints = paths.view(np.int64)[..., 0]
    begins = np.ones(count, bool)
    begins[1:] = (key[1:] != key[:-1]) | (joints[1:, 0] != joints[:-1, -1])
    at = np.arange(count, dtype=np.int32)
    second = (at - np.maximum.accumulate(np.where(begins, at, 0))) % 2 == 1
    first = np.flatnonzero(~second)
    longer = np.empty((len(first), 2 * size - 1), np.int64)
    longer[:, :size] = joints[first]
    longer[:, size:] = longer[:, size - 1 : size]
    longer[np.searchsorted(first, np.flatnonzero(second)) - 1, size:] = joints[second, 1:]
    return longer.view(np.int32).reshape(len(first), 2 * size - 1, 2), key[first]


def _lines(
    canvas: npt.NDArray[np.uint8], paths: npt.NDArray[np.int32], key: npt.NDArray[np.uint16], is_smooth: bool
) -> None:
    import cv2

    if not len(key):
        return
    bounds = np.concatenate([[0], np.flatnonzero(key[1:] != key[:-1]) + 1, [len(key)]])
    for first, last in pairwise(bounds):
        layer, rest = divmod(int(key[first]), _KEYS)
        mixed, quarter = divmod(rest, QUARTERS)
        light = (mixed - 13 * layer) % LIGHTS
        colour = (255, int((light + 0.5) * 255 / LIGHTS), int((quarter + 0.5) * 255 / QUARTERS))
        lines: Any = paths[first:last]  # an array is a sequence of its first axis
        cv2.polylines(canvas, lines, False, colour, 1, cv2.LINE_AA if is_smooth else cv2.LINE_8, _FRACTION)
