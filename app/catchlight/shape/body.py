"""Neck and shoulders: fields along the picture's axes, which fall off before the picture's lower border."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.imaging.arrays import Doubles, Mask, Singles
from catchlight.portrait import skull
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.shape.field import FieldGrid
from catchlight.shape.movements import smooth_step

_LONGER_CM, _SLIMMER_CM = 1.0, 0.35
_NECK_CM = 5.5
"""Half the breadth of a neck with its muscles, and how far below the chin it ends, in cm of the canonical face."""
_FALL_CM = 22.0
"""How far below the shoulders what moves with them comes to rest, where the picture reaches so far."""
_LEAST_ROOM_CM = 4.0
_ASIDE_CM = (8.0, 15.0)
"""Where beside the neck's axis the height of a shoulder is measured."""
_COLUMNS = 0.6
"""Share of those columns in which cloth must be seen."""
_LEVEL_CM, _MOST_CM = 0.4, 3.0
"""Difference in height below which shoulders count as level, and the most that is put right."""


@dataclass(frozen=True)
class ShoulderSlope:
    """difference: cm by which the shoulder at the right of the picture lies lower than the one at the left."""

    difference: float

    @property
    def level(self) -> bool:
        return abs(self.difference) < _LEVEL_CM


def neck_field(portrait: Portrait, grid: FieldGrid) -> Singles:
    """rows x columns x 2, cm: longer and slimmer at the end of the slider. All zero where no room is left below the chin."""
    x, below = _axes(portrait, grid)
    room = _room(portrait)
    field = np.zeros((*grid.shape, 2), np.float32)
    if not has_room(portrait):
        return field
    share = np.abs(x) / _NECK_CM
    side = np.sign(x) * np.where(share < 1, share**2, smooth_step(np.abs(x), _NECK_CM + 5.0, _NECK_CM))
    rows = smooth_step(below, -2.0, 1.5) * smooth_step(below, _NECK_CM + 1.5, 2.5)
    field[..., 0] = -_SLIMMER_CM * side * rows
    field[..., 1] = _LONGER_CM * smooth_step(below, 0.3, _NECK_CM) * _rest(below, _NECK_CM + 1.0, room)
    return field


def has_room(portrait: Portrait) -> bool:
    """Whether the picture goes on far enough below the chin for the neck to change."""
    return _room(portrait) >= _NECK_CM + _LEAST_ROOM_CM


def shoulder_field(portrait: Portrait, grid: FieldGrid, slope: ShoulderSlope) -> Singles:
    """rows x columns x 2, cm: both shoulders at the same height at the end of the slider."""
    x, below = _axes(portrait, grid)
    side = np.sign(x) * smooth_step(np.abs(x), 2.5, 10.0)
    half = np.clip(slope.difference, -_MOST_CM, _MOST_CM) / 2
    field = np.zeros((*grid.shape, 2), np.float32)
    field[..., 1] = -half * side * smooth_step(below, -1.0, 3.5) * _rest(below, 7.0, _room(portrait))
    return field


def measure_slope(portrait: Portrait) -> ShoulderSlope | None:
    """How far the shoulders slope; None where they are not both seen: hidden by hair, or cut by the picture's border."""
    cm = portrait.pose.px_per_cm
    chin = skull.chin(portrait.landmarks)
    worn = (portrait.alpha > 0.5) & (portrait.parsing.plane([head_parsing.CLOTH]) > 0.5)
    worn[: max(0, int(chin[1]))] = False
    tops = [_top(portrait, worn, float(chin[0]), side) for side in (-1, 1)]
    if tops[0] is None or tops[1] is None:
        return None
    return ShoulderSlope(float(np.median(tops[1] - tops[0])) / cm)


def _top(portrait: Portrait, worn: Mask, middle: float, side: int) -> Doubles | None:
    """Row of the outline at places aside; None where it is hidden or beyond the picture."""
    cm = portrait.pose.px_per_cm
    columns = np.round(middle + side * np.linspace(*_ASIDE_CM, 25) * cm).astype(int)
    inside = (columns >= 0) & (columns < worn.shape[1])
    if inside.mean() < 1:
        return None
    strip = worn[:, columns]
    seen = strip.any(axis=0)
    rows = strip.argmax(axis=0).astype(float)
    above = np.clip(rows - 0.4 * cm, 0, worn.shape[0] - 1).astype(int)
    free = portrait.alpha[above, columns] < 0.5
    if (seen & free).mean() < _COLUMNS:
        return None
    return np.asarray(np.interp(np.arange(len(rows)), np.flatnonzero(seen & free), rows[seen & free]))


def _axes(portrait: Portrait, grid: FieldGrid) -> tuple[Doubles, Doubles]:
    """cm beside the neck's axis (to the right of the picture), and below the chin."""
    chin = skull.chin(portrait.landmarks)
    away = (grid.points - chin) / portrait.pose.px_per_cm
    return away[..., 0], away[..., 1]


def _room(portrait: Portrait) -> float:
    """cm of the picture below the chin."""
    return float((portrait.picture.height - 1 - skull.chin(portrait.landmarks)[1]) / portrait.pose.px_per_cm)


def _rest(below: Doubles, start: float, room: float) -> Doubles:
    """1 down to ``start``, 0 from the picture's lower border on."""
    return smooth_step(below, min(room, start + _FALL_CM), min(start, 0.5 * room))
