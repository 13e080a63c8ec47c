"""Where head and shoulders of a person lie, measured for a frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.arrays import Points
from catchlight.portrait import skull
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, OVAL, RIGHT_TEMPLE
from catchlight.portrait.portrait import Portrait

_INSIDE = 0.5
_ENOUGH = 60_000
"""Points of a person from which its middle and its sides are measured."""


@dataclass(frozen=True)
class BodyMeasures:
    """Measures in the levelled photo, pixels.

    eyes: point between them. head: chin to crown. middle: column of head and shoulders. top: row of the highest hair. left,
    right: outermost columns of head and hair. outline: Nx2, the face's oval.
    """

    eyes: npt.NDArray[np.float64]
    head: float
    middle: float
    top: float
    left: float
    right: float
    outline: npt.NDArray[np.float64]

    @property
    def chin(self) -> float:
        """Row of the lowest point of the face's oval."""
        return float(self.outline[:, 1].max())


def measure(portrait: Portrait, level: geometry.Matrix) -> BodyMeasures:
    """The person of an upright portrait. level: 2x3, pixels of the photo to those of the levelled one."""
    landmarks, crown = portrait.landmarks, portrait.crown
    top, chin, eyes = geometry.apply(level, [crown.point, skull.chin(landmarks), landmarks.eyes])
    hair = top if crown.hair is None else geometry.apply(level, [crown.hair])[0]
    outline = _inside(portrait, level)
    left, right = _head_sides(portrait, level, outline, float(top[1]), float(chin[1]))
    face = float(geometry.apply(level, landmarks.ring(OVAL))[:, 0].mean())
    middle = 0.75 * face + 0.25 * _trunk(portrait, outline, float(chin[1]), face)
    ring = geometry.apply(level, landmarks.ring(OVAL))
    return BodyMeasures(eyes, float(chin[1] - top[1]), middle, float(min(top[1], hair[1])), left, right, ring)


def _inside(portrait: Portrait, level: geometry.Matrix) -> Points:
    """Points of the levelled photo that lie inside the person, Nx2: enough of them."""
    bust = portrait.bust
    places = np.flatnonzero(bust.alpha > _INSIDE)
    rows, columns = np.divmod(places[:: max(1, len(places) // _ENOUGH)], bust.alpha.shape[1])
    return geometry.apply(geometry.compose(level, geometry.inverse(bust.matrix)), np.column_stack([columns, rows]))


def _head_sides(
    portrait: Portrait, level: geometry.Matrix, points: Points, top: float, chin: float
) -> tuple[float, float]:
    """Outermost columns of head and hair between crown and chin, of those that belong to the head."""
    band = points[(points[:, 1] > top) & (points[:, 1] < top + 0.8 * (chin - top))]
    temples = geometry.apply(level, portrait.landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE]])[:, 0]
    low, high = float(temples.min()), float(temples.max())
    if not len(band):
        return low, high
    return float(min(low, np.quantile(band[:, 0], 0.004))), float(max(high, np.quantile(band[:, 0], 0.996)))


def _trunk(portrait: Portrait, points: Points, chin: float, face: float) -> float:
    """Middle of the shoulders where they show, held within half a head of the face."""
    cm = portrait.pose.px_per_cm
    low = points[(points[:, 1] > chin + 5 * cm) & (points[:, 1] < chin + 14 * cm)]
    if len(low) < 50:
        return face
    return float(np.clip(np.median(low[:, 0]), face - 5 * cm, face + 5 * cm))
