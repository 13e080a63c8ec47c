"""How hair lies in the picture: the direction of its strands and how well they agree, drawn hair and the photo's own alike."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair.analysis import Hair
from catchlight.hair.synthesis.strands.strands import strand_blocks
from catchlight.imaging.arrays import Floats, Mask
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane

STRAIGHT_AGREEMENT = 0.85
"""How well directions agree, on average, in hair whose strands can be followed: not in curls and braids."""
CELLS_PER_CM = 6.0
"""Cells for a centimetre, on which directions are told."""
_FRONT_CM = 1.0
"""How deep under the outermost strand of a cell others still tell its direction."""
_FINE_CM, _BROAD_CM = 0.4, 1.0
"""Within the first a place has one direction; over the second it is told how well directions agree."""
NO_DEPTH = np.float32(-1e3)
"""View z where nothing stands."""
_LEAST = 0.25
"""Share of strands, by their median, from which a cell counts as hair."""


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


def orientation_of_strands(
    pixels: Floats, near: Floats, fringe: Mask, shape: tuple[int, int], cm: float
) -> OrientationField:
    """Of the outermost strands of a groom. pixels: NxSx2; near: NxS, view z in cm; fringe: N; shape: of the picture."""
    size = max(1.0, cm / CELLS_PER_CM)
    height, width = int(np.ceil(shape[0] / size)), int(np.ceil(shape[1] / size))

    def outermost(part: slice) -> FloatPlane:
        depth = np.full(height * width, NO_DEPTH, np.float32)
        cells, inside = _cells(pixels[part], size, (height, width))
        np.maximum.at(depth, cells[inside], near[part][:, 1:].ravel()[inside])
        return depth

    outer = np.maximum.reduce(each(outermost, strand_blocks(len(pixels))))

    def summed(part: slice) -> Floats:
        cells, inside = _cells(pixels[part], size, (height, width))
        seen = np.flatnonzero(inside & (near[part][:, 1:].ravel() > outer[cells] - _FRONT_CM))
        cells = cells[seen]
        across, down = (np.diff(pixels[part, :, axis], axis=1).ravel()[seen] for axis in (0, 1))
        squared = across * across + down * down + np.float32(1e-6)
        fringed = np.repeat(fringe[part], pixels.shape[1] - 1)[seen]
        weights = (
            np.sqrt(squared),
            (across**2 - down**2) / np.sqrt(squared),
            2 * across * down / np.sqrt(squared),
            fringed * np.sqrt(squared),
        )
        return np.array([np.bincount(cells, value, minlength=height * width) for value in weights], np.float32)

    sums = np.zeros((4, height * width), np.float32)
    for some in each(summed, strand_blocks(len(pixels))):
        sums += some
    length, across, down, hanging = (plane.reshape(height, width) for plane in sums)
    share = blur_plane(hanging, 1.0) / (blur_plane(length, 1.0) + np.float32(size))
    some = length[length > 0]
    least = _LEAST * float(np.median(some)) if some.size else 1.0
    lying = _agreeing(across, down, length > least, np.asarray(np.clip(2 * share, 0, 1), np.float32), size)
    return replace(lying, outer=outer.reshape(height, width))


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
    return _agreeing(planes[0], planes[1], planes[2] > 0.6, np.zeros((height, width), np.float32), size)


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


def _cells(pixels: Floats, size: float, shape: tuple[int, int]) -> tuple[npt.NDArray[np.intp], Mask]:
    """The cell of every step of some strands, and whether it lies in the picture."""
    middle = ((0.5 / size) * (pixels[:, 1:, axis] + pixels[:, :-1, axis]).ravel() for axis in (0, 1))
    column, row = (np.floor(place).astype(np.intp) for place in middle)
    inside = (column >= 0) & (row >= 0) & (column < shape[1]) & (row < shape[0])
    return np.where(inside, row * shape[1] + column, 0), inside


def _agreeing(across: FloatPlane, down: FloatPlane, hair: Mask, fringe: FloatPlane, size: float) -> OrientationField:
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
