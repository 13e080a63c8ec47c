"""A pattern, drawn in cm for an average body, laid on this one: its neck, its shoulders, and how far the chest is turned."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from catchlight.engine import wardrobe
from catchlight.engine.garment.pattern import Neckline
from catchlight.engine.garment.sitter import PIT_CM, Sitter

Line = npt.NDArray[np.float64]

_NECK = 5.9
"""Half the width of the upper edge of a collar on an average body."""
_SHOULDER = (-5.0, 0.36, 7.0)
"""Height of an average shoulder: at, slope, from which distance to the axis; cm."""
_HALF, _HIDDEN_HALF, _BESIDE, _SHIFT = (4.2, 6.0), 5.0, 0.12, 1.1
"""Half a neck's width: least and most, where hair hides it, how far beyond the last skin that is seen a neck ends, and how far
its middle may lie from where the head's is; cm."""
_NECK_ROWS = (-7.0, -6.4, -5.8)
"""Where, below the jaw and above the shoulders, the width of a neck is read; cm."""
_ROUND, _FRONT = (6.0, 21.0, 11.0), 6.4
"""Half the width of a neck in a collar and of a chest; how far a chest is before the axis of the neck, and a collar; cm."""
_MOST_TURN, _BELIEVED = 0.36, 0.85
_NEXT_CM = 0.7
"""How far cloth may be from an opening that it is the border of."""
_UPRIGHT = 0.5
"""How much of the shoulders' tilt a chest does not follow."""


@dataclass(frozen=True)
class Fit:
    """edge: upper edge as it was cut, (u, v) from the middle to the side. shoulders: for left and right, how much lower than an
    average one at 9 and 17 cm from the axis. turn: sine of the chest's turn, above 0 to the right of the picture."""

    neckline: Neckline
    edge: Line
    shoulders: tuple[tuple[float, float], tuple[float, float]]
    turn: float
    lean: float

    def place(self, points: npt.ArrayLike) -> Line:
        """Nx2 of (x, y) of a pattern to (u, v) on the body."""
        p = np.asarray(points, np.float64)
        side, x, y = np.sign(p[:, 0]), np.abs(p[:, 0]), p[:, 1]
        wide = float(self.edge[-1, 0])
        out = x + _smooth(x / _NECK) * (wide - _NECK) * np.clip(1 - y / 16, 0.2, 1)
        middle = self.neckline.top - PIT_CM
        share = np.clip(x / _NECK, 0, 1) ** 2
        nominal = middle - self.neckline.rise * share
        lift = (float(self.edge[0, 1]) - middle) * (self.neckline.opening == 0) * (1 - share)
        lift = lift + (float(self.edge[-1, 1]) - middle + self.neckline.rise) * share
        down = y + lift * np.clip(1 - (y - nominal) / 7.0, 0, 1)
        for number, sign in enumerate((-1, 1)):
            near, far = self.shoulders[number]
            drop = near + (far - near) * (x - 9) / 8
            at, slope, start = _SHOULDER
            below = np.maximum(0, y - (at + slope * (x - start)))
            down = down + np.where(side == sign, drop * _smooth((x - 6) / 3.5) * np.exp(-below / 9), 0)
        u = (
            side * out * np.sqrt(1 - self.turn**2)
            + self.turn * _deep(x, y)
            + _UPRIGHT * np.tan(self.lean) * np.maximum(y, 0)
        )
        return np.column_stack([u, down])

    def shifted(self, line: Line) -> Line:
        """(u, v) that are already the body's, moved with the turn and the lean of the chest."""
        x = np.abs(line[:, 0]) * _NECK / float(self.edge[-1, 0])
        u = line[:, 0] + self.turn * _deep(x, line[:, 1]) + _UPRIGHT * np.tan(self.lean) * np.maximum(line[:, 1], 0)
        return np.column_stack([u, line[:, 1]])


def fitted(sitter: Sitter, neckline: Neckline, edge: Line) -> Fit:
    lean = float(np.arctan2(sitter.matrix[1, 0], sitter.matrix[0, 0]))
    return Fit(neckline, edge, _shoulders(sitter), turned(sitter), lean)


def hugged(sitter: Sitter) -> Sitter:
    """With the sides of the neck where its skin is seen to end, which a shirt's collar lies against; never wider than before."""
    ends = [_neck_end(sitter, side) for side in (-1, 1)]
    half = max(min(0.5 * (ends[0] + ends[1]), sitter.half), _HALF[0])
    shift = float(np.clip(0.5 * (ends[1] - ends[0]), -_SHIFT, _SHIFT))
    matrix = sitter.matrix.copy()
    matrix[:, 2] += matrix[:, :2] @ [shift, 0]
    return replace(sitter, half=half, matrix=matrix, u=np.asarray(sitter.u - np.float32(shift), np.float32))


def _neck_end(sitter: Sitter, side: int) -> float:
    """How far the neck reaches on a side, cm: as far as its skin is seen anywhere below the jaw; an old collar hides the rest."""
    seen, hidden = [], False
    for v in _NECK_ROWS:
        row = (np.abs(sitter.v - v) < 0.3) & (np.abs(sitter.u) < sitter.half + 1)
        aside = (side * sitter.u)[row & (sitter.neck > 0.5) & (sitter.hair < 0.3)]
        if aside.size < 0.4 * sitter.cm**2:
            continue
        end = float(np.quantile(aside, 0.99))
        beyond = row & (side * sitter.u > end) & (side * sitter.u < end + 1.2)
        hidden = hidden or (bool(beyond.any()) and float(sitter.hair[beyond].mean()) > 0.25)
        seen.append(end)
    if not seen:
        return min(sitter.half, _HIDDEN_HALF)
    return float(np.clip(max(seen) + _BESIDE, _HIDDEN_HALF if hidden else _HALF[0], _HALF[1]))


