"""Lids that close or open wider: the upper one goes nearly all the way, its crease half of that."""

from __future__ import annotations

from itertools import chain

import numpy as np

from catchlight.engine.face import topology
from catchlight.engine.face.drawing import Array
from catchlight.engine.face.reading import FaceReading
from catchlight.engine.face.topology import CREASES, EYES, UNDER

_CLOSING, _OPENING = (0.86, 0.14), (0.8, 0.2)
"""Share of the way that the upper and the lower lid go."""
ANSWER = 0.7
"""How much of the way that lids are opened wider landmarks show afterwards: so much further they are taken."""
_CREASE_CLOSING, _CREASE_OPENING = 0.50, 0.75
_UNDER_CLOSING, _UNDER_OPENING = 0.7, 0.5


def moved(reading: FaceReading, before: Array, opening: tuple[float, float]) -> Array:
    """Displacements that bring the right and the left eye to a share of the opening that they have after ``before``."""
    field = np.zeros_like(before)
    points = reading.points + before
    for eye, ((upper, lower), factor) in enumerate(zip(EYES, opening, strict=True)):
        if abs(factor - 1) < 0.01:
            continue
        factor = 1 + (factor - 1) / ANSWER if factor > 1 else factor
        gap = points[list(lower)] - points[list(upper)]
        closes = factor < 1
        top, bottom = _CLOSING if closes else _OPENING
        targets: dict[int, Array] = {}
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
