"""Anchors of a garment found in its own outline: collar, pit of the neck, shoulders, hem."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.clothing.reference.garment import Anchors, Point
from catchlight.imaging.arrays import Mask

SHOULDER_CM = 13.0
"""How far beside the neck's axis the height of a shoulder is read: beyond every collar, before the arm."""
_NECK_CM = (3.0, 9.5)
"""Half the width of a neck opening at its top, least and most."""
_AROUND_CM = 0.4
"""How far to both sides the height of a shoulder is averaged."""
_RISES_CM = 0.8
"""How much an outline may rise again outside the shoulders: a puffed sleeve."""


def neck_opening(cloth: Mask, axis: float) -> Mask:
    """What lies between cloth on the left and on the right of the ``axis`` (a column), HxW: the opening that neck and chest fill.

    Below its lowest row the front of the garment is closed, or an open front would count all the way down.
    """
    width = cloth.shape[1]
    columns = np.arange(width)
    middle = int(np.clip(round(axis), 0, width - 1))
    left = cloth & (columns < middle)
    right = cloth & (columns > middle)
    # The innermost cloth of each side, row by row.
    inner_left = np.where(left.any(axis=1), width - 1 - np.argmax(left[:, ::-1], axis=1), -1)
    inner_right = np.where(right.any(axis=1), np.argmax(right, axis=1), width)
    both = (inner_left >= 0) & (inner_right < width)
    between = (columns > inner_left[:, None]) & (columns < inner_right[:, None]) & both[:, None] & ~cloth
    return np.asarray(between & (np.cumsum(cloth[:, middle]) == 0)[:, None])


def find_pit(opening: Mask, cloth: Mask, axis: float) -> float:
    """The lowest row of the opening on the axis: the first row of cloth there; the last row where there is none."""
    column = cloth[:, int(np.clip(round(axis), 0, cloth.shape[1] - 1))]
    if column.any():
        return float(np.argmax(column))
    rows = np.flatnonzero(opening.any(axis=1))
    return float(rows[-1]) if len(rows) else float(cloth.shape[0] - 1)


def find_collar(cloth: Mask, axis: float, cm: float, top: float, pit: float) -> tuple[Point, Point] | None:
    """Where cloth meets the sides of a neck: in the topmost rows in which it stands on both sides. None where it does on none.

    top: row above which no cloth is looked for, such as the chin's.
    """
    low, high = (value * cm for value in _NECK_CM)
    height, width = cloth.shape
    found: list[Point] = []
    for side in (-1, 1):
        first, last = axis + side * low, axis + side * high
        start, stop = int(np.clip(min(first, last), 0, width - 1)), int(np.clip(max(first, last) + 1, 1, width))
        band = cloth[int(max(0, top)) : int(min(height, pit + cm)), start:stop]
        rows = np.flatnonzero(band.sum(axis=1) >= max(2, 0.25 * cm))
        if not len(rows):
            return None
        # A little below the peak: the peak itself leans away from the neck.
        row = int(min(rows[0] + 0.5 * cm, rows[-1]))
        columns = np.flatnonzero(band[row])
        if not len(columns):
            return None
        inner = start + int(columns[-1] if side < 0 else columns[0])
        found.append((float(inner), float(row + int(max(0, top)))))
    return found[0], found[1]


def find_shoulders(cloth: Mask, axis: float, cm: float) -> tuple[Point, Point] | None:
    """The outline's height ``SHOULDER_CM`` to both sides of the axis; of one side for both where the picture ends before the
    other, None where neither shows."""
    width = cloth.shape[1]
    found: dict[int, Point] = {}
    for side in (-1, 1):
        x = axis + side * SHOULDER_CM * cm
        start, stop = (int(np.clip(value * 1.0, 0, width)) for value in (x - _AROUND_CM * cm, x + _AROUND_CM * cm + 1))
        rows = _tops(cloth[:, start:stop])
        if len(rows):
            found[side] = (x, float(np.median(rows)))
    if not found:
        return None
    left = found.get(-1, (axis - SHOULDER_CM * cm, found.get(1, (0.0, 0.0))[1]))
    right = found.get(1, (axis + SHOULDER_CM * cm, left[1]))
    return left, right


def _tops(cloth: Mask) -> npt.NDArray[np.intp]:
    """The first row of cloth of every column that has any."""
    return np.asarray(np.argmax(cloth, axis=0)[cloth.any(axis=0)], np.intp)


def find_sides(cloth: Mask, axis: float, cm: float) -> tuple[int, int]:
    """First and last column of one person's garment: where its outline, which falls from the neck outwards, rises again,
    something else begins that has its colours, such as a flag or a neighbour's sleeve."""
    width = cloth.shape[1]
    top = np.where(cloth.any(axis=0), np.argmax(cloth, axis=0), cloth.shape[0]).astype(np.float64)
    found = []
    for side in (-1, 1):
        start = int(np.clip(axis + side * SHOULDER_CM * cm, 0, width - 1))
        outwards = np.arange(start, -1 if side < 0 else width, side)
        lowest = np.maximum.accumulate(top[outwards])
        risen = np.flatnonzero(lowest - top[outwards] > _RISES_CM * cm)
        if not len(risen):
            found.append(0 if side < 0 else width - 1)
            continue
        valley = int(np.argmax(top[outwards[: int(risen[0])]]))
        found.append(int(outwards[max(0, valley - 1)]))
    return found[0], found[1]


def with_hem(anchors: Anchors, hem: float) -> Anchors:
    return Anchors(anchors.pit, anchors.collar, anchors.shoulders, hem)
