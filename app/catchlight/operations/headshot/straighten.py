"""A person turned straight: as finely as the picture allows where they are, quickly where nothing of the photo will be seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from catchlight.core.threads import each
from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane, Pixels

_TILE = 192
"""Side, in pixels, of what is turned in one go: small enough to leave much of a background out."""
_NEAR = 32
"""Pixels around a person that are read with their edges."""

Tile = tuple[slice, slice]


def warp_alpha(plane: FloatPlane, matrix: geometry.Matrix, size: tuple[int, int]) -> FloatPlane:
    """A matte, HxW in 0..1, through ``matrix``, 0 beyond its borders; size: width and height of the result."""
    import cv2

    width, height = size
    result = np.empty((height, width), np.float32)
    source = np.ascontiguousarray(plane)

    back = geometry.inverse(matrix)

    def work(tile: Tile) -> None:
        level = _level(source, back, tile)
        if level is not None:
            result[tile] = level
            return
        part = result[tile]
        cv2.warpAffine(source, _moved(matrix, tile), part.shape[::-1], part, cv2.INTER_CUBIC, cv2.BORDER_CONSTANT, 0)
        np.clip(part, 0, 1, out=part)

    each(work, _tiles(size))
    return result


def warp_pixels(image: Pixels, person: FloatPlane, matrix: geometry.Matrix, size: tuple[int, int]) -> Pixels:
    """A photo, HxWx3 of 8 or 16 bits, through ``matrix``, which turns and moves; finely where ``person``, HxW of the result, is.

    Beyond the image its border goes on.
    """
    import cv2

    width, height = size
    result: Any = np.empty((height, width, 3), image.dtype)

    def work(tile: Tile) -> None:
        rows, columns = tile
        near = person[_around(rows), _around(columns)]
        part = result[tile]
        how = cv2.INTER_CUBIC if near.max() > 0 else cv2.INTER_LINEAR
        cv2.warpAffine(image, _moved(matrix, tile), part.shape[1::-1], part, how, cv2.BORDER_REPLICATE)

    each(work, _tiles(size))
    finished: Pixels = result
    return finished


def _tiles(size: tuple[int, int]) -> Iterator[Tile]:
    width, height = size
    for y in range(0, height, _TILE):
        for x in range(0, width, _TILE):
            yield slice(y, min(height, y + _TILE)), slice(x, min(width, x + _TILE))


def _moved(matrix: geometry.Matrix, tile: Tile) -> geometry.Matrix:
    """The matrix to a tile of the result."""
    away = np.array([[1.0, 0, -tile[1].start], [0, 1.0, -tile[0].start]])
    return geometry.compose(away, matrix)


def _level(plane: FloatPlane, back: geometry.Matrix, tile: Tile) -> float | None:
    """The one value of all that a tile reads of a plane, which is 0 beyond its borders; None where it reads several."""
    (top, bottom), (left, right) = ((part.start, part.stop) for part in tile)
    corners = geometry.apply(back, [[left, top], [right, top], [left, bottom], [right, bottom]])
    low, high = np.floor(corners.min(axis=0)).astype(int) - 2, np.ceil(corners.max(axis=0)).astype(int) + 3
    inside = plane[max(0, low[1]) : max(0, high[1]), max(0, low[0]) : max(0, high[0])]
    if not inside.size:
        return 0.0
    least, most = float(inside.min()), float(inside.max())
    whole = inside.shape == (high[1] - low[1], high[0] - low[0])
    return least if least == most and (whole or least == 0) else None


def _around(part: slice) -> slice:
    return slice(max(0, part.start - _NEAR), part.stop + _NEAR)
