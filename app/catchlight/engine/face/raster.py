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
    kept = np.flatnonzero((area * np.sign(np.median(area)) > 1e-4) & (high > low).all(axis=1))
    a, b, c, area, low, span = a[kept], b[kept], c[kept], area[kept], low[kept], (high - low)[kept]
    # Barycentric coordinates are planes over a triangle's box: u = u_x * x + u_y * y + u_0, counted from the box's corner.
    u_x, u_y = (b[:, 1] - c[:, 1]) / area, (c[:, 0] - b[:, 0]) / area
    v_x, v_y = (c[:, 1] - a[:, 1]) / area, (a[:, 0] - c[:, 0]) / area
    from_c = low - c
    u_0, v_0 = u_x * from_c[:, 0] + u_y * from_c[:, 1], v_x * from_c[:, 0] + v_y * from_c[:, 1]
    sizes = span[:, 0] * span[:, 1]
    number = np.repeat(np.arange(len(kept), dtype=np.int32), sizes)
    begin = (np.cumsum(sizes) - sizes).astype(np.int32)
    offset = np.arange(len(number), dtype=np.int32) - begin.take(number)
    across = span[:, 0].astype(np.int32).take(number)
    down = offset // across
    right = offset - down * across
    u = u_x.take(number) * right + u_y.take(number) * down + u_0.take(number)
    v = v_x.take(number) * right + v_y.take(number) * down + v_0.take(number)
    inside = np.flatnonzero((u >= -1e-3) & (v >= -1e-3) & (u + v <= 1.001))
    number, u, v = number.take(inside), u.take(inside)[:, None], v.take(inside)[:, None]
    corner = (low[:, 1] * width + low[:, 0]).take(number)
    pixel = corner + down.take(inside) * width + right.take(inside)
    corners = values.astype(np.float32)
    third = corners[triangles[kept, 2]]
    first, second = corners[triangles[kept, 0]] - third, corners[triangles[kept, 1]] - third
    shown = first.take(number, axis=0) * u
    shown += second.take(number, axis=0) * v
    shown += third.take(number, axis=0)
    plane = np.zeros((height * width, values.shape[1]), np.float32)
    covered = np.zeros(height * width, bool)
    plane[pixel] = shown
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
