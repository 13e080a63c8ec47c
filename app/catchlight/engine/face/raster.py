"""Triangles with numbers at their corners, turned into planes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import FloatImage

Mask = npt.NDArray[np.bool_]


def rasterised(
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
    low = np.maximum(np.floor(np.minimum(np.minimum(a, b), c)).astype(np.int32), 0)
    high = np.minimum(np.ceil(np.maximum(np.maximum(a, b), c)).astype(np.int32) + 1, [width, height])
    kept = np.nonzero((area * np.sign(np.median(area)) > 1e-4) & (high > low).all(axis=1))[0]
    span = (high - low)[kept]
    sizes = span[:, 0] * span[:, 1]
    row = np.repeat(np.arange(len(kept), dtype=np.int32), sizes)
    offset = np.arange(sizes.sum(), dtype=np.int32) - np.repeat((np.cumsum(sizes) - sizes).astype(np.int32), sizes)
    across = span[row, 0].astype(np.int32)
    down = offset // across
    number = kept[row]
    x, y = low[number, 0] + (offset - down * across), low[number, 1] + down
    inverse = (1 / np.where(area == 0, 1, area)).astype(np.float32)[number]
    dx, dy = x - c[number, 0], y - c[number, 1]
    u = ((b - c)[number, 1] * dx + (c - b)[number, 0] * dy) * inverse
    v = ((c - a)[number, 1] * dx + (a - c)[number, 0] * dy) * inverse
    inside = (u >= -1e-3) & (v >= -1e-3) & (u + v <= 1.001)
    number, u, v = number[inside], u[inside, None], v[inside, None]
    pixel = y[inside].astype(np.int64) * width + x[inside]
    corners = values.astype(np.float32)
    plane = np.zeros((height * width, values.shape[1]), np.float32)
    covered = np.zeros(height * width, bool)
    first, second, third = (corners[triangles[number, k]] for k in range(3))
    plane[pixel] = first * u + second * v + third * (1 - u - v)
    covered[pixel] = True
    return plane.reshape(height, width, -1), covered.reshape(height, width)


def filled(plane: FloatImage, covered: Mask) -> FloatImage:
    """The plane with its gaps filled smoothly from their rims (pull-push, Gortler et al. 1996)."""
    import cv2

    if covered.all():
        return plane
    weight = covered.astype(np.float32)
    level = plane * weight[..., None]
    levels = [(level, weight)]
    while min(level.shape[:2]) > 4:
        size = (max(1, level.shape[1] // 2), max(1, level.shape[0] // 2))
        level = cv2.resize(level, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        weight = cv2.resize(weight, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        levels.append((level, weight))
    full: FloatImage = np.asarray(level / np.maximum(weight, 1e-6)[..., None], np.float32)
    for level, weight in reversed(levels[:-1]):
        full = np.asarray(
            cv2.resize(full, (level.shape[1], level.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32
        )
        sure = np.clip(weight * 4, 0, 1)[..., None]
        known = np.where(weight[..., None] > 1e-4, level / np.maximum(weight, 1e-4)[..., None], 0)
        full = np.asarray(known * sure + full * (1 - sure), np.float32)
    return np.asarray(np.where(covered[..., None], plane, full), np.float32)
