"""Orientation field of hair on cells of a few millimetres: the direction of its strands, and how well they agree.

Directions are averaged as doubled angles, so that opposite ones are the same (Kass and Witkin, "Analyzing oriented patterns",
Computer Vision, Graphics, and Image Processing 37(3), 1987, https://doi.org/10.1016/0734-189X(87)90043-0).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.hair.analysis import Hair
from catchlight.imaging.arrays import Floats, Mask
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane

STRAIGHT_AGREEMENT = 0.85
"""How well directions agree, on average, in hair whose strands can be followed: not in curls and braids."""
CELLS_PER_CM = 6.0
"""Cells for a centimetre, on which directions are told."""
_FINE_CM, _BROAD_CM = 0.4, 1.0
"""Within the first a place has one direction; over the second it is told how well directions agree."""
NO_DEPTH = np.float32(-1e3)
"""View z where nothing stands."""


@dataclass(frozen=True)
class OrientationField:
    """across, down: hxw, the doubled angle's cosine and sine times how well the strands of the surroundings agree, 0..1.
    worn: hxw, where there is hair. fringe: hxw, 0..1, where a fringe hangs. size: pixels of a cell.
    outer: hxw, view z (cm) of the outermost strand, ``NO_DEPTH`` where there is none; None for the photo's own hair."""

    across: FloatPlane
    down: FloatPlane
    worn: Mask
    fringe: FloatPlane
    size: float
    outer: FloatPlane | None = None

    @property
    def agreement(self) -> FloatPlane:
        return np.asarray(np.hypot(self.across, self.down), np.float32)


def orientation_of_photo(own: Hair, window: tuple[int, int, int, int], cm: float) -> OrientationField:
    """Of the hair in the photo, over a window of it."""
    import cv2

    size = max(1.0, cm / CELLS_PER_CM)
    x0, y0, x1, y1 = window
    height, width = int(np.ceil((y1 - y0) / size)), int(np.ceil((x1 - x0) / size))
    known = own.lie
    rows, columns = np.mgrid[: known.mask.shape[0], : known.mask.shape[1]].astype(np.float32)
    x, y = known.streams.onward
    dx, dy = x - columns, y - rows
    squared = dx * dx + dy * dy + np.float32(1e-9)
    scale_x, scale_y = (own.box[2] - own.box[0]) / dx.shape[1], (own.box[3] - own.box[1]) / dx.shape[0]
    # From cells to pixels of the picture to those of the hair's reduced planes.
    matrix = np.array(
        [
            [size / scale_x, 0, (x0 - own.box[0] + 0.5 * size) / scale_x - 0.5],
            [0, size / scale_y, (y0 - own.box[1] + 0.5 * size) / scale_y - 0.5],
        ]
    )
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    planes = [
        np.asarray(cv2.warpAffine(np.asarray(plane, np.float32), matrix, (width, height), flags=how), np.float32)
        for plane in ((dx * dx - dy * dy) / squared, 2 * dx * dy / squared, known.mask)
    ]
    return smooth_directions(planes[0], planes[1], planes[2] > 0.6, np.zeros((height, width), np.float32), size)


def resample_to_cells(plane: FloatPlane, lie: OrientationField) -> FloatPlane:
    """A plane of the picture in the cells of ``lie``."""
    import cv2

    return np.asarray(cv2.resize(plane, lie.across.shape[::-1], interpolation=cv2.INTER_AREA), np.float32)


def cell_indices(pixels: Floats, lie: OrientationField) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of the cells that points (... x2 pixels) lie in, or nearest to."""
    height, width = lie.across.shape
    row, column = (
        np.clip(pixels[..., axis] * np.float32(1 / lie.size), 0, size - 1).astype(np.intp)
        for axis, size in ((1, height), (0, width))
    )
    return row, column


def smooth_directions(
    across: FloatPlane, down: FloatPlane, hair: Mask, fringe: FloatPlane, size: float
) -> OrientationField:
    """Directions made equally long within ``_FINE_CM``, then averaged: what is left of their length tells how they agree."""
    weight = hair.astype(np.float32)
    fine, broad = _FINE_CM * CELLS_PER_CM, _BROAD_CM * CELLS_PER_CM
    across, down = blur_plane(across * weight, fine), blur_plane(down * weight, fine)
    length = np.hypot(across, down) + np.float32(1e-6)
    total = blur_plane(weight, broad) + np.float32(1e-3)
    return OrientationField(
        np.asarray(blur_plane(across / length * weight, broad) / total, np.float32),
        np.asarray(blur_plane(down / length * weight, broad) / total, np.float32),
        hair,
        fringe,
        size,
    )
