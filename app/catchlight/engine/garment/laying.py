"""Layers of a garment laid over the photo's own pixels, at their resolution, with the fabric's texture and the photo's grain."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.engine.garment import fabric as cloth
from catchlight.engine.garment.fabric import Fabric
from catchlight.engine.garment.wearing import Layers
from catchlight.engine.groom import fill
from catchlight.engine.picture import FloatPlane, Pixels

_ROWS = 256


def laid(pixels: Pixels, layers: Layers, fabric: Fabric, px_per_cm: float, seed: int = 3) -> Pixels:
    """A copy of ``pixels`` (HxWx3 of the size that ``px_per_cm`` belongs to) in the new clothes; same type."""
    result = pixels.copy()
    height, width = pixels.shape[:2]
    top = np.float32(np.iinfo(pixels.dtype).max)
    tile = cloth.tile(fabric, px_per_cm, seed) ** np.float32(1 / 2.2)
    random = np.random.default_rng(seed)
    noise = fill.noise(random, (512, 512)) * np.float32(layers.grain)
    stack = np.dstack([layers.changed, layers.cloth, layers.mixed, layers.cover, layers.hairy])
    touched = np.nonzero((np.abs(stack[..., :3]).max(axis=2) > 0.002) | (layers.cover > 0) | (layers.hairy > 0))
    if not len(touched[0]):
        return result
    first = int(np.floor(touched[0].min() * height / layers.cover.shape[0]))
    for start in range(max(0, first - 2), height, _ROWS):
        rows = slice(start, min(height, start + _ROWS))
        part = _rows(stack, rows, (height, width))
        size = (width, rows.stop - rows.start)
        seen = pixels[rows].astype(np.float32) / top
        weave = cloth.laid(tile, 0, start, *size)[..., None]
        woven = part[..., 3:6] * weave + cloth.laid(noise, 0, start, *size)[..., None]
        base = seen + part[..., :3]
        cover, hairy = part[..., 9:10], part[..., 10:11]
        base += (woven - base) * cover
        base += (seen + part[..., 6:9] - base) * hairy
        finished: Any = np.round(np.clip(base, 0, 1) * top)
        result[rows] = finished.astype(pixels.dtype)
    return result


def _rows(planes: Any, rows: slice, shape: tuple[int, int]) -> Any:
    """Rows of layers at full size; linear between their pixels."""
    import cv2

    height, width = planes.shape[:2]
    size = (shape[1], rows.stop - rows.start)
    if (height, width) == shape:
        return planes[rows]
    sy, sx = height / shape[0], width / shape[1]
    matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, (rows.start + 0.5) * sy - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    parts = [
        cv2.warpAffine(
            np.ascontiguousarray(planes[..., at : at + 4]), matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        for at in range(0, planes.shape[2], 4)
    ]
    return np.dstack(parts)


def carried(plane: FloatPlane, size: tuple[int, int]) -> FloatPlane:
    """A plane at another size (width, height)."""
    import cv2

    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR), np.float32)
