"""Is it still the same person? The face's embedding before and after; the limit knows how steady the face is by itself."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import Picture
from catchlight.portrait.face import identity
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.portrait import Portrait
from catchlight.shape.field import FieldGrid

LEAST = 0.8
"""Least cosine (SFace) of the face before and after. Pictures of one person begin at 0.6; the end of any one slider leaves 0.84
to 1.0 on people of all ages, with and without glasses; the ends of five together 0.76 to 0.95."""
_LOOSEST = 0.7
_UNSTEADY = 0.02
"""Loss of likeness of an untouched face under small crops for which ``LEAST`` is made."""
_CROPS = ((0.95, 0, 0), (1.05, 0, 0), (1, 0.03, 0), (1, -0.03, 0), (1, 0, 0.03), (1, 0, -0.03))
"""Scale, and shift across and down in distances of the eyes."""


def compare(portrait: Portrait, result: Picture, grid: FieldGrid, field: Singles) -> float:
    """Cosine of the embeddings of a portrait's face and of the same face after a field in cm."""
    placed = moved_landmarks(portrait.landmarks, grid, field, portrait.pose.px_per_cm)
    return identity.likeness(portrait.identity, identity.embedding(result.rgb8, placed, portrait.models))


def moved_landmarks(found: Landmarks, grid: FieldGrid, field: Singles, cm: float) -> Landmarks:
    """The landmarks where a field in cm carries them; ``cm``: pixels for one."""
    import cv2

    places = np.asarray((found.xy - np.array(grid.origin)) / grid.step, np.float32)
    x, y = (np.ascontiguousarray(places[:, axis : axis + 1]) for axis in (0, 1))
    ways = cv2.remap(field, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)[:, 0]
    points: npt.NDArray[np.float64] = found.points.copy()
    points[:, :2] += ways * cm
    return Landmarks(points, found.presence)


def floor(portrait: Portrait) -> float:
    """Least likeness that is asked of this face: lower by as much as it is less steady than most under small crops; kept."""

    def found() -> float:
        points = portrait.landmarks.points
        middle, eyes = points.mean(axis=0), portrait.landmarks.eye_distance
        worst = 0.0
        for scale, across, down in _CROPS:
            placed = Landmarks((points - middle) * scale + middle + np.array([across, down, 0]) * eyes, 1.0)
            other = identity.embedding(portrait.picture.rgb8, placed, portrait.models)
            worst = max(worst, 1 - identity.likeness(portrait.identity, other))
        return max(_LOOSEST, 1 - (1 - LEAST) * max(1.0, worst / _UNSTEADY))

    return portrait.kept("shape floor", found)
