"""Where each feature moves to: closed forms over the canonical face, in its cm, at the end of the slider.

The canonical face (``CanonicalFace``) has x to the person's left and y up; its chin lies at (0, -9.4), the hairline near y = 9.5,
the widest place of its oval at x = 7.7. The amounts are such that the end of every slider is still within what real faces do:
breadth of the face +-7 %, palpebral fissure +-16 %, nose +-20 %, lips +-33 % of their height. Widths of the fall-off keep every
form free of folds by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from catchlight.imaging.arrays import Doubles

Movement = Callable[[Doubles], Doubles]
"""Nx2 places in canonical cm to Nx2 ways in the same."""

_OVAL_Y = (-9.4, -9.0, -8.5, -8.0, -7.2, -6.2, -4.8, -2.9, 0.7, 4.0, 6.0, 7.5, 8.3)
_OVAL_X = (1.0, 2.3, 3.2, 4.1, 5.1, 5.9, 6.7, 7.3, 7.7, 7.3, 6.2, 4.3, 2.0)
"""Half the breadth of the canonical face's oval over y (vertices 152, 176, 149 ... 10)."""
_EYES = ((-3.15, 2.65), (3.15, 2.65))


def smooth_step(value: Doubles, start: float, end: float) -> Doubles:
    """0 up to ``start``, 1 from ``end`` on, without a kink between; ``end`` may be below ``start``."""
    share = np.clip((value - start) / (end - start), 0, 1)
    return np.asarray(share * share * (3 - 2 * share))


def _aside(points: Doubles, reach: float) -> Doubles:
    """-1..1: how far a place takes part in a change of breadth: most at the oval, none at the midline and ``reach`` cm beyond."""
    x, y = points.T
    half = np.maximum(np.interp(y, _OVAL_Y, _OVAL_X), 4.0)
    share = np.abs(x) / half
    return np.asarray(np.sign(x) * np.where(share < 1, share**2, 1 - smooth_step(np.abs(x) - half, 0.0, reach)))


def _across(way: Doubles) -> Doubles:
    return np.column_stack([way, np.zeros_like(way)])


def _down(way: Doubles) -> Doubles:
    return np.column_stack([np.zeros_like(way), -way])


def _face_width(points: Doubles) -> Doubles:
    y = points[:, 1]
    rows = smooth_step(y, -15.0, -6.0) * (1 - 0.75 * smooth_step(y, 3.5, 9.0)) * (1 - smooth_step(y, 9.0, 16.0))
    return _across(0.6 * rows * _aside(points, 6.5))


def _jaw(points: Doubles) -> Doubles:
    y = points[:, 1]
    rows = smooth_step(y, 2.5, -5.0) * smooth_step(y, -14.5, -7.5)
    return _across(0.85 * rows * _aside(points, 5.5))


def _chin(points: Doubles) -> Doubles:
    x, y = points.T
    return _down(0.6 * np.exp(-((x / 4.2) ** 2)) * smooth_step(y, -5.6, -9.2) * smooth_step(y, -16.0, -10.2))


def _forehead(points: Doubles) -> Doubles:
    x, y = points.T
    rows = smooth_step(y, 5.2, 10.0) * smooth_step(y, 21.0, 11.5)
    return _down(-0.85 * rows * smooth_step(np.abs(x), 12.0, 5.0))


def _scaled(
    points: Doubles, centre: tuple[float, float], whole: tuple[float, float], none: float, share: tuple[float, float]
) -> Doubles:
    """Growth about a centre: of all within the ellipse ``whole``, of nothing beyond ``none`` times it."""
    away = points - np.array(centre)
    radius = np.hypot(away[:, 0] / whole[0], away[:, 1] / whole[1])
    return np.asarray(away * share * smooth_step(radius, none, 1.0)[:, None])


def _eyes(points: Doubles) -> Doubles:
    parts = [_scaled(points, eye, (1.35, 0.85), 2.1, (0.15, 0.17)) for eye in _EYES]
    return np.asarray(np.sum(parts, axis=0))


def _nose(points: Doubles) -> Doubles:
    return _scaled(points, (0.0, 0.6), (1.9, 2.6), 1.75, (0.21, 0.16))


def _nose_width(points: Doubles) -> Doubles:
    return _scaled(points, (0.0, -0.6), (1.9, 1.9), 1.75, (0.24, 0.0))


def _lips(points: Doubles) -> Doubles:
    x, y = points.T
    middle = np.clip(1 - (x / 2.9) ** 2, 0, 1)
    upper = smooth_step(y, -4.1, -3.3) * smooth_step(y, -2.2, -3.3)
    lower = smooth_step(y, -4.4, -5.4) * smooth_step(y, -7.4, -5.4)
    return np.column_stack([np.zeros_like(x), middle * (0.34 * upper - 0.4 * lower)])


MOVEMENTS: Mapping[str, Movement] = {
    "face_width": _face_width,
    "jaw": _jaw,
    "chin": _chin,
    "forehead": _forehead,
    "eyes": _eyes,
    "nose": _nose,
    "nose_width": _nose_width,
    "lips": _lips,
}
