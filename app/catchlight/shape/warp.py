"""A field applied: the person is pulled over the ground, which stays where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.core.threads import each
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.shape.field import FieldGrid
from catchlight.shape.layers import PersonLayers

_STILL = 0.02
"""Pixels of a way that are none."""
_BEGINS = 0.35
"""Pixels of a way from which the layers alone count; below, they pass into the untouched picture."""
_SOLID, _NOBODY = 0.996, 0.004
_ROWS, _SHRUNK = 128, 8


def moved_window(back: Singles, grid: FieldGrid, cm: float, shape: tuple[int, ...]) -> Window | None:
    """The part of a picture (of ``shape``) that a field in cm touches; None for none."""
    moves = np.hypot(back[..., 0], back[..., 1]) * cm > _STILL
    if not moves.any():
        return None
    rows, columns = np.flatnonzero(moves.any(axis=1)), np.flatnonzero(moves.any(axis=0))
    x0, y0 = grid.origin[0] + (columns[0] - 2) * grid.step, grid.origin[1] + (rows[0] - 2) * grid.step
    x1, y1 = grid.origin[0] + (columns[-1] + 2) * grid.step, grid.origin[1] + (rows[-1] + 2) * grid.step
    height, width = shape[:2]
    box = (max(0, int(x0)), max(0, int(y0)), min(width, int(x1) + 1), min(height, int(y1) + 1))
    return box if box[0] < box[2] and box[1] < box[3] else None


@dataclass(frozen=True, eq=False)
class PersonWarp:
    """back: the backward field over ``grid``, in cm. reach: over the grid, above 0 wherever its features may move anything. cm:
    pixels for one. cut_out: the picture has no ground; its alpha is pulled too."""

    back: Singles
    reach: FloatPlane
    grid: FieldGrid
    cm: float
    cut_out: bool

    def ways(self, box: Window) -> Singles:
        """The backward field, in pixels, at every pixel of a box."""
        return self._over(self.back, box, 1) * np.float32(self.cm)

    def reach_in(self, box: Window, shrink: int) -> FloatPlane:
        """``reach`` over a box, ``shrink`` times smaller."""
        return self._over(self.reach, box, shrink)

    def _over(self, plane: Singles, box: Window, shrink: int) -> Singles:
        import cv2

        (x0, y0, x1, y1), (left, top), step = box, self.grid.origin, self.grid.step
        matrix = np.array([[shrink / step, 0, (x0 - left) / step], [0, shrink / step, (y0 - top) / step]])
        size = (-(-(x1 - x0) // shrink), -(-(y1 - y0) // shrink))
        flags = (cv2.INTER_CUBIC if shrink == 1 else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(plane, matrix, size, flags=flags, borderMode=cv2.BORDER_CONSTANT), np.float32)


def warp_person(pixels: Pixels, layers: PersonLayers, warp: PersonWarp) -> Pixels:
    """A copy of the picture (HxWx3 or x4) with its person pulled; identical wherever nobody moves.

    layers: of a window that holds all that moves.
    """
    result = pixels.copy()
    moved = moved_window(warp.back, warp.grid, warp.cm, pixels.shape)
    if moved is None:
        return result
    left, top, right, bottom = layers.window
    touched = x0, y0, x1, y1 = max(moved[0], left), max(moved[1], top), min(moved[2], right), min(moved[3], bottom)
    own = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    fresh, alpha, share = _pull(pixels, layers, warp, touched)
    if not warp.cut_out:  # where nobody was and nobody comes, nothing happened
        share[(alpha <= _NOBODY) & ~layers.ground.person[own]] = 0
    part = result[y0:y1, x0:x1]
    solid = (alpha > _SOLID) & (share >= 1)
    np.copyto(part[..., : fresh.shape[2]], fresh, where=solid[..., None])
    rows, columns = np.nonzero((share > 0) & ~solid)
    colours = fresh[rows, columns].astype(np.float32)
    if not warp.cut_out:
        ground = layers.ground.behind(warp.reach_in(layers.window, _SHRUNK))
        behind = ground[rows + (y0 - top), columns + (x0 - left)]
        colours = behind + alpha[rows, columns, None] * (colours - behind)
    before = part[rows, columns, : fresh.shape[2]].astype(np.float32)
    mixed = np.rint(before + share[rows, columns, None] * (colours - before))
    part[rows, columns, : fresh.shape[2]] = np.clip(mixed, 0, np.iinfo(pixels.dtype).max).astype(pixels.dtype)
    return result


def _pull(pixels: Pixels, layers: PersonLayers, warp: PersonWarp, box: Window) -> tuple[Any, FloatPlane, FloatPlane]:
    """Of a box: the pulled colours, their alpha, and 0..1 how much of what was there they replace."""
    x0, y0, x1, y1 = box
    left, top, right, bottom = layers.window
    size = (y1 - y0, x1 - x0)
    fresh: Any = np.empty((*size, 4 if warp.cut_out else 3), pixels.dtype)
    alpha, share = np.ones(size, np.float32), np.empty(size, np.float32)
    own: Any = np.ascontiguousarray(pixels[top:bottom, left:right, 3]) if warp.cut_out else layers.alpha

    def pull_rows(first: int) -> None:
        rows = slice(first, min(size[0], first + _ROWS))
        ways = warp.ways((x0, y0 + rows.start, x1, y0 + rows.stop))
        to_x = np.arange(x0 - left, x1 - left, dtype=np.float32)[None] - ways[..., 0]
        to_y = np.arange(y0 - top + rows.start, y0 - top + rows.stop, dtype=np.float32)[:, None] - ways[..., 1]
        fresh[rows, :, :3] = _pulled(layers.person, to_x, to_y)
        if warp.cut_out:
            fresh[rows, :, 3] = _pulled(own, to_x, to_y)
        else:
            alpha[rows] = np.clip(_pulled(own, to_x, to_y), 0, 1)
        share[rows] = np.clip((np.hypot(ways[..., 0], ways[..., 1]) - _STILL) / (_BEGINS - _STILL), 0, 1)

    each(pull_rows, range(0, size[0], _ROWS))
    return fresh, alpha, share


def _pulled(plane: Any, to_x: Singles, to_y: Singles) -> Any:
    import cv2

    return cv2.remap(plane, to_x, to_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
