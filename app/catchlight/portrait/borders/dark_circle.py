"""A circle among the borders of a picture's empty corners, where parts of it are lost in clothes as dark as the corners."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Points
from catchlight.imaging.picture import FloatPlane

_TRIALS = 400
_NEAR = 1.2
"""Pixels of 256 from a circle within which a border point lies on it."""
_SEEN = 0.5
"""Share of the circle's visible arc along which the border must follow it. Outlines of people follow no circle that far."""
_RADII = (0.34, 0.54)
"""Radius by the shorter side of the picture: 0.5 touches both sides, less leaves a margin."""
_OUTSIDE = 0.97
"""Share of what lies beyond the circle that must be empty."""
_BROKEN = 0.8
"""The same where a head stands out of the circle, as avatars are fond of."""
_ARCS = 90


def find_circle(empty: npt.NDArray[np.bool_]) -> FloatPlane | None:
    """The circle that the border of ``empty`` follows for more than half of its arc; None where there is none. 1 inside, and on a
    head that stands out of it.

    empty: HxW, the emptiness that begins in the corners. Circles through three random border points are tried (Fischler and
    Bolles 1981), always the same ones.
    """
    import cv2

    height, width = empty.shape
    border = empty & (cv2.erode(empty.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=1) == 0)
    y, x = np.nonzero(border)
    if len(x) < _ARCS:
        return None
    points = np.column_stack([x, y]).astype(np.float64)
    draw = np.random.default_rng(1)
    found = None
    for triple in draw.integers(0, len(points), (_TRIALS, 3)):
        circle = _through(points[triple])
        if circle is None or not _RADII[0] <= circle[2] / min(height, width) <= _RADII[1]:
            continue
        share = _followed(points, circle, (height, width))
        if share > (found[0] if found else _SEEN):
            found = (share, circle)
    if found is None:
        return None
    cx, cy, radius = found[1]
    gy, gx = np.mgrid[:height, :width]
    inside = np.hypot(gx - cx, gy - cy) < radius
    outside = float(empty[~inside].mean())
    if outside < _BROKEN:
        return None
    return np.asarray(inside if outside >= _OUTSIDE else inside | ~empty, np.float32)


def _through(three: Points) -> tuple[float, float, float] | None:
    """Middle and radius of the circle through three points; None where they lie on a line."""
    a, b, c = three
    system = 2 * np.array([b - a, c - a])
    if abs(np.linalg.det(system)) < 1e-6:
        return None
    middle = np.linalg.solve(system, [b @ b - a @ a, c @ c - a @ a])
    return float(middle[0]), float(middle[1]), float(np.linalg.norm(middle - a))


def _followed(points: Points, circle: tuple[float, float, float], shape: tuple[int, int]) -> float:
    """Share of the circle's arc inside the picture that has border points on it."""
    cx, cy, radius = circle
    way = points - [cx, cy]
    on = np.abs(np.hypot(way[:, 0], way[:, 1]) - radius) < _NEAR
    angles = np.arctan2(way[on, 1], way[on, 0])
    met = np.unique(((angles / (2 * np.pi) + 0.5) * _ARCS).astype(int) % _ARCS)
    middle = (np.arange(_ARCS) + 0.5) / _ARCS * 2 * np.pi - np.pi
    x, y = cx + radius * np.cos(middle), cy + radius * np.sin(middle)
    seen = (x > 0) & (x < shape[1] - 1) & (y > 0) & (y < shape[0] - 1)
    return float(np.isin(np.flatnonzero(seen), met).sum() / max(seen.sum(), _ARCS / 3))
