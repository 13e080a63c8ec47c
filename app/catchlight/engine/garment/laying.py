"""Layers of a garment laid over the photo's own pixels, at their resolution, with the fabric's texture and the photo's grain."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from catchlight.engine.garment import fabric as cloth
from catchlight.engine.garment.fabric import Fabric
from catchlight.engine.garment.wearing import Layers
from catchlight.engine.groom import fill
from catchlight.engine.picture import FloatPlane, Pixels

_ROWS = 128


def laid(
    pixels: Pixels, layers: Layers, first: int, shape: tuple[int, int], fabric: Fabric, px_per_cm: float, seed: int = 3
) -> Pixels:
    """A copy of ``pixels`` (HxWx3 of the size that ``px_per_cm`` belongs to) in the new clothes; same type.

    first: row of the working picture, of ``shape``, at which the layers begin.
    """
    result = pixels.copy()
    height, width = pixels.shape[:2]
    top = np.float32(np.iinfo(pixels.dtype).max)
    tile = cloth.tile(fabric, px_per_cm, seed) ** np.float32(1 / 2.2)
    noise = fill.noise(np.random.default_rng(seed), (512, 512)) * np.float32(layers.grain)
    stack = np.dstack([layers.changed, layers.cloth, layers.mixed, layers.cover, layers.hairy])
    fresh = np.dstack([layers.ground, layers.fresh])

    def work(start: int) -> None:
        rows = slice(start, min(height, start + _ROWS))
        part = _rows(stack, rows, (height, width), first, shape)
        size = (width, rows.stop - rows.start)
        seen = pixels[rows].astype(np.float32) / top
        base = seen + part[..., :3]
        grain = cloth.laid(noise, 0, start, *size)[..., None]
        if _touches(layers.fresh, rows, height, first, shape[0]):
            ground = _rows(fresh, rows, (height, width), first, shape)
            base += (ground[..., :3] + grain - base) * ground[..., 3:]
        woven = part[..., 3:6] * cloth.laid(tile, 0, start, *size)[..., None]
        woven += grain
        base += (woven - base) * part[..., 9:10]
        base += (seen + part[..., 6:9] - base) * part[..., 10:11]
        finished: Any = np.round(np.clip(base, 0, 1) * top)
        result[rows] = finished.astype(pixels.dtype)

    with ThreadPoolExecutor(min(2, os.cpu_count() or 1), "garment") as pool:
        list(pool.map(work, range(int(np.ceil((first + 1) * height / shape[0])), height, _ROWS)))
    return result


def matted(alpha: FloatPlane, before: FloatPlane, after: FloatPlane, first: int, shape: tuple[int, int]) -> FloatPlane:
    """``alpha`` of the whole photo with what the garment changed of it; as fine as it was where nothing changed."""
    result = alpha.copy()
    start = int(np.ceil((first + 1) * alpha.shape[0] / shape[0]))
    rows = slice(start, alpha.shape[0])
    part = _rows(np.dstack([before, after]), rows, (alpha.shape[0], alpha.shape[1]), first, shape)
    changed = np.clip(np.abs(part[..., 1] - part[..., 0]) * 8, 0, 1)
    result[rows] += (part[..., 1] - result[rows]) * changed
    return result


def _touches(plane: FloatPlane, rows: slice, height: int, first: int, whole: int) -> bool:
    """Whether anything of a plane lies in rows of the photo."""
    scale = whole / height
    low = max(0, int(rows.start * scale) - first - 2)
    return bool((plane[low : max(0, int(rows.stop * scale) - first + 3)] > 0.004).any())


def _rows(planes: Any, rows: slice, size: tuple[int, int], first: int, shape: tuple[int, int]) -> Any:
    """Rows of layers at full size (height, width); linear between their pixels."""
    import cv2

    if size == shape:
        return planes[rows.start - first : rows.stop - first]
    sy, sx = shape[0] / size[0], shape[1] / size[1]
    matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, (rows.start + 0.5) * sy - 0.5 - first]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    low = max(0, int(matrix[1, 2]) - 2)
    high = int(matrix[1, 2] + (rows.stop - rows.start) * sy) + 4
    matrix[1, 2] -= low
    parts = [
        cv2.warpAffine(
            np.ascontiguousarray(planes[low:high, :, at : at + 4]),
            matrix,
            (size[1], rows.stop - rows.start),
            flags=flags,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for at in range(0, planes.shape[2], 4)
    ]
    return np.dstack(parts)
