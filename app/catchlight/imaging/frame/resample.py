"""A box of a frame as pixels: exact where nothing is between pixels, else cubic without ringing, resampled once."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np

from catchlight.imaging.filters.alpha import premultiply, unpremultiply
from catchlight.imaging.frame.boxes import FrameBox
from catchlight.imaging.frame.picture_frame import PictureFrame, through
from catchlight.imaging.geometry import Matrix
from catchlight.imaging.picture import Pixels
from catchlight.imaging.resample import downsample

_ROWS = 512
"""Rows that are made at a time: what is read for them is cut out of the source, however large that is."""
_MARGIN = 4
"""Pixels around a point that a cubic and its bounds read."""
_MUCH_SMALLER = 0.75
"""Scale from which a source is reduced by area before it is read."""


def cut_box(pixels: Pixels, frame: PictureFrame, box: FrameBox, size: tuple[int, int] | None = None) -> Pixels:
    """The box of a frame, HxWxC of the same type. size: width and height of the result where it is to be smaller.

    Turns, flips and boxes alone are the source's own pixels. Else cubic convolution, at full size held inside what lies around
    each point, so that edges do not ring; colours count by their opacity. pixels: as large as the frame's ``source``, or a
    reduced copy.
    """
    height, width = pixels.shape[:2]
    if frame.shape.exact and size is None and (width, height) == frame.source:
        return _exact(pixels, frame, box)
    across, down = size or (box.width, box.height)
    to_result = np.diag([across / box.width, down / box.height, 1.0]) @ np.array(
        [[1.0, 0, -box.x], [0, 1, -box.y], [0, 0, 1]]
    )
    matrix = to_result @ frame.matrix @ np.diag([frame.source[0] / width, frame.source[1] / height, 1.0])
    scale = _scale(matrix, (across, down))
    if scale < _MUCH_SMALLER:
        small = max(1, math.ceil(width * scale)), max(1, math.ceil(height * scale))
        pixels = reduce_to(pixels, small)
        matrix = matrix @ np.diag([width / small[0], height / small[1], 1.0])
    return _warped(pixels, matrix, (across, down), held=size is None)


def _exact(pixels: Pixels, frame: PictureFrame, box: FrameBox) -> Pixels:
    shape = frame.shape
    turned: Any = np.rot90(pixels, -shape.turns)
    if shape.flip_horizontal:
        turned = turned[:, ::-1]
    if shape.flip_vertical:
        turned = turned[::-1]
    return cast(Pixels, np.ascontiguousarray(turned[box.y : box.y + box.height, box.x : box.x + box.width]))


def _scale(matrix: Matrix, size: tuple[int, int]) -> float:
    """The least linear scale over the result, pixels of it by those of the source."""
    back = np.asarray(np.linalg.inv(matrix), np.float64)
    width, height = size
    places = np.array([(x, y) for x in (0, width / 2, width) for y in (0, height / 2, height)], float)
    here = through(back, places)
    steps = [np.linalg.norm(through(back, places + step) - here, axis=1) for step in ((1.0, 0.0), (0.0, 1.0))]
    return 1 / max(float(np.max(steps)), 1e-6)


def reduce_to(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """Means over areas; colours count by their opacity."""
    if pixels.shape[2] == 3:
        return cast(Pixels, downsample(pixels, size))
    return unpremultiply(downsample(premultiply(pixels), size), pixels.dtype)


def _warped(pixels: Pixels, matrix: Matrix, size: tuple[int, int], *, held: bool) -> Pixels:
    """pixels through a homography of corner coordinates, in bands. held: inside what lies around each point."""
    half = np.array([[1.0, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    centred = np.linalg.inv(half) @ matrix @ half  # pixel centres at integers, as OpenCV counts
    back = np.linalg.inv(centred)
    width, height = size
    made = np.empty((height, width, pixels.shape[2]), pixels.dtype)
    for top in range(0, height, _ROWS):
        rows = min(_ROWS, height - top)
        seen = through(back, [(-1, top - 1), (width, top - 1), (-1, top + rows), (width, top + rows)])
        x0, y0 = (int(max(0, math.floor(low) - _MARGIN)) for low in seen.min(axis=0))
        x1, y1 = (math.ceil(high) + _MARGIN + 1 for high in seen.max(axis=0))
        x0, y0 = min(x0, pixels.shape[1] - 1), min(y0, pixels.shape[0] - 1)
        x1, y1 = min(max(x1, x0 + 1), pixels.shape[1]), min(max(y1, y0 + 1), pixels.shape[0])
        shifted = (
            np.array([[1.0, 0, 0], [0, 1, -top], [0, 0, 1]]) @ centred @ np.array([[1.0, 0, x0], [0, 1, y0], [0, 0, 1]])
        )
        made[top : top + rows] = _band(np.ascontiguousarray(pixels[y0:y1, x0:x1]), shifted, (width, rows), held)
    return cast(Pixels, made)


def _band(part: Any, matrix: Matrix, size: tuple[int, int], held: bool) -> Any:
    if part.shape[2] == 4:
        return unpremultiply(_cubic(premultiply(part), matrix, size, held), part.dtype)
    return _cubic(part, matrix, size, held)


def _cubic(part: Any, matrix: Matrix, size: tuple[int, int], held: bool) -> Any:
    """Cubic convolution; held: no darker and no lighter than the pixels around each point."""
    import cv2

    def warp(image: Any, how: int) -> Any:
        return cv2.warpPerspective(image, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE)

    made = warp(part, cv2.INTER_CUBIC)
    if not held:
        return made
    square = np.ones((3, 3), np.uint8)
    np.minimum(made, warp(cv2.dilate(part, square), cv2.INTER_NEAREST), out=made)
    return np.maximum(made, warp(cv2.erode(part, square), cv2.INTER_NEAREST), out=made)
