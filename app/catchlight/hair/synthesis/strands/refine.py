"""Strands through more points: where their steps are seen, they would show corners.

References:
    N. Dyn, D. Levin, J. A. Gregory, "A 4-point interpolatory subdivision scheme for curve design", Computer Aided
    Geometric Design 4(4), 1987, doi:10.1016/0167-8396(87)90001-X.
"""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Floats


def subdivide_points(places: Floats) -> Floats:
    """Strands (NxSx2) with a point between each two, Nx(2S-1)x2: of the interpolating four-point scheme (Dyn, Levin and Gregory
    1987)."""
    before, after = 2 * places[:, :1] - places[:, 1:2], 2 * places[:, -1:] - places[:, -2:-1]
    known = np.concatenate([before, places, after], axis=1)
    between = (9 * (known[:, 1:-2] + known[:, 2:-1]) - known[:, :-3] - known[:, 3:]) * np.float32(1 / 16)
    return _alternately(places, between)


def subdivide_values(told: Floats) -> Floats:
    """What is told at points of strands (NxS), told at those between too, Nx(2S-1)."""
    return _alternately(told, (told[:, :-1] + told[:, 1:]) * np.float32(0.5))


def _alternately(told: Floats, between: Floats) -> Floats:
    found = np.empty((len(told), 2 * told.shape[1] - 1, *told.shape[2:]), np.float32)
    found[:, ::2], found[:, 1::2] = told, between
    return found
