"""Plane geometry on pictures: similarity transforms and cuts that do not alias."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import Pixels

Matrix = npt.NDArray[np.float64]


def similarity(centre: npt.ArrayLike, angle: float, scale: float, target: npt.ArrayLike) -> Matrix:
    """2x3 matrix that turns by -angle (radians), scales, and carries ``centre`` to ``target``."""
    c, s = math.cos(angle) * scale, math.sin(angle) * scale
    turn = np.array([[c, s], [-s, c]])
    return np.column_stack([turn, np.asarray(target, float) - turn @ np.asarray(centre, float)])


def inverse(matrix: Matrix) -> Matrix:
    """The 2x3 matrix that undoes ``matrix``."""
    back = np.linalg.inv(matrix[:, :2])
    return np.column_stack([back, -back @ matrix[:, 2]])


def quarter_turns(turns: int, width: int, height: int) -> Matrix:
    """2x3, pixels of a picture to those of ``np.rot90(picture, turns)``. turns: 0, 1, 2 or -1; size before turning."""
    return {
        0: np.eye(2, 3),
        1: np.array([[0.0, 1, 0], [-1, 0, width - 1]]),
        2: np.array([[-1.0, 0, width - 1], [0, -1, height - 1]]),
        -1: np.array([[0.0, -1, height - 1], [1, 0, 0]]),
    }[turns]


def compose(second: Matrix, first: Matrix) -> Matrix:
    """The 2x3 matrix that applies ``first``, then ``second``."""
    return np.column_stack([second[:, :2] @ first[:, :2], second[:, :2] @ first[:, 2] + second[:, 2]])


def apply(matrix: Matrix, points: npt.ArrayLike) -> Matrix:
    """Nx2 points through a 2x3 matrix."""
    return np.asarray(points, float) @ matrix[:, :2].T + matrix[:, 2]


def scale_of(matrix: Matrix) -> float:
    """Linear scale of a similarity."""
    return float(math.sqrt(abs(np.linalg.det(matrix[:, :2]))))


def warp_affine(image: Pixels, matrix: Matrix, size: tuple[int, int]) -> Pixels:
    """``image`` through ``matrix`` (source px to result px, pixel centres at integers), ``size`` = (width, height).

    Shrinks by area first where the matrix shrinks by more than 2, then Lanczos or cubic. Beyond the image its border goes on.
    """
    import cv2

    scale = scale_of(matrix)
    low, high = _needed(matrix, size, image.shape, margin=math.ceil(8 / max(scale, 1e-6)))
    part: Any = image[low[1] : high[1], low[0] : high[0]]
    shift = np.array([[1.0, 0.0, low[0]], [0.0, 1.0, low[1]], [0, 0, 1]])
    total = np.vstack([matrix, [0, 0, 1]]) @ shift
    if scale < 0.5 and part.size:
        shrink = min(1.0, scale * 2)
        width, height = max(1, round(part.shape[1] * shrink)), max(1, round(part.shape[0] * shrink))
        sx, sy = width / part.shape[1], height / part.shape[0]
        part = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
        # Pixel centres at integers: x_small = (x + 0.5) * s - 0.5
        total = total @ np.linalg.inv(np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5], [0, 0, 1]]))
    flags = cv2.INTER_LANCZOS4 if scale > 1 else cv2.INTER_CUBIC
    result: Pixels = cv2.warpAffine(part, total[:2], size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return result


def _needed(
    matrix: Matrix, size: tuple[int, int], shape: tuple[int, ...], margin: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The part of the source that a cut reads, at least one pixel, inside the source."""
    corners = apply(inverse(matrix), [[0, 0], [size[0], 0], [0, size[1]], list(size)])
    low = np.floor(corners.min(axis=0)).astype(int) - margin
    high = np.ceil(corners.max(axis=0)).astype(int) + margin
    height, width = shape[:2]
    x0, x1 = int(np.clip(low[0], 0, width - 1)), int(np.clip(high[0], 1, width))
    y0, y1 = int(np.clip(low[1], 0, height - 1)), int(np.clip(high[1], 1, height))
    return (min(x0, x1 - 1), min(y0, y1 - 1)), (x1, y1)
