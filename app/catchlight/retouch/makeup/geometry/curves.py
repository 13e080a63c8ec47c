"""Smooth curves through landmarks."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Doubles

_SAMPLES = 41


def smooth_curve(points: Doubles) -> Doubles:
    """41x2: a smooth curve through points Nx2, evenly sampled.

    Catmull-Rom of chord length (Barry and Goldman 1988), by its tangents.
    """
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    at = np.linspace(0, steps[-1], _SAMPLES)
    tangents = np.gradient(points, steps, axis=0)
    number = np.clip(np.searchsorted(steps, at, side="right") - 1, 0, len(points) - 2)
    span = (steps[number + 1] - steps[number])[:, None]
    t = (at - steps[number])[:, None] / span
    start, end = points[number], points[number + 1]
    rise, fall = tangents[number] * span, tangents[number + 1] * span
    return np.asarray(
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * rise
        + (3 * t**2 - 2 * t**3) * end
        + (t**3 - t**2) * fall
    )
