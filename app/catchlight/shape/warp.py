"""A field applied: the person is pulled over the ground, which stays where it is."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.core.threads import each
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import Pixels
from catchlight.matting.modnet import Window
from catchlight.shape.field import Grid
from catchlight.shape.layers import Layers

_STILL = 0.02
"""Pixels of a way that are none."""
_BEGINS = 0.35
"""Pixels of a way from which the layers alone count; below, they pass into the untouched picture."""
_SOLID, _NOBODY = 0.996, 0.004
_ROWS = 128


def moved_window(back: Singles, grid: Grid, cm: float, shape: tuple[int, ...]) -> Window | None:
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


def warp_person(pixels: Pixels, layers: Layers, back: Singles, grid: Grid, cm: float, *, cut_out: bool) -> Pixels:
    """A copy of the picture (HxWx3 or x4) with the person pulled by a backward field in cm; identical wherever nobody moves.

    layers: of a window that holds all that moves. cut_out: the picture has no ground; its alpha is pulled too.
    """
    result: Any = pixels.copy()
    touched = moved_window(back, grid, cm, pixels.shape)
    if touched is None:
        return result  # type: ignore[no-any-return]
    x0, y0, x1, y1 = touched
    size = (y1 - y0, x1 - x0)
    left, top, right, bottom = layers.window
    own = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    old: Any = pixels[y0:y1, x0:x1]
    fresh: Any = np.empty((*size, 4 if cut_out else 3), pixels.dtype)
    alpha, share = np.empty(size, np.float32), np.empty(size, np.float32)
    whole: Any = np.ascontiguousarray(pixels[top:bottom, left:right, 3]) if cut_out else layers.alpha
    scaled = back * np.float32(cm)

    def pull_rows(first: int) -> None:
        rows = slice(first, min(size[0], first + _ROWS))
        ways = _ways(scaled, grid, (x0, y0 + rows.start, x1, y0 + rows.stop))
        to_x = np.arange(x0 - left, x1 - left, dtype=np.float32)[None] - ways[..., 0]
        to_y = np.arange(y0 - top + rows.start, y0 - top + rows.stop, dtype=np.float32)[:, None] - ways[..., 1]
        fresh[rows, :, :3] = _pulled(layers.person, to_x, to_y)
        if cut_out:
            fresh[rows, :, 3] = _pulled(whole, to_x, to_y)
            alpha[rows] = 1
        else:
            alpha[rows] = np.clip(_pulled(whole, to_x, to_y), 0, 1)
        share[rows] = np.clip((np.hypot(ways[..., 0], ways[..., 1]) - _STILL) / (_BEGINS - _STILL), 0, 1)

    each(pull_rows, range(0, size[0], _ROWS))
    if not cut_out:  # where nobody was and nobody comes, nothing happened
        share[(alpha <= _NOBODY) & (layers.alpha[own] <= _NOBODY) & ~layers.ground.person[own]] = 0
    solid = (alpha > _SOLID) & (share >= 1)
    mixed = (share > 0) & ~solid
    part = result[y0:y1, x0:x1]
    part[solid, : fresh.shape[2]] = fresh[solid]
    colours = fresh[mixed].astype(np.float32)
    if not cut_out:
        wanted = np.zeros(layers.alpha.shape, bool)
        wanted[own] = mixed & (alpha <= _SOLID)
        ground = layers.ground.behind(wanted)[own][mixed]
        colours = ground + alpha[mixed][:, None] * (colours - ground)
    before = old[mixed][:, : fresh.shape[2]].astype(np.float32)
    top_value = np.iinfo(pixels.dtype).max
    after = np.clip(np.rint(before + share[mixed][:, None] * (colours - before)), 0, top_value)
    part[mixed, : fresh.shape[2]] = after.astype(pixels.dtype)
    return result  # type: ignore[no-any-return]


def _ways(back: Singles, grid: Grid, box: Window) -> Singles:
    """The backward field, in pixels, at every pixel of a box."""
    import cv2

    x0, y0, x1, y1 = box
    matrix = np.array(
        [[1 / grid.step, 0, (x0 - grid.origin[0]) / grid.step], [0, 1 / grid.step, (y0 - grid.origin[1]) / grid.step]]
    )
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(back, matrix, (x1 - x0, y1 - y0), flags=flags, borderMode=cv2.BORDER_CONSTANT), np.float32
    )


def _pulled(plane: Any, to_x: Singles, to_y: Singles) -> Any:
    import cv2

    return cv2.remap(plane, to_x, to_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
