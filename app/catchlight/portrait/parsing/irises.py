"""Irises to their very edge: circles fitted to the step from iris to white, clipped to the eyes' openings.

The circle is that with the greatest step in lightness across its sides (Daugman's integro-differential operator, 1993), its
radius that of both eyes together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing.aligned_crop import AlignedCrop, crop_around
from catchlight.portrait.portrait import Portrait

EYES = ((mesh.RIGHT_EYE, mesh.RIGHT_IRIS), (mesh.LEFT_EYE, mesh.LEFT_IRIS))
_RADIUS = 24.0
"""Pixels of the landmarks' radius in the crop that is searched."""
_SIDE = 120
_RADII = np.linspace(0.86, 1.22, 10)
"""Radii that are tried, by that of the landmarks; on portraits they were 0.98 to 1.14."""
_ACROSS, _DOWN = np.arange(-10, 11), np.arange(-8, 7)
_ANGLES = np.deg2rad(np.arange(-35, 50, 5))
"""Where on the circle's sides the step is measured, from the horizontal, downwards positive: lids cover above and below."""
_FEWEST = 3
"""Samples of a side within the opening from which it counts."""
_LIFT_CM, _RAISE_CM = 0.045, 0.02
"""How much higher the upper lid and the lower lid lie than the mesh has them: measured on drawn irises."""


@dataclass(frozen=True)
class IrisCircle:
    """centre: x, y; radius: in pixels of the picture. step: how clearly it is set off, in 8-bit lightness."""

    centre: npt.NDArray[np.float64]
    radius: float
    step: float


def fit_irises(portrait: Portrait) -> tuple[IrisCircle, IrisCircle]:
    """The circles of the right and the left iris (the person's own right), kept with the portrait."""
    return portrait.kept("irises", lambda: _fit(portrait))


def iris_masks(portrait: Portrait, grow: float = 1.0) -> FloatPlane:
    """Both irises as discs, not clipped, HxW float32 in 0..1. grow: their radius by the fitted one."""
    import cv2

    mask = np.zeros((portrait.picture.height, portrait.picture.width), np.float32)
    for iris in fit_irises(portrait):
        centre = tuple(int(v) for v in np.round(iris.centre * 8))
        cv2.circle(mask, centre, round(iris.radius * grow * 8), 1.0, cv2.FILLED, shift=3)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.02 * portrait.pose.px_per_cm)), np.float32)


def openings(portrait: Portrait) -> FloatPlane:
    """The eyes' openings, from lid to lid, HxW float32 in 0..1."""
    import cv2

    mask = np.zeros((portrait.picture.height, portrait.picture.width), np.uint8)
    roll = portrait.landmarks.roll
    up = np.array([np.sin(roll), -np.cos(roll)]) * portrait.pose.px_per_cm
    for ring, _ in EYES:
        points = portrait.landmarks.ring(ring).copy()
        points[1:8] += _LIFT_CM * up
        points[9:] += _RAISE_CM * up
        cv2.fillPoly(mask, [np.round(points * 8).astype(np.int32)], 1, shift=3)
    soft = max(0.5, 0.02 * portrait.pose.px_per_cm)
    return np.asarray(cv2.GaussianBlur(mask.astype(np.float32), (0, 0), soft), np.float32)


def _fit(portrait: Portrait) -> tuple[IrisCircle, IrisCircle]:
    landmarks = portrait.landmarks
    centres = [landmarks.xy[iris[0]] for _, iris in EYES]
    radius = float(
        np.mean([np.linalg.norm(landmarks.ring(iris[1:]) - landmarks.xy[iris[0]], axis=1).mean() for _, iris in EYES])
    )
    scale = _RADIUS / max(radius, 0.5)
    crops = [crop_around(portrait, centre, scale, (_SIDE, _SIDE)) for centre in centres]
    tables = [_steps(crop, landmarks.ring(ring)) for crop, (ring, _) in zip(crops, EYES, strict=True)]
    best = tables[0].max(axis=(0, 1)) + tables[1].max(axis=(0, 1)) - 60 * (_RADII - 1.02) ** 2
    chosen = int(best.argmax())
    found = []
    for crop, table in zip(crops, tables, strict=True):
        across, down = np.unravel_index(int(table[..., chosen].argmax()), table.shape[:2])
        middle = (_SIDE - 1) / 2 + np.array([_ACROSS[across], _DOWN[down]], float)
        centre = geometry.apply(geometry.inverse(crop.matrix), [middle])[0]
        found.append(IrisCircle(centre, radius * float(_RADII[chosen]), float(table[across, down, chosen])))
    return found[0], found[1]


def _steps(crop: AlignedCrop, ring: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How much lighter it is outside than inside of each circle: across x down x radii."""
    import cv2

    light = cv2.GaussianBlur(cv2.cvtColor(crop.rgb, cv2.COLOR_RGB2LAB)[..., 0].astype(np.float32), (0, 0), 1.0)
    opening = cv2.dilate(crop.filled(ring).astype(np.uint8), np.ones((3, 3), np.uint8))
    middle = (_SIDE - 1) / 2
    across, down, radii = np.meshgrid(middle + _ACROSS, middle + _DOWN, _RADIUS * _RADII, indexing="ij")
    sides = []
    for angles in (_ANGLES, np.pi - _ANGLES):

        def sample(plane: npt.NDArray[np.generic], away: float, angles: npt.NDArray[np.float64] = angles) -> FloatPlane:
            reach = (radii + away)[..., None]
            x = np.clip(np.round(across[..., None] + reach * np.cos(angles)).astype(int), 0, _SIDE - 1)
            y = np.clip(np.round(down[..., None] + reach * np.sin(angles)).astype(int), 0, _SIDE - 1)
            return np.asarray(plane[y, x], np.float32)

        outer, inner = (sample(light, sign * 2) + sample(light, sign * 4) for sign in (1, -1))
        seen = sample(opening, 2) * sample(opening, 4)
        count = seen.sum(axis=-1)
        step = (np.clip((outer - inner) / 2, -20, 60) * seen).sum(axis=-1) / np.maximum(count, 1)
        sides.append(np.where(count >= _FEWEST, step, 0))
    away = 0.02 * ((across - middle) ** 2 + (down - middle) ** 2)
    return np.asarray(0.5 * (sides[0] + sides[1]) + 0.5 * np.minimum(*sides) - away, np.float64)
