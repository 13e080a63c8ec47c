"""The part in which two pictures differ."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import Pixels


def box(before: Pixels, after: Pixels) -> tuple[int, int, int, int] | None:
    """x, y, width and height of the smallest box that holds every difference; None where there is none.

    Both HxWxC of the same shape and type. Rows are compared eight bytes at a time, columns only where rows differ.
    """
    if before is after:
        return None
    rows = np.flatnonzero((_words(before) != _words(after)).any(axis=1))
    if not len(rows):
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    first, second = before[top:bottom], after[top:bottom]
    words = np.flatnonzero((_words(first) != _words(second)).any(axis=0))
    word = _words(first).itemsize
    pixel = first.shape[2] * first.itemsize
    left, right = int(words[0]) * word // pixel, -(-(int(words[-1]) + 1) * word // pixel)
    # A word may hold the end of one pixel and the beginning of the next.
    reach = -(-word // pixel)
    left += _first_column(first[:, left : left + reach + 1], second[:, left : left + reach + 1])
    start = max(left, right - reach - 1)
    right -= _first_column(first[:, start:right][:, ::-1], second[:, start:right][:, ::-1])
    return left, top, right - left, bottom - top


def _words(pixels: Pixels) -> npt.NDArray[Any]:
    """HxN view of the rows in the largest unit that fits."""
    flat = np.ascontiguousarray(pixels).reshape(pixels.shape[0], -1)
    return flat.view(np.uint64) if flat.shape[1] * flat.itemsize % 8 == 0 else flat


def _first_column(before: Pixels, after: Pixels) -> int:
    return int(np.flatnonzero((before != after).any(axis=(0, 2)))[0])
