"""Lids that close or open wider: the upper one goes nearly all the way, its crease half of that."""

from __future__ import annotations

from itertools import chain

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis import topology
from catchlight.expression.basis.topology import CREASES, EYES, UNDER
from catchlight.imaging.arrays import Doubles

_CLOSING, _OPENING = (0.86, 0.14), (0.8, 0.2)
"""Share of the way that the upper and the lower lid go."""
ANSWER, NARROWING = 0.55, 0.7
"""How much of the way that lids are opened wider, or narrowed, landmarks show afterwards: so much further they are taken."""
NARROWED = 0.5
"""Opening (as a factor) below which lids are closed rather than narrowed."""
_SHUT = 0.3
"""Share of their opening that landmarks still show of eyes that are shut."""
_CREASE_CLOSING, _CREASE_OPENING = 0.50, 0.75
_UNDER_CLOSING, _UNDER_OPENING = 0.7, 0.5


def opening_to_apply(factor: float) -> float:
    """The opening to which lids are taken so that landmarks show ``factor``; shut lids are shut."""
    if factor > 1:
        return 1 + (factor - 1) / ANSWER
    return max(0.0, factor - (1 / NARROWING - 1) * min(factor, 1 - factor))


def opening_in_landmarks(opening: float) -> float:
    """The opening of a plan at which landmarks come to lie where they are found on lids that were taken to ``opening``."""
    if opening > NARROWED:
        return 1 - (1 - opening) * landmark_response(opening)
    return max(opening, _SHUT) / (2 - 1 / NARROWING)


def landmark_response(opening: float) -> float:
    """Share of the lids' way that landmarks show."""
    return ANSWER if opening > 1 else NARROWING if opening > NARROWED else 1.0


def lid_displacements(reading: FaceReading, before: Doubles, opening: tuple[float, float]) -> Doubles:
    """Displacements that bring the right and the left eye to a share of the opening that they have after ``before``."""
    field = np.zeros_like(before)
    points = reading.points + before
    for eye, ((upper, lower), factor) in enumerate(zip(EYES, opening, strict=True)):
        if abs(factor - 1) < 0.01:
            continue
        factor = opening_to_apply(factor)
        gap = points[list(lower)] - points[list(upper)]
        closes = factor < 1
        top, bottom = _CLOSING if closes else _OPENING
        targets: dict[int, Doubles] = {}
        for i in range(1, len(upper) - 1):
            targets[upper[i]] = gap[i] * (1 - factor) * top
            targets[lower[i]] = -gap[i] * (1 - factor) * bottom
            targets[CREASES[eye][i - 1]] = targets[upper[i]] * (_CREASE_CLOSING if closes else _CREASE_OPENING)
            targets[UNDER[eye][i - 1]] = targets[lower[i]] * (_UNDER_CLOSING if closes else _UNDER_OPENING)
        other = chain(*EYES[1 - eye])
        still = (
            *chain(*topology.BROWS_LOW),
            *topology.OVAL,
            *topology.NOSE,
            *topology.LIPS,
            *(upper[0], upper[-1], 50, 280),
            *other,
        )
        field = field + reading.mesh.spread(list(targets), np.array(list(targets.values())), still)
    return field