def turned(sitter: Sitter) -> float:
    """Sine of the chest's turn, read off where a tie, or an opening between two sides of a jacket lies; 0 where nothing tells."""
    around = (np.abs(sitter.u) < 12) & (sitter.alpha > 0.9) & (sitter.front < 0.1)
    tie, coat = (sitter.labels == wardrobe.TIE) & around, (sitter.labels == wardrobe.JACKET) & around
    between = around & ~coat & ((sitter.labels == wardrobe.SHIRT) | (sitter.neck > 0.6) | tie)
    found = []
    for v in np.arange(1.5, 15, 0.5):
        row = np.abs(sitter.v - v) < 0.6 / sitter.cm
        inner = sitter.u[row & tie]
        flanked = inner.size > 0.8 * sitter.cm
        if not flanked:
            inner = sitter.u[row & between]
            if inner.size < sitter.cm:
                continue
            middle = float(np.median(inner))
            sides = sitter.u[row & coat]
            left, right = sides[sides < middle], sides[sides > middle]
            flanked = inner.size > 1.5 * sitter.cm and min(left.size, right.size) > sitter.cm
            flanked = flanked and inner.min() - left.max() < _NEXT_CM and right.min() - inner.max() < _NEXT_CM
        if flanked:
            found.append(
                0.5
                * float(np.quantile(inner, 0.05) + np.quantile(inner, 0.95))
                / float(_deep(np.zeros(1), np.array([v]))[0])
            )
    if len(found) < 5 or float(np.subtract(*np.quantile(found, [0.75, 0.25]))) > 0.3:
        return float(np.clip(_BELIEVED * _pit(sitter), -_MOST_TURN, _MOST_TURN))
    return float(np.clip(_BELIEVED * np.median(found), -_MOST_TURN, _MOST_TURN))


def _pit(sitter: Sitter) -> float:
    """Sine of the turn as the lowest place of an opening between cloth on both sides tells it; 0 where nothing does."""
    bare = (sitter.neck > 0.6) & (sitter.front < 0.2) & (np.abs(sitter.u) < 9) & (sitter.alpha > 0.9)
    next_to, middles = round(0.5 * sitter.cm), []
    for v in np.arange(-5, 12, 0.3):
        row = np.abs(sitter.v - v) < 0.6 / sitter.cm
        at = np.nonzero(row & bare)
        if at[1].size < 0.5 * sitter.cm:
            continue
        ends = [(at[0][i], at[1][i] + step) for i, step in ((at[1].argmin(), -next_to), (at[1].argmax(), next_to))]
        if all(0 <= x < bare.shape[1] and sitter.cloth[y, x] > 0.3 and sitter.hair[y, x] < 0.2 for y, x in ends):
            across = sitter.u[at]
            middles.append((v, float(0.5 * (across.min() + across.max()))))
    if not middles:
        return 0.0
    low = [(v, u) for v, u in middles if v > middles[-1][0] - 0.7]
    return float(np.median([u / float(_deep(np.zeros(1), np.array([v]))[0]) for v, u in low]))


def _deep(x: Line, y: Line) -> Line:
    """How far cloth is before the axis of the neck, cm: round the neck, then widening to a chest."""
    t = _smooth((y + 5) / 14)
    wide, deep = _ROUND[0] + (_ROUND[1] - _ROUND[0]) * t, _FRONT + (_ROUND[2] - _FRONT) * t
    return np.asarray(deep * np.clip(1 - (x / wide) ** 2, 0, 1))


def _shoulders(sitter: Sitter) -> tuple[tuple[float, float], tuple[float, float]]:
    found: list[tuple[float, float] | None] = []
    body: npt.NDArray[np.bool_] = (sitter.alpha > 0.5) & (sitter.v > -PIT_CM - 1)
    at, slope, start = _SHOULDER
    for side in (-1, 1):
        seen = tops(sitter, body, side, np.arange(8.5, 18, 0.5))
        distance, drop = list(seen), [top - (at + slope * (away - start)) for away, top in seen.items()]
        if len(distance) < 5:
            found.append(None)
            continue
        a = float(np.clip(np.polyfit(distance, drop, 1)[0], -0.2, 0.3))
        middle = float(np.mean(distance))
        level = float(np.median(drop))
        found.append(
            (float(np.clip(level + a * (9 - middle), -3, 4)), float(np.clip(level + a * (17 - middle), -4, 6)))
        )
    left, right = found
    usual = (0.0, 0.0)
    return (left or right or usual), (right or left or usual)


def tops(
    sitter: Sitter, body: npt.NDArray[np.bool_], side: int, distances: npt.NDArray[np.float64]
) -> dict[float, float]:
    """v at which cloth on ``body`` (HxW) begins at distances from the axis on a side, cm; none where hair lies on it or it is
    not seen."""
    reach = 0.05 + 0.6 / sitter.cm
    near = body & (side * sitter.u > distances[0] - reach) & (side * sitter.u < distances[-1] + reach)
    aside, v, hairy = side * sitter.u[near], sitter.v[near], sitter.hair[near] >= 0.4
    found = {}
    for distance in distances:
        here = np.abs(aside - distance) < reach
        cloth, hair = v[here & ~hairy], v[here & hairy]
        if cloth.size >= 5 and not (hair.size and hair.min() < cloth.min() + 0.3):
            found[float(distance)] = float(cloth.min())
    return found


def _smooth(t: Line) -> Line:
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)
