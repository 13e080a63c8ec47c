"""The person's own hairline, read where forehead and temples are bare."""

from __future__ import annotations

import numpy as np

from catchlight.engine.groom.head import AZIMUTHS, CENTRE, FRONT_DEGREES, RADII, Hairline
from catchlight.engine.groom.scene import Scene

_HIDDEN = -0.4
"""Rise (cm) of a hairline that a fringe hides."""
_REACH = (-3.0, 3.2)
_LEAST_SEEN = 3
"""Directions in which the hairline must be seen for the person's own to count."""


def read(scene: Scene) -> Hairline:
    """Where skin gives way to hair on the way up, within 60 degrees of the front; smooth, the same on both sides."""
    rises: dict[float, list[float]] = {}
    for azimuth in AZIMUTHS:
        if azimuth > FRONT_DEGREES - 10:
            continue
        for side in (-1, 1) if azimuth else (1,):
            found = _crossing(scene, np.radians(side * azimuth), azimuth)
            if found is not None:
                rises.setdefault(azimuth, []).append(found)
    if sum(len(values) for values in rises.values()) < _LEAST_SEEN:
        return Hairline(tuple(_faded(azimuth, _HIDDEN) for azimuth in AZIMUTHS))
    known = sorted(rises)
    values = [float(np.mean(rises[azimuth])) for azimuth in known]
    typical = float(np.median(values))
    line = np.interp(AZIMUTHS, known, np.clip(values, typical - 1.2, typical + 1.2))
    line = np.convolve(np.pad(line, 1, mode="edge"), [0.25, 0.5, 0.25], mode="valid")
    return Hairline(tuple(_faded(azimuth, float(rise)) for azimuth, rise in zip(AZIMUTHS, line, strict=True)))


def _faded(azimuth: float, rise: float) -> float:
    return rise * float(np.clip((FRONT_DEGREES - azimuth) / 25, 0, 1))


def _crossing(scene: Scene, turn: float, azimuth: float) -> float | None:
    """Cm above the average hairline at which hair begins in one direction; None where that is not seen."""
    rise = np.linspace(*_REACH, 63)
    height = float(Hairline().height(np.array([turn], np.float32))[0]) + rise
    scaled = np.clip(1 - ((height - CENTRE[1]) / RADII[1]) ** 2, 0.01, None)
    ring = np.sqrt(scaled)
    flat = np.arctan2(np.sin(turn) / RADII[0], np.cos(turn) / RADII[2])
    points = np.stack(
        [RADII[0] * ring * np.sin(flat), height, CENTRE[2] + RADII[2] * ring * np.cos(flat)], axis=-1
    ).astype(np.float32)
    viewed = scene.head.viewed(points)
    facing = scene.head.viewed(((points - CENTRE) / RADII**2).astype(np.float32))[:, 2] > 0.02
    x, y = np.round(scene.head.placed(viewed)).astype(int).T
    inside = facing & (x >= 0) & (y >= 0) & (x < scene.shape[1]) & (y < scene.shape[0])
    if not inside.all():
        return None
    hair = scene.hair[y, x] > 0.5
    skin = (scene.skin[y, x] > 0.5) & ~hair
    first = np.nonzero(hair)[0]
    if len(first) == 0 or first[0] < 6:
        return None
    below, above = skin[max(0, first[0] - 6) : first[0]], hair[first[0] : first[0] + 6]
    return float(rise[first[0]]) if below.mean() > 0.7 and above.mean() > 0.7 else None
