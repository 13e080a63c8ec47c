"""Smooth lines through points, and the outlines that they make."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.engine.garment.pattern import Curve, Piece

Line = npt.NDArray[np.float64]

_SWAY = 0.12
"""Cm by which hand-sewn edges are nowhere quite straight."""
_WOBBLE = ((5.3, 0.030), (2.3, 0.026), (1.0, 0.012))
"""Waves of an edge as cut and pressed cloth has them: their length along it and their height, cm."""
_SEAM_WIDE, _MOVED_CM, _RISES = 0.6, 0.7, (0.45, 1.35)
"""Narrower ridges (cm) are seams; how far (cm) other folds lie from where they are drawn, and how high they are by that."""


def spline(points: npt.ArrayLike, steps: int = 12) -> Line:
    """A smooth line (Catmull-Rom) through points."""
    p = np.asarray(points, np.float64)
    q = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(q[:-3], q[1:-2], q[2:-1], q[3:], strict=True):
        parts.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.vstack([*parts, p[-1:]])


def outlines(piece: Piece, seed: int) -> dict[int, Line]:
    """Closed outlines of a piece in cm of the pattern, by side: 1 as drawn, -1 its mirror image; no two quite alike."""
    if not piece.outline:
        return {}
    random = np.random.default_rng(seed + int(100 * abs(piece.outline[0][0][0])) + len(piece.outline[0]))
    points = np.vstack([spline(curve) for curve in piece.outline])
    result = {}
    for side in (-1, 1) if piece.mirror else (1,):
        moved = points * [side, 1]
        phase = random.uniform(0, 2 * np.pi, 4)
        x, y = moved[:, 0], moved[:, 1]
        across = np.sin(0.3 * y + phase[0]) + 0.22 * np.sin(1.3 * y + phase[1])
        down = np.sin(0.35 * x + phase[2]) + 0.22 * np.sin(1.1 * x + phase[3])
        result[side] = moved + _SWAY * np.column_stack([across, down]) + _wobble(moved, random)
    return result


def _wobble(points: Line, random: np.random.Generator) -> Line:
    """How far an outline (Nx2, cm) is from where it was drawn; it closes."""
    steps = np.hypot(*np.diff(points, axis=0, append=points[:1]).T)
    along = np.concatenate([[0], np.cumsum(steps)[:-1]])
    result = np.zeros_like(points)
    for length, height in _WOBBLE:
        turns = max(1, round(float(steps.sum()) / length * random.uniform(0.85, 1.15)))
        phase = random.uniform(0, 2 * np.pi, 2)
        drift = 0.8 * np.sin(2 * np.pi * along / max(float(steps.sum()), 1e-6) + random.uniform(0, 6))
        for axis in (0, 1):
            turn = 2 * np.pi * turns * along / max(float(steps.sum()), 1e-6) + phase[axis] + drift
            result[:, axis] += height * np.sin(turn)
    return result


def creases(seed: int) -> list[tuple[dict[int, Curve], float, float]]:
    """Small folds as a body pulls them into soft cloth: curves by side, their width and height in cm."""
    random = np.random.default_rng(seed + 11)
    result = []
    for number in range(22):
        both: dict[int, Curve] = {}
        for side in (-1, 1):
            if number < 9:  # from the armpit over the chest
                start = np.array([random.uniform(15.5, 17.5), random.uniform(8, 14)])
                angle = random.uniform(-0.35, 1.0)
                end = start + random.uniform(5, 10) * np.array([-np.cos(angle), np.sin(angle)])
            elif number < 16:  # round the sleeve
                start = np.array([random.uniform(21.5, 24), random.uniform(4, 24)])
                end = np.array([random.uniform(17, 18.5), start[1] + random.uniform(1, 5)])
            else:  # from the shoulder down to the middle
                start = np.array([random.uniform(9, 15.5), random.uniform(0, 6)])
                end = start + random.uniform(6, 12) * np.array([-random.uniform(0.35, 0.8), random.uniform(0.6, 1)])
            bend = 0.5 * (start + end) + random.normal(0, 0.7, 2)
            both[side] = tuple((float(x), float(y)) for x, y in (start, bend, end))
        result.append(
            (both, float(random.uniform(0.4, 1.0)), float(random.choice([-1, 1, 1]) * random.uniform(0.05, 0.16)))
        )
    return result


def varied(piece: Piece, sides: tuple[int, ...], seed: int) -> list[tuple[Curve, int, float, float]]:
    """Ridges of a piece with side, width and height in cm; those of a whole body lie and rise on no side as on the other."""
    random = np.random.default_rng(seed + 29)
    result = []
    for ridge in piece.ridges:
        for side in sides:
            curve, height = ridge.curve, ridge.height
            if not piece.outline and ridge.width > _SEAM_WIDE:
                move, share = random.normal(0, _MOVED_CM, 2), random.uniform(*_RISES)
                curve = tuple((x + float(move[0]), y + float(move[1])) for x, y in curve)
                height *= float(share)
            result.append((curve, side, ridge.width, height))
    return result
