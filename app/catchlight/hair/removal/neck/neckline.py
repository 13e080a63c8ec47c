"""A neckline carried on to where hair hid it: as it runs where it is last seen, or a scrap of cloth would stand above it."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane

_TOLD_CM, _LEAST_CM, _STRAIGHT_CM = 1.5, 0.7, 0.12
"""How much of it tells how it runs, how much of that must be seen, and how far from a line it may lie, as a deviation."""
_THICK_CM, _SOLID = 1.0, 0.9
"""How far below it cloth must be seen, and what share of that: a strap or a hand is none."""
_BESIDE_CM, _ONWARD_CM = 0.4, 2.5
"""How near to hair that hides it it must be seen to end, and how far it is carried on."""
_STEEPEST = 2.0
"""Slope that is believed."""


def extend_necklines(cloth: FloatPlane, seen: Mask, hidden: Mask, middle: float, cm: float) -> tuple[FloatPlane, Mask]:
    """How far each place is clothed by necklines that go on straight, HxW in 0..1, and where that is told.

    cloth: HxW, the same where it is ``seen``. hidden: HxW, where hair lies. middle: column of the neck's axis.
    """
    worn = cloth > 0.5
    thick = np.cumsum(worn & seen, axis=0, dtype=np.int32)
    below = np.minimum(np.arange(len(worn)) + round(_THICK_CM * cm), len(worn) - 1)
    solid = thick[below] - thick >= _SOLID * (below - np.arange(len(worn)))[:, None]
    begins = worn[1:] & ~worn[:-1] & seen[1:] & seen[:-1] & solid[1:]
    told, value = np.zeros(cloth.shape, bool), np.zeros(cloth.shape, np.float32)
    columns, rows = np.arange(cloth.shape[1]), np.arange(cloth.shape[0], dtype=np.float32)[:, None]
    for side in (-1, 1):
        away = side * (columns - middle)
        which = np.flatnonzero(begins.any(axis=0) & (away > 0))
        if not len(which):
            continue
        ends = float(away[which].max())
        which = which[away[which] > ends - _TOLD_CM * cm]
        heights = begins[:, which].argmax(axis=0).astype(np.float32)
        last = which[np.argmax(away[which])]
        row, reach = int(heights[np.argmax(away[which])]), int(_BESIDE_CM * cm)
        beside = hidden[max(0, row - reach) : row + reach, max(0, last - reach) : last + reach]
        if len(which) < _LEAST_CM * cm or not beside.any():
            continue
        slope, start = np.polyfit(away[which], heights, 1)
        if np.std(heights - (slope * away[which] + start)) > _STRAIGHT_CM * cm:
            continue
        slope = float(np.clip(slope, -_STEEPEST, _STEEPEST))
        line = heights[np.argmax(away[which])] + slope * (away - ends)
        further = (away > ends) & (away < ends + _ONWARD_CM * cm)
        told |= hidden & further
        value = np.where(further, np.clip(rows - line + 0.5, 0, 1), value).astype(np.float32)
    return value, told
