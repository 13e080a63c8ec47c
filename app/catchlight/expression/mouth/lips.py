"""Lips that meet: paired points of the inner contours brought onto one line, the skin round them following."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis import topology
from catchlight.expression.basis.topology import LIP_IN_LOWER, LIP_IN_UPPER, LIP_OUT_LOWER, LIP_OUT_UPPER
from catchlight.imaging.arrays import Doubles

_FOLLOW = 0.60
"""How much of the inner contour's way the outer border goes: lips that close get thicker."""
_THINNEST_UPPER, _THINNEST_LOWER = 0.50, 0.74
"""Least height of relaxed lips in their middle, cm."""
_CHEEKS = (50, 280, 205, 425, 199, 175)
_INNER = range(1, len(LIP_IN_UPPER) - 1)
_AROUND = (*topology.UPPER_FACE, *topology.NOSE, *topology.CHEEK_TOPS, *topology.OVAL, *_CHEEKS)


def move_lips_alike(reading: FaceReading, moved: Doubles) -> Doubles:
    """For lips that are closed already: both move alike, so that the picture's own lip line stays."""
    upper, lower = moved[list(LIP_IN_UPPER)], moved[list(LIP_IN_LOWER)]
    mean = (upper + lower) / 2
    targets: dict[int, Doubles] = {}
    for i in _INNER:
        targets[LIP_IN_UPPER[i]] = mean[i] - upper[i]
        targets[LIP_IN_LOWER[i]] = mean[i] - lower[i]
    still = (*_AROUND, *LIP_OUT_UPPER, *LIP_OUT_LOWER)
    return reading.mesh.spread(list(targets), np.array(list(targets.values())), still)


def seal_lips(reading: FaceReading, moved: Doubles, share: float) -> Doubles:
    """For open lips: both contours onto a smooth line between them, by a share of the way; thin lips regain a relaxed height."""
    points = reading.points + moved
    upper, lower = points[list(LIP_IN_UPPER)], points[list(LIP_IN_LOWER)]
    line, place = _lip_line((upper + lower) / 2)
    up, down = (line - upper) * share, (line - lower) * share
    targets: dict[int, Doubles] = {}
    for i in _INNER:
        targets[LIP_IN_UPPER[i]], targets[LIP_IN_LOWER[i]] = up[i], down[i]
        rest = 1 - abs(place[i]) ** 2.2
        for outer, sign, by, least in (
            (LIP_OUT_UPPER[i], 1.0, up[i], _THINNEST_UPPER),
            (LIP_OUT_LOWER[i], -1.0, down[i], _THINNEST_LOWER),
        ):
            followed = by * _FOLLOW
            height = float((points[outer] + followed - line[i])[:2] @ -reading.ey) * sign / reading.cm
            lacking = float(np.clip(least * rest - height, 0, 0.3))
            targets[outer] = followed + np.append(-reading.ey, 0) * (sign * 0.8 * share * reading.cm * lacking)
    for corner in (61, 78, 291, 308):
        targets[corner] = np.zeros(3)
    return reading.mesh.spread(list(targets), np.array(list(targets.values())), _AROUND)


def uncross_lips(reading: FaceReading, moved: Doubles) -> Doubles:
    """Displacements in which no point of the lower lip lies above its partner."""
    kept = moved.copy()
    down = np.append(reading.ey, 0)
    for i in _INNER:
        upper, lower = LIP_IN_UPPER[i], LIP_IN_LOWER[i]
        gap = float(((reading.points[lower] + kept[lower]) - (reading.points[upper] + kept[upper])) @ down)
        if gap < 0:
            kept[lower] -= down * gap
    return kept


def _lip_line(middle: Doubles) -> tuple[Doubles, Doubles]:
    """The points between paired contours laid near a cubic between the corners, and their place along it, -1..1."""
    axis = (middle[-1] - middle[0])[:2]
    length = float(np.linalg.norm(axis))
    axis = axis / max(length, 1e-6)
    across = np.array([-axis[1], axis[0]])
    place = (middle[:, :2] - middle[0, :2]) @ axis / max(length, 1e-6) * 2 - 1
    height = (middle[:, :2] - middle[0, :2]) @ across
    bow = 1 - place**2
    terms = np.column_stack([bow, bow * place, bow * place**2])
    smooth = terms @ np.linalg.lstsq(terms, height, rcond=None)[0]
    line = middle.copy()
    line[:, :2] += ((smooth - height) * 0.85)[:, None] * across
    return line, place
