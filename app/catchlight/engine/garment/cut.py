"""A garment cut to a body: where collar and cloth lie, and what of the old clothes stands out beyond them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.garment import contour
from catchlight.engine.garment.curves import outlines, spline
from catchlight.engine.garment.fit import Fit, fitted, tops
from catchlight.engine.garment.pattern import Garment
from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.groom.planes import grown, soft
from catchlight.engine.picture import FloatPlane

Line = npt.NDArray[np.float64]

_HIGHEST_CM = -PIT_CM - 0.6
"""No side of a collar is drawn higher: there the ears begin."""
_LOWEST_CHIN_CM = 0.9
_RAISED_CM = 1.0
"""How much higher than drawn the middle of a sewn neckline may be, to cover an old one."""
_STANDS_CM = 0.9
"""How far collars and padded shoulders reach beyond the body."""
_BESIDE_CM, _ARM_CM, _EVEN_CM = 5.0, 0.15, 0.5
"""How far beside a collar pieces may stand off sideways, how far off an arm, and over what length their outline is even."""
_RISE, _COAT_RISE = 1.3, 0.2
"""How much steeper than shoulders is what goes on from them to the neck; a coat's collar is a piece of its own there. Cm."""
_FAR = 60.0
_FOLD = np.array([[0, 0.1, 0.35, 0.65, 0.88, 1.0], [0, 0.04, 0.28, 0.6, 0.86, 1.0]])
"""Shares of width and height along the fold of a collar that runs straight to the middle."""
_ABOVE_CM, _NEAR_CM = 0.35, 11.0
"""How far a coat rises above a straight line from its collar to the shoulders, and where those begin."""
FOLDED_CM = 4.0
"""A higher collar is folded over and lies on the shoulders; a lower one stands, and is sewn on round the neck."""


_FLAT, _MEETS_CM = 0.14, 6.0
"""How steeply that goes on, and how far."""


@dataclass(frozen=True)
class Cut:
    """Planes HxW, 0..1. collar: collar or band. below: all below its upper edge. cover: cloth and collar, on the person.
    spike: old clothes that stand out beyond the new ones. edge, hem: upper and lower edge of the collar, Nx2 of (u, v) over
    0 <= u, its right half. wide: half the width of the upper edge, cm. fit: how its pattern lies on the body."""

    collar: FloatPlane
    below: FloatPlane
    cover: FloatPlane
    spike: FloatPlane
    edge: Line
    hem: Line
    wide: float
    fit: Fit | None = None


