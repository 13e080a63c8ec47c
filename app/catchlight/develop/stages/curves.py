"""Curves through points, as a retoucher draws them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Floats

_POINTS_OF_JOINED = 16


def evaluate_curve(points: Sequence[tuple[float, float]], x: Floats) -> npt.NDArray[np.float64]:
    """The curve's value at ``x`` (any shape, 0..1): monotone cubic between the points (PCHIP), level beyond them."""
    if not points:
        return np.asarray(x, np.float64)
    from scipy.interpolate import PchipInterpolator

    at, value = np.array(points, np.float64).T
    inside = np.clip(np.asarray(x, np.float64), at[0], at[-1])
    return np.asarray(np.clip(PchipInterpolator(at, value)(inside), 0, 1), np.float64)


def compose_curves(
    first: Sequence[tuple[float, float]], second: Sequence[tuple[float, float]]
) -> tuple[tuple[float, float], ...]:
    """Points of the curve that is ``second`` after ``first``."""
    x = np.linspace(0, 1, _POINTS_OF_JOINED)
    y = evaluate_curve(second, evaluate_curve(first, x))
    return tuple((float(a), float(b)) for a, b in zip(x, y, strict=True))
