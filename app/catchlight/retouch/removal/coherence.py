"""How strange a filled gap looks: whether it shows patches that lie nowhere in the picture around it (broken lines, lobes)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from catchlight.imaging.picture import Pixels
from catchlight.retouch.area import Area

_SIDE = 72.0
"""Side of the gap at which patches are compared, in pixels."""
_PATCH = 11
_AROUND = 48
"""How far around the gap its like is sought, in pixels of that size."""
_CELL = 5
"""Of each square of so many pixels the patch with the most edges is looked at."""
_LOOKED, _THREADS = 64, 2
_SHARE = 97
"""Percentile of the patches that are looked at: a broken line is only a few of them."""


def strangeness(pixels: Pixels, hole: Area) -> float:
    """Root mean square of the 8-bit-scaled CIELAB difference between a gap's strangest patches and their likeliest places around.

    pixels: the picture after the fill; hole: what was filled, its soft rim included. This is the coherence term of
    bidirectional similarity (Simakov et al. 2008), over the patches that show an edge. Of fills in 31 portraits those that
    an eye took for the ground were at 10 and below, those with broken lines or lobes at 12 and above. 0 where nothing is left
    to compare with.
    """
    import cv2

    lab, gone = _reduced(pixels, hole)
    half = _PATCH // 2
    square = np.ones((_PATCH, _PATCH), np.uint8)
    inner = np.s_[half : gone.shape[0] - half, half : gone.shape[1] - half]
    free = cv2.dilate(gone, square)[inner] == 0
    if min(lab.shape[:2]) < 2 * _PATCH or not free.any():
        return 0.0
    places = _places(lab, cv2.dilate(gone, np.ones((5, 5), np.uint8))[inner] > 0)

    def away(part: list[tuple[int, int]]) -> list[float]:
        patches = (lab[row : row + _PATCH, column : column + _PATCH] for row, column in part)
        least = (float(cv2.matchTemplate(lab, patch, cv2.TM_SQDIFF)[free].min()) for patch in patches)
        return [max(0.0, value) / _PATCH**2 for value in least]

    with ThreadPoolExecutor(_THREADS, "coherence") as pool:
        found = [value for part in pool.map(away, (places[k::_THREADS] for k in range(_THREADS))) for value in part]
    return float(np.percentile(np.sqrt(found), _SHARE)) if found else 0.0


def _reduced(pixels: Pixels, hole: Area) -> tuple[Any, Any]:
    """The picture around a hole, float32 CIELAB, and the hole in it, uint8 0 or 1, at the size of comparison."""
    import cv2

    scale = min(1.0, _SIDE / max(float((hole.mask > 0.3).sum()) ** 0.5, 1.0))
    reach = round(_AROUND / scale)
    x0, y0 = max(0, hole.box[0] - reach), max(0, hole.box[1] - reach)
    x1, y1 = min(pixels.shape[1], hole.box[2] + reach), min(pixels.shape[0], hole.box[3] + reach)
    size = (max(4, round((x1 - x0) * scale)), max(4, round((y1 - y0) * scale)))
    part: Any = np.ascontiguousarray(pixels[y0:y1, x0:x1, :3])
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    mask[hole.box[1] - y0 : hole.box[3] - y0, hole.box[0] - x0 : hole.box[2] - x0] = hole.mask
    gone = cv2.resize(mask, size, interpolation=cv2.INTER_AREA) > 0.02
    return cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), gone.astype(np.uint8)


def _places(lab: Any, sought: Any) -> list[tuple[int, int]]:
    """Upper left corners of the patches with the most edges about the places that are sought, spread over them."""
    import cv2

    half = _PATCH // 2
    soft = cv2.GaussianBlur(lab, (0, 0), 0.7)
    slopes = [cv2.Sobel(soft, cv2.CV_32F, dx, dy) / 8 for dx, dy in ((1, 0), (0, 1))]
    steep = sum((slope**2).sum(axis=2) for slope in slopes)
    steep = np.where(sought, steep[half : half + sought.shape[0], half : half + sought.shape[1]], -1.0)
    rows, columns = (-size % _CELL for size in steep.shape)
    padded = np.pad(steep, ((0, rows), (0, columns)), constant_values=-1.0)
    wide = padded.shape[1] // _CELL
    cells = padded.reshape(-1, _CELL, wide, _CELL).swapaxes(1, 2).reshape(-1, _CELL * _CELL)
    best = cells.argmax(axis=1)
    value = cells.max(axis=1)
    order = [int(one) for one in np.argsort(-value)[:_LOOKED] if value[one] >= 0]
    return [
        (one // wide * _CELL + int(best[one]) // _CELL, one % wide * _CELL + int(best[one]) % _CELL) for one in order
    ]