def cut(sitter: Sitter, garment: Garment, seed: int = 3) -> Cut:
    neckline = garment.neckline
    wide = sitter.half + neckline.gap
    middle, side = neckline.top - PIT_CM, neckline.top - PIT_CM - neckline.rise
    if neckline.kind in ("collar", "sewn"):
        # Old collars that reach higher are covered by a collar that reaches as high.
        side = max(min(side, _old_top(sitter, 0.7 * wide, wide, middle) - 0.15), _HIGHEST_CM)
        raised = max(min(middle, _old_top(sitter, -0.35 * wide, 0.35 * wide, middle) - 0.15), _LOWEST_CHIN_CM - PIT_CM)
        middle = raised if neckline.kind == "collar" else max(raised, middle - _RAISED_CM)
    turn = np.linspace(0, np.pi / 2, 12)
    edge = np.column_stack([wide * np.sin(turn), side + (middle - side) * np.cos(turn)])
    if neckline.straight > 0:
        folded = spline(np.column_stack([wide * _FOLD[0], middle + (side - middle) * _FOLD[1]]))
        at = np.column_stack([np.interp(edge[:, 0], folded[:, 0], folded[:, at]) for at in (0, 1)])
        edge = edge + neckline.straight * (at - edge)
    if neckline.opening > 0:
        low = neckline.top - PIT_CM + neckline.opening
        across, up = np.array([0, 0.1, 0.4, 0.75, 1.0]), np.array([0, 0.06, 0.4, 0.8, 1.0])
        edge = spline(np.column_stack([wide * across, low + (side - low) * up]))
    over = pieces = np.zeros_like(sitter.v)
    fit = fitted(sitter, neckline, edge) if neckline.kind == "sewn" else None
    if neckline.kind == "collar":
        base = sitter.half + 0.95
        low = neckline.top - PIT_CM + neckline.height
        if neckline.height > FOLDED_CM:
            start = neckline.top - PIT_CM + 0.9
            hem = spline([(0, low), (0.42 * base, low - 0.3), (0.8 * base, low - 1.7), (base, start)])
        else:
            start = neckline.top - PIT_CM - neckline.rise + 0.8 * neckline.height
            hem = np.column_stack([base * np.sin(turn), start + (low - start) * np.cos(turn)])
    else:
        base = wide
        hem = np.column_stack(
            [
                (wide + 0.75 * neckline.height) * np.sin(turn),
                side + (middle + neckline.height - side) * np.cos(turn) + 0.25 * neckline.height * np.sin(turn) ** 2,
            ]
        )
    top = _both(edge)
    if fit is not None:
        over = _ramp(_tops(sitter, edge) - sitter.v, 0, 0.15)
        pieces = _pieces(sitter, fit, garment, seed)
        collar = _standing(sitter, fit, garment, pieces, over)
        top = fit.shifted(top)
    else:
        collar = sitter.drawn(np.vstack([top, _both(hem)[::-1]]))
    # A rim turns round behind the neck: no pointed corners.
    round_ = soft(collar, 0.3 * sitter.cm)
    near = np.clip((np.abs(sitter.u) - 0.75 * wide) * 4, 0, 1) * (sitter.v < side + 1.5) * (fit is None)
    collar = np.where(near > 0, np.minimum(collar, np.clip((round_ - 0.5) * 0.8 * sitter.cm + 0.5, 0, 1)), collar)
    high = -PIT_CM - 7
    below = sitter.drawn(
        np.vstack([[(-_FAR, high), (-wide, high)], top, [(wide, high), (_FAR, high), (_FAR, 90), (-_FAR, 90)]])
    )
    reach = base + 0.6 if neckline.kind == "collar" else wide + neckline.height + 0.5
    v = sitter.v
    line = _shoulders(sitter, wide, reach, _RISE if fit is None else _COAT_RISE)
    spike = _ramp(line - v, 0, 0.12) * (1 - collar) * (np.abs(sitter.u) < reach + 3.5)
    old = (sitter.cloth > 0.3) | ((below > 0.3) & (v > neckline.top - PIT_CM - 1))
    old = grown((sitter.alpha > 0.3) & old, 0.3 * sitter.cm) & ~grown(sitter.front > 0.3, 0.2 * sitter.cm)
    highest = float(side) if fit is not None else -_FAR
    free: Any = (below < 0.5) | (v < highest)
    bare = soft((sitter.neck > 0.4) & (sitter.cloth < 0.4) & free, 0.05 * sitter.cm)
    spike = spike * ((v > -PIT_CM - 4) & (v < 6)) * soft(old.astype(np.float32), 0.08 * sitter.cm) * (1 - bare)
    above = np.zeros_like(v)
    if fit is not None:
        higher = over * (1 - collar)
        above = higher
        spike = np.maximum(spike, higher * soft(old.astype(np.float32), 0.08 * sitter.cm) * (1 - bare))
    aside = np.where(
        np.abs(sitter.u) > wide - 0.12,
        np.maximum(_ramp(v, side - 0.2, side + 0.3), _ramp(sitter.cloth, 0.3, 0.55)),
        np.float32(1),
    )
    outline = np.maximum(sitter.alpha * (1 - np.maximum(spike, above)), collar)
    bumps = below * contour.bumps(sitter, outline, wide) * (1 - pieces)
    spike, collar = np.maximum(spike, bumps), collar * (1 - bumps)
    body = below * sitter.alpha * (1 - np.maximum(spike, above)) * aside
    cover = 1 - (1 - body) * (1 - collar)
    planes = {"collar": collar, "below": below, "cover": cover, "spike": spike}
    return Cut(
        **{name: np.asarray(plane, np.float32) for name, plane in planes.items()},
        edge=edge,
        hem=hem,
        wide=wide,
        fit=fit,
    )


def _both(half: Line) -> Line:
    """A right half and its mirror image, from left to right."""
    return np.vstack([half[:0:-1] * [-1, 1], half])


def _pieces(sitter: Sitter, fit: Fit, garment: Garment, seed: int) -> FloatPlane:
    """Where pieces lie that may reach beyond the body, HxW in 0..1."""
    result = np.zeros(sitter.alpha.shape, np.float32)
    for piece in garment.pieces:
        if piece.stands:
            for outline in outlines(piece, seed).values():
                result = np.maximum(result, sitter.drawn(fit.place(outline)))
    return result


