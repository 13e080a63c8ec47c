"""Orientation field of drawn strands: of those that lie outermost at each place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.core.threads import each
from catchlight.hair.orientation_field import CELLS_PER_CM, NO_DEPTH, OrientationField, smooth_directions
from catchlight.hair.synthesis.strands.strands import strand_blocks
from catchlight.imaging.arrays import Floats, Indices, Mask
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane

_FRONT_CM = 1.0
"""How deep under the outermost strand of a cell others still tell its direction."""
_LEAST = 0.25
"""Share of strands, by their median, from which a cell counts as hair."""


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
    lying = smooth_directions(across, down, length > least, np.asarray(np.clip(2 * share, 0, 1), np.float32), size)
    return replace(lying, outer=outer.reshape(height, width))


def _cells(pixels: Floats, size: float, shape: tuple[int, int]) -> tuple[Indices, Mask]:
    """The cell of every step of some strands, and whether it lies in the picture."""
    middle = ((0.5 / size) * (pixels[:, 1:, axis] + pixels[:, :-1, axis]).ravel() for axis in (0, 1))
    column, row = (np.floor(place).astype(np.intp) for place in middle)
    inside = (column >= 0) & (row >= 0) & (column < shape[1]) & (row < shape[0])
    return np.where(inside, row * shape[1] + column, 0), inside
