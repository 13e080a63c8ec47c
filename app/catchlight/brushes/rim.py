"""Which pixels around a healed place show the light there, and which are other things: a bright border, a strand, an edge.

Light falls off evenly over a small place. What lies far from a plane through most of the rim is something else, whose colour
must not run into the place. The plane is found by least squares that are repeated without the farthest (trimmed as in P. J.
Rousseeuw, A. M. Leroy, "Robust Regression and Outlier Detection", 1987, doi:10.1002/0471725382, by the median of residuals).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.picture import FloatImage

_ROUNDS = 4
_SPREADS = 4.0
"""Robust deviations (1.4826 times the median of residuals) beyond which a pixel belongs to something else."""
_LEAST = 0.06
"""Residual, sRGB in 0..1, up to which a pixel always counts: grain, and skin's own unevenness."""
_MOST, _STRONG, _MOST_STRONG = 0.35, 0.25, 0.5
"""Share of the rim beyond which there is no one light: an edge of shadow runs through the place, and all of it counts. Of a step
so strong (sRGB in 0..1) that no shadow on skin has it, less than half has to be left."""
_FEW = 24
"""Pixels of a rim below which nothing is told apart."""


def other_things(step: FloatImage, rim: Any) -> Any:
    """HxW bool: pixels of the rim whose step of light does not belong to that of the others.

    step: HxWx3 float32, between a place and what is copied there. rim: HxW bool.
    """
    nothing = np.zeros(rim.shape, bool)
    rows, columns = np.nonzero(rim)
    if len(rows) < _FEW:
        return nothing
    size = float(max(rim.shape))
    ground = np.column_stack([np.ones(len(rows)), rows / size - 0.5, columns / size - 0.5])
    values = step[rows, columns].astype(np.float64)
    away = np.abs(values - np.median(values, axis=0)).max(axis=1)
    for _ in range(_ROUNDS):
        near = away <= _limit(away)
        plane, *_ = np.linalg.lstsq(ground[near], values[near], rcond=None)
        away = np.abs(values - ground @ plane).max(axis=1)
    other = away > _limit(away)
    strong = other.any() and float(np.median(away[other])) > _STRONG
    if other.mean() > (_MOST_STRONG if strong else _MOST):
        return nothing
    nothing[rows[other], columns[other]] = True
    return nothing


def _limit(away: Any) -> float:
    return max(_LEAST, _SPREADS * 1.4826 * float(np.median(away)))