def _standing(sitter: Sitter, fit: Fit, garment: Garment, pieces: FloatPlane, over: FloatPlane) -> FloatPlane:
    """Where a garment reaches beyond the body: its ``pieces``, and padding. over: where nothing of a coat lies."""
    import cv2

    result = pieces
    if garment.over:
        result = np.maximum(result, contour.padded(sitter, float(fit.edge[-1, 0])) * (1 - over))
    body = sitter.alpha > 0.5
    near = grown(body, _STANDS_CM * sitter.cm)
    # Beside the arms nothing stands off: shoulders reach upwards alone.
    up = cv2.getStructuringElement(cv2.MORPH_RECT, (1, 2 * round(_STANDS_CM * sitter.cm) + 1))
    above = grown(cv2.dilate(body.astype(np.uint8), up) > 0, _ARM_CM * sitter.cm)
    beside = np.abs(sitter.u) < float(fit.edge[-1, 0]) + _BESIDE_CM
    near &= above | beside
    result = result * soft(near.astype(np.float32), 0.08 * sitter.cm)
    even = soft(np.maximum(result, body), _EVEN_CM * sitter.cm)
    even = np.clip((even - 0.5) * 2.2 * _EVEN_CM * sitter.cm + 0.5, 0, 1)
    return np.asarray(
        np.where(beside, result, np.minimum(even, soft((result > 0.02).astype(np.float32), 1.0))), np.float32
    )


def _tops(sitter: Sitter, edge: Line) -> FloatPlane:
    """v above which nothing of a coat lies beside its collar: straight from there to the shoulders; far above elsewhere."""
    result = np.full(sitter.alpha.shape, -99, np.float32)
    wide, high = float(edge[-1, 0]) + 0.3, float(edge[-1, 1]) - 0.05
    body = (sitter.alpha > 0.5) & (sitter.hair < 0.4) & (sitter.v > -PIT_CM)
    for side in (-1, 1):
        aside = side * sitter.u
        seen = tops(sitter, body, side, np.arange(_NEAR_CM, _NEAR_CM + 4, 0.4))
        if len(seen) < 5 or min(seen) > _NEAR_CM + 1:
            continue
        at, heights = np.array(list(seen)), np.array(list(seen.values()))
        straight = float(np.polyval(np.polyfit(at, heights, 1), _NEAR_CM))
        low = max(min(straight, float(heights.min())), high + 0.8)
        t = (aside - wide) / (_NEAR_CM - wide)
        line = high + (low - high) * t - _ABOVE_CM * 4 * np.clip(t * (1 - t), 0, 1)
        # Farther out it goes on flatter than shoulders fall, until it meets them: no step of the old outline stays.
        beyond = low + _FLAT * (aside - _NEAR_CM) - np.maximum(0, aside - _NEAR_CM - 0.6 * _MEETS_CM) ** 2
        line = np.where(aside < _NEAR_CM, line, beyond)
        result = np.where((aside > wide - 0.6) & (aside < _NEAR_CM + _MEETS_CM), line, result)
    return np.asarray(result, np.float32)


def _old_top(sitter: Sitter, near: float, far: float, above: float) -> float:
    """v at which old cloth begins between two distances from the axis, on either side; far below where none lies above."""
    tops = [9.0]
    for side in (-1, 1):
        aside = side * sitter.u
        there = (sitter.cloth > 0.6) & (sitter.front < 0.3) & (aside > near) & (aside < far)
        there &= (sitter.v > -PIT_CM - 1) & (sitter.v < above + 1)
        if there.sum() > 0.15 * sitter.cm**2:
            tops.append(float(np.quantile(sitter.v[there], 0.02)))
    return min(tops)


def _shoulders(sitter: Sitter, wide: float, reach: float, rise: float) -> FloatPlane:
    """v of the highest place of a body that goes on towards the neck as its shoulders do farther out; far above where unseen."""
    result = np.full(sitter.alpha.shape, -99, np.float32)
    body = (sitter.alpha > 0.5) & (sitter.v > -PIT_CM - 2)
    for side in (-1, 1):
        aside = side * sitter.u
        seen = tops(sitter, body, side, np.arange(reach + 1.6, reach + 7.4, 0.4))
        if len(seen) < 5:
            continue
        at, high = np.array(list(seen)), np.array(list(seen.values()))
        slope = float(np.clip(np.polyfit(at, high, 1)[0], 0.15, 0.9))
        line = float(np.median(high - slope * at)) + slope * aside
        line = line - rise * np.clip((reach + 2.4 - aside) / (reach + 2.4 - wide), 0, 1.3) ** 2 - 0.35
        if rise < _RISE:
            line = line - 0.6 * np.maximum(0, aside - reach - 0.5)
        result = np.where((aside > 0) & (aside < reach + 3.4), line, result)
    return result


def _ramp(value: FloatPlane, low: float, high: float) -> FloatPlane:
    t = np.clip((value - low) / (high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)
