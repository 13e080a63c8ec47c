"""Triangles with numbers at their corners, turned into planes.

References:
    S. J. Gortler et al., "The lumigraph", SIGGRAPH 1996, doi:10.1145/237170.237200 (pull-push).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Indices, Mask
from catchlight.imaging.picture import FloatImage

_TOLERANCE = 1e-3
"""By how much barycentric coordinates may fall below 0: neighbours leave no gap between them."""


def rasterise(
    points: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
    triangles: npt.NDArray[np.int64],
    shape: tuple[int, int],
) -> tuple[FloatImage, Mask]:
    """HxWxk float32 of linearly interpolated ``values`` (Nxk) at pixel positions ``points`` (Nx2), and where triangles lie.

    Triangles that are turned over are left out.
    """
    height, width = shape
    place = points.astype(np.float32)
    a, b, c = place[triangles[:, 0]], place[triangles[:, 1]], place[triangles[:, 2]]
    area = (b[:, 1] - c[:, 1]) * (a[:, 0] - c[:, 0]) + (c[:, 0] - b[:, 0]) * (a[:, 1] - c[:, 1])
    top = np.maximum(np.ceil(np.minimum(np.minimum(a[:, 1], b[:, 1]), c[:, 1]) - 1), 0).astype(np.intp)
    end = np.minimum(np.floor(np.maximum(np.maximum(a[:, 1], b[:, 1]), c[:, 1]) + 1) + 1, height).astype(np.intp)
    kept = np.flatnonzero((area * np.sign(np.median(area)) > 1e-4) & (end > top))
    a, b, c, area, top, end = a[kept], b[kept], c[kept], area[kept], top[kept], end[kept]
    # Barycentric coordinates are planes, counted from the third corner: u = u_x * x + u_y * y.
    u_x, u_y = (b[:, 1] - c[:, 1]) / area, (c[:, 0] - b[:, 0]) / area
    v_x, v_y = (c[:, 1] - a[:, 1]) / area, (a[:, 0] - c[:, 0]) / area
    row, number = _counted(end - top)
    down = (top.take(number) + row).astype(np.float32) - c[:, 1].take(number)
    # A row of a triangle starts and ends where one of the three coordinates falls below 0.
    first, last = np.full(len(number), -np.inf, np.float32), np.full(len(number), np.inf, np.float32)
    for slope, at in (
        (u_x.take(number), u_y.take(number) * down),
        (v_x.take(number), v_y.take(number) * down),
        (-(u_x + v_x).take(number), 1 - (u_y + v_y).take(number) * down),
    ):
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = -(at + np.float32(_TOLERANCE)) / slope
        np.maximum(first, np.where(slope > 0, crossing, first), out=first)
        np.minimum(last, np.where(slope < 0, crossing, last), out=last)
        last[(slope == 0) & (at < -_TOLERANCE)] = -np.inf
    right = c[:, 0].take(number)
    begin = np.clip(np.ceil(first + right), 0, width).astype(np.intp)
    length = np.clip(np.floor(last + right), -1, width - 1).astype(np.intp) + 1 - begin
    seen = np.flatnonzero(length > 0)
    number, begin, length, right, down = number[seen], begin[seen], length[seen], right[seen], down[seen]
    line = (top.take(number) + row[seen]) * width + begin
    corners = values.astype(np.float32)
    third = corners[triangles[kept, 2]]
    to_first, to_second = corners[triangles[kept, 0]] - third, corners[triangles[kept, 1]] - third
    step = to_first * u_x[:, None] + to_second * v_x[:, None]
    rise = to_first * u_y[:, None] + to_second * v_y[:, None]
    start = third.take(number, axis=0) + rise.take(number, axis=0) * down[:, None]
    step = step.take(number, axis=0)
    start += step * (begin - right).astype(np.float32)[:, None]
    across, span = _counted(length)
    pixel = line.take(span) + across
    shown = step.take(span, axis=0)
    shown *= across.astype(np.float32)[:, None]
    shown += start.take(span, axis=0)
    plane = np.zeros((height * width, values.shape[1]), np.float32)
    covered = np.zeros(height * width, bool)
    plane[pixel] = shown
    covered[pixel] = True
    return plane.reshape(height, width, -1), covered.reshape(height, width)


def _counted(sizes: Indices) -> tuple[Indices, Indices]:
    """For runs of some sizes, 1 or more, one after the other: the place of each member in its run, and its run's number."""
    ends = np.cumsum(sizes)
    # np.repeat would hold up all of Python.
    number = np.zeros(ends[-1] if len(ends) else 0, np.intp)
    number[ends[:-1]] = 1
    np.cumsum(number, out=number)
    return np.arange(len(number)) - (ends - sizes).take(number), number


def fill_gaps(plane: FloatImage, covered: Mask) -> FloatImage:
    """The plane, HxWxk with k up to 3, with its gaps filled smoothly from their rims (pull-push, Gortler et al. 1996)."""
    import cv2

    if covered.all():
        return plane
    level: Any = cv2.merge([*cv2.split(plane), np.ones(covered.shape, np.float32)])
    level *= covered[..., None]
    levels = [level]
    while min(level.shape[:2]) > 4:
        size = (max(1, level.shape[1] // 2), max(1, level.shape[0] // 2))
        level = cv2.resize(level, size, interpolation=cv2.INTER_AREA)
        levels.append(level)
    full: Any = level[..., :-1] / np.maximum(level[..., -1:], 1e-6)
    for level in reversed(levels[:-1]):
        # What is a quarter known is sure.
        level /= np.maximum(level[..., -1:], 0.25)
        full = cv2.resize(full, level.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        full *= 1 - level[..., -1:]
        full += level[..., :-1]
    return np.asarray(np.where(covered[..., None], plane, full), np.float32)
