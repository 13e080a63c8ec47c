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
_SOLID = 0.996
_ROWS = 128
_ROOM = 4


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
    """A copy of the picture with the person pulled by a backward field in cm; identical wherever nobody moves.

    layers: of a window that holds all that moves. cut_out: the picture has no ground; its alpha is pulled too.
    """
    result: Any = pixels.copy()
    touched = moved_window(back, grid, cm, pixels.shape)
    if touched is None:
        return result  # type: ignore[no-any-return]
    x0, y0, x1, y1 = touched

    def work(top: int) -> None:
        _pull_rows(pixels, result, layers, back * np.float32(cm), grid, (x0, top, x1, min(y1, top + _ROWS)), cut_out)

    each(work, range(y0, y1, _ROWS))
    return result  # type: ignore[no-any-return]


def _pull_rows(
    pixels: Any, result: Any, layers: Layers, back: Singles, grid: Grid, box: Window, cut_out: bool
) -> None:
    import cv2

    x0, y0, x1, y1 = box
    size = (x1 - x0, y1 - y0)
    matrix = np.array(
        [[1 / grid.step, 0, (x0 - grid.origin[0]) / grid.step], [0, 1 / grid.step, (y0 - grid.origin[1]) / grid.step]]
    )
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    ways = cv2.warpAffine(back, matrix, size, flags=flags, borderMode=cv2.BORDER_CONSTANT)
    left, top, right, bottom = layers.window
    far = int(np.ceil(float(np.abs(ways[..., 1]).max()))) + _ROOM
    low, high = max(top, y0 - far), min(bottom, y1 + far)
    to_x = np.arange(x0 - left, x1 - left, dtype=np.float32)[None] - ways[..., 0]
    to_y = np.arange(y0 - low, y1 - low, dtype=np.float32)[:, None] - ways[..., 1]
    source = slice(low - top, high - top)

    def pull(plane: Any) -> Any:
        return cv2.remap(
            np.ascontiguousarray(plane), to_x, to_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )

    old = pixels[y0:y1, x0:x1]
    share = np.clip((np.hypot(ways[..., 0], ways[..., 1]) - _STILL) / (_BEGINS - _STILL), 0, 1)[..., None]
    fore = pull(layers.person[source])
    if cut_out:
        whole = pull(pixels[low:high, left:right, 3:])
        fresh = np.dstack([fore, whole.reshape(fore.shape[:2])]).astype(np.float32)
        mixed = np.where(share > 0, np.rint(old + share * (fresh - old)), old)
        result[y0:y1, x0:x1] = mixed.astype(pixels.dtype)
        return
    alpha = np.clip(pull(layers.alpha[source]), 0, 1)
    alpha = np.where(alpha > _SOLID, np.float32(1), alpha)[..., None]
    ground = layers.ground[y0 - top : y1 - top, x0 - left : x1 - left]
    fresh = ground + alpha * (fore.astype(np.float32) - ground)
    was = layers.alpha[y0 - top : y1 - top, x0 - left : x1 - left, None]
    # Where nobody was and nobody comes, nothing happened.
    share = np.where((alpha <= 0.004) & (was <= 0.004), 0, share)
    mixed = old[..., :3] + share * (fresh - old[..., :3])
    result[y0:y1, x0:x1, :3] = np.where(share > 0, np.rint(mixed), old[..., :3]).astype(pixels.dtype)
