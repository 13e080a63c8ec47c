"""A picture in tiles, and parts of reduced planes at the size of the picture."""

from __future__ import annotations

from typing import Any

import numpy as np

_TILE = 256

Box = tuple[slice, slice]
"""Rows and columns of a part of a picture."""


def boxes(height: int, width: int) -> list[Box]:
    """The tiles of a picture of ``height`` by ``width`` pixels, row by row; those at the far edges may be smaller."""
    rows = [slice(y, min(height, y + _TILE)) for y in range(0, height, _TILE)]
    columns = [slice(x, min(width, x + _TILE)) for x in range(0, width, _TILE)]
    return [(down, across) for down in rows for across in columns]


def enlarge_part(plane: Any, box: Box, shape: tuple[int, int]) -> Any:
    """Part of a reduced plane or image at full size, interpolated linearly.

    box: the part, in pixels of the full size; shape: height and width of the full size.
    """
    import cv2

    rows, columns = box
    sy, sx = plane.shape[0] / shape[0], plane.shape[1] / shape[1]
    matrix = np.array([[sx, 0, (columns.start + 0.5) * sx - 0.5], [0, sy, (rows.start + 0.5) * sy - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (columns.stop - columns.start, rows.stop - rows.start)
    return cv2.warpAffine(plane, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
