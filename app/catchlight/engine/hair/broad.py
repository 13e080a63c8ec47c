"""Smooth planes at the size they need: wide blurs, and rows of reduced planes grown to that of the picture."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_ENOUGH = 5.0
"""Pixels of sigma that a blur is computed with; more would only cost time."""


def blurred(plane: Floats, sigma: float) -> Floats:
    """A Gaussian blur of HxW or HxWxC; wide ones are found on a reduced copy."""
    import cv2

    step = int(sigma / _ENOUGH)
    if step < 2:
        return np.asarray(cv2.GaussianBlur(plane, (0, 0), max(sigma, 0.3)), np.float32)
    height, width = plane.shape[:2]
    small = cv2.resize(plane, (max(1, width // step), max(1, height // step)), interpolation=cv2.INTER_AREA)
    scale = small.shape[1] / width
    soft = cv2.GaussianBlur(small, (0, 0), sigma * scale)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def grown(plane: Floats, rows: slice, shape: tuple[int, int]) -> Floats:
    """Some rows of a reduced plane, hxw or hxwxC, at the size of a picture of ``shape`` (height, width)."""
    import cv2

    sx, sy = shape[1] / plane.shape[1], shape[0] / plane.shape[0]
    matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5 - rows.start]])
    size = (shape[1], rows.stop - rows.start)
    return np.asarray(
        cv2.warpAffine(plane, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )
