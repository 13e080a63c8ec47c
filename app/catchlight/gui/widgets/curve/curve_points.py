"""The points of a tone curve while it is drawn: what may be moved where, and how steep the line is at each of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

Points = tuple[tuple[float, float], ...]
"""(input, output) in 0..1, from left to right."""

ENDS: Points = ((0.0, 0.0), (1.0, 1.0))
MOST = 16
"""So many points the settings take."""
GAP = 0.02
"""Points keep this far apart, so that each can be grasped."""


def display_points(points: Points) -> Points:
    """What is to be seen of a setting: none stands for the straight line."""
    return points if len(points) >= 2 else ENDS


def curve_setting(points: Points) -> Points:
    """What is to be kept of what is seen: none for the straight line."""
    return () if points == ENDS else points


def add_point(points: Points, x: float, y: float) -> tuple[Points, int] | None:
    """The points with one more, and its place; None where there are enough or one is too near."""
    if len(points) >= MOST or any(abs(x - at) < GAP for at, _ in points):
        return None
    made = tuple(sorted((*points, (_cut(x), _cut(y)))))
    return made, next(place for place, point in enumerate(made) if point[0] == _cut(x))


def move_point(points: Points, place: int, x: float, y: float) -> Points:
    """One of them elsewhere, as far as its neighbours let it."""
    low = points[place - 1][0] + GAP if place > 0 else 0.0
    high = points[place + 1][0] - GAP if place + 1 < len(points) else 1.0
    at = points[place][0] if low > high else min(max(x, low), high)
    return (*points[:place], (round(at, 4), round(_cut(y), 4)), *points[place + 1 :])


def remove_point(points: Points, place: int) -> Points:
    """Without one of them; the first and the last go back to their corners."""
    if place in (0, len(points) - 1):
        corner = ENDS[0] if place == 0 else ENDS[1]
        return (*points[:place], corner, *points[place + 1 :])
    return (*points[:place], *points[place + 1 :])


def slopes(points: Sequence[tuple[float, float]]) -> list[float]:
    """Slope at each point of the monotone cubic through them, as the picture is developed (PCHIP, Fritsch and Butland 1984)."""
    steps = [after[0] - before[0] for before, after in itertools.pairwise(points)]
    rises = [
        (after[1] - before[1]) / step for (before, after), step in zip(itertools.pairwise(points), steps, strict=True)
    ]
    if len(rises) == 1:
        return [rises[0], rises[0]]
    inner = []
    for (left, right), (before, after) in zip(itertools.pairwise(steps), itertools.pairwise(rises), strict=True):
        if before * after <= 0:
            inner.append(0.0)
            continue
        first, second = 2 * right + left, right + 2 * left
        inner.append((first + second) / (first / before + second / after))
    return [_end(steps[0], steps[1], rises[0], rises[1]), *inner, _end(steps[-1], steps[-2], rises[-1], rises[-2])]


def _end(step: float, next_step: float, rise: float, next_rise: float) -> float:
    slope = ((2 * step + next_step) * rise - step * next_rise) / (step + next_step)
    if slope * rise <= 0:
        return 0.0
    return 3 * rise if rise * next_rise <= 0 and abs(slope) > 3 * abs(rise) else slope


def _cut(value: float) -> float:
    return min(1.0, max(0.0, value))
