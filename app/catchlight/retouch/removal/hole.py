"""The hole that is left of a thing: its mask with a rim as wide as the thing's own edge is soft."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from catchlight.imaging.picture import Pixels
from catchlight.retouch.area import Area

_RIM = (0.03, 0.25)
"""Least and most rim about a hole, by its side: sharp edges, and those that are out of focus."""
_RIM_STEPS = 8.0
"""Pixels of a rim at which it is drawn."""
_EDGE_STEPS = 8
"""Steps at which the course of an edge is read out to the widest rim."""
_FALLING = 0.95
_CALM = 1.25
"""Steepness, by that one step nearer and by that farther out, from and up to which an edge has ended."""


def grow_hole(hole: Area, pixels: Pixels) -> Area:
    """The hole with a rim for what the mask missed: soft edges, a thin shadow, the camera's sharpening."""
    import cv2

    x0, y0, x1, y1 = hole.box
    side = int((hole.mask > 0.3).sum()) ** 0.5
    rim = max(3, round(_RIM[0] * side), round(_edge(hole, pixels, _RIM[1] * side)))
    shape = pixels.shape
    box = (max(0, x0 - 2 * rim), max(0, y0 - 2 * rim), min(shape[1], x1 + 2 * rim), min(shape[0], y1 + 2 * rim))
    outside = np.full((box[3] - box[1], box[2] - box[0]), 255, np.uint8)
    outside[y0 - box[1] : y1 - box[1], x0 - box[0] : x1 - box[0]] = 255 * (hole.mask <= 0.3)
    # A wide rim is as smooth as it is wide: it is drawn at a size where it has a few pixels.
    scale = min(1.0, _RIM_STEPS / rim)
    size = (max(2, round(outside.shape[1] * scale)), max(2, round(outside.shape[0] * scale)))
    away = cv2.resize(outside, size, interpolation=cv2.INTER_AREA) > 127
    near = cv2.distanceTransform(away.astype(np.uint8), cv2.DIST_L2, 5) <= rim * scale + 0.5
    soft = cv2.GaussianBlur(near.astype(np.float32), (0, 0), max(0.8, rim * scale / 4))
    full = cv2.resize(soft, outside.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return Area(box, np.clip(np.multiply(full, 1.6, out=full), 0, 1, out=full))


def _edge(hole: Area, pixels: Pixels, reach: float) -> float:
    """How far outside of a hole, at most ``reach`` pixels, the soft edge of what is taken away still runs."""
    import cv2

    margin = max(8, round(2 * reach))
    x0, y0 = max(0, hole.box[0] - margin), max(0, hole.box[1] - margin)
    x1, y1 = min(pixels.shape[1], hole.box[2] + margin), min(pixels.shape[0], hole.box[3] + margin)
    scale = min(1.0, _EDGE_STEPS / max(reach, 1.0))
    size = (max(8, round((x1 - x0) * scale)), max(8, round((y1 - y0) * scale)))
    part: Any = np.ascontiguousarray(pixels[y0:y1, x0:x1, :3])
    top = np.float32(np.iinfo(pixels.dtype).max)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    gone = np.zeros((y1 - y0, x1 - x0), np.uint8)
    gone[hole.box[1] - y0 : hole.box[3] - y0, hole.box[0] - x0 : hole.box[2] - x0] = 255 * (hole.mask > 0.3)
    away = cv2.distanceTransform(
        (cv2.resize(gone, size, interpolation=cv2.INTER_AREA) < 128).astype(np.uint8), cv2.DIST_L2, 5
    )
    slope = np.asarray([cv2.Sobel(small, cv2.CV_32F, dx, dy) for dx, dy in ((1, 0), (0, 1))])
    steep = np.sqrt((slope**2).sum(axis=(0, 3)))
    rings = [steep[(away > step) & (away <= step + 1)] for step in range(2 * _EDGE_STEPS)]
    course = [float(ring.mean()) for ring in rings if ring.size]
    if len(course) < 2 * _EDGE_STEPS:
        return 0.0
    calm = _CALM * float(np.median(course[_EDGE_STEPS:]))
    # On a ground that is steep itself the edge ends where it falls no more.
    falling = (after > _FALLING * value for value, after in itertools.pairwise(course[: _EDGE_STEPS + 1]))
    ended = [value <= calm or flat for value, flat in zip(course, falling, strict=False)]
    steps = next((step for step, end in enumerate(ended) if end), 0)
    return steps / scale
