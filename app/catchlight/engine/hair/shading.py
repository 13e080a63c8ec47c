"""The shade that hair casts on itself, which dark hair hides and light hair shows."""

from __future__ import annotations

import numpy as np

from catchlight.engine import geometry, parsing, parts, skull
from catchlight.engine.hair.broad import blurred
from catchlight.engine.hair.flow import Streams
from catchlight.engine.hair.growth import Growth
from catchlight.engine.picture import FloatPlane
from catchlight.engine.portrait import Portrait
from catchlight.engine.side_by_side import each

_CORE = 0.9
_BESIDE_CM = 1.1
"""Reach of the shade between hair and the face and neck it lies against."""
_LOCK_CM = 0.8
_SEED = 11
_FACE, _ROOT, _LOCK = 1.7, 0.4, 0.5
"""Depth of each shade in units of the distance from the median lightness to the 5th percentile."""
_CRUSHED, _LOST = 0.03, 1.5
"""Median shade below which the camera has lost the locks of black hair, and how much more of them is then shaded."""
_LOST_BELOW, _BLACK = 0.55, 0.06
"""Strands count as lost below this share of the median shade, and never above this shade (about L* 6)."""
_ROUGH = 0.010
"""Deviation of shade from which strands are seen all the same."""
_NEAR_CM = 0.12
_BLOWN, _SUNK = 0.94, 0.6
"""Shade from which hair is blown out, and how far strands there are darker, by what separates the median from white."""
_STRANDS = ((0.03, 0.85), (0.08, 0.6), (0.3, 0.4), (1.2, 0.35))
"""Width (cm) and weight of the strands, bundles and locks that are put in place of the lost ones."""
_SHORT_CM, _IN_SHORT = 6.0, 0.2
"""Length of hair up to which only that much is drawn in it, and from twice of which all is: short strands end before they are
lines, and would be blotches."""
_DIMMED = 0.45
_LEAST_MIDDLE = 0.03
_LEAST_UNIT, _MOST_UNIT = 0.003, 0.07


def depth(
    portrait: Portrait,
    mask: FloatPlane,
    lying: Streams,
    growth: Growth,
    light: FloatPlane,
    cm: float,
    matrix: geometry.Matrix,
) -> FloatPlane:
    """HxW: by how much OKLab lightness the hair lies in shade: against face and neck, at the roots, and under other locks.

    Hair that shows its own shades (light and brown hair) gets less: the unit is what separates its dark strands.
    """

    inside = light[mask > _CORE]
    if inside.size < 16:
        return np.zeros_like(mask)
    low, middle = (float(value) for value in np.percentile(inside, [5, 50]))
    unit = float(np.clip(middle - low, _LEAST_UNIT, _MOST_UNIT))
    hidden = float(np.clip((0.42 - middle) / 0.25, 0.15, 1.0))
    skin = _bare(portrait, mask, matrix)
    beside = blurred(skin, max(1.0, _BESIDE_CM * cm))
    # Light falls from above: the hairline is lit, what hangs beside cheek and neck is not.
    up, _ = skull.axes(portrait.landmarks)
    eyes = geometry.apply(matrix, [portrait.landmarks.eyes])[0]
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]].astype(np.float32)
    below = -((x - eyes[0]) * up[0] + (y - eyes[1]) * up[1]) / cm
    low_down = 0.2 + 0.8 * np.clip((below + 3) / 8, 0, 1)
    roots = np.exp(-((growth.depth / 0.9) ** 2))
    locks = 1 - lying.strands(_LOCK_CM, _SEED)
    lost = 1 + _LOST * float(np.clip((_CRUSHED - middle) / _CRUSHED, 0, 1))
    total = _FACE * 2 * beside * low_down + _ROOT * roots + _LOCK * lost * locks**1.5
    return np.asarray(blurred(unit * hidden * total, max(0.7, 0.08 * cm)), np.float32)


def lost(
    light: FloatPlane, deep: FloatPlane, mask: FloatPlane, lying: Streams, cm: float, length: float
) -> tuple[FloatPlane, FloatPlane]:
    """Where the camera has lost the strands of black hair (HxW, 0..1), and strands in their place, to be added to ``light``;
    these also take the place of what is blown out.

    deep: what is taken off ``light`` as shade: what that takes below black is lost as well. length: cm, of the hair.
    A light colour needs shades that black does not have: without them it is flat paint.
    """
    inside = light[mask > _CORE]
    if inside.size < 16:
        return np.zeros_like(mask), np.zeros_like(mask)
    middle = float(np.median(inside))
    most = min(_LOST_BELOW * middle, _BLACK)
    weight = (mask > 0.5).astype(np.float32)
    mass = np.maximum(blurred(weight, max(0.8, _NEAR_CM * cm)), 1e-3)
    near = blurred(light * weight, max(0.8, _NEAR_CM * cm)) / mass
    off = np.minimum((light - near) ** 2, 9 * _ROUGH**2) * weight
    rough = np.sqrt(np.maximum(blurred(off, max(0.8, _NEAR_CM * cm)) / mass, 0))
    flat = np.clip(2 - rough / _ROUGH, 0, 1) * weight
    dark = np.clip((most - near + deep) / (0.5 * most), 0, 1) * flat
    share = blurred(np.asarray(dark, np.float32), max(0.8, 0.1 * cm))
    blown = blurred(np.asarray(np.clip((near - _BLOWN) / 0.04, 0, 1) * flat, np.float32), max(0.8, 0.1 * cm))
    seen: FloatPlane = np.zeros_like(mask)
    strands = each(lambda width: lying.strands(width, _SEED + round(100 * width)), [width for width, _ in _STRANDS])
    for (_, part), plane in zip(_STRANDS, strands, strict=True):
        seen += np.float32(part) * (plane - np.float32(0.5))
    # Against face and neck it is dark, but no darker than the rest.
    dim = 1 - _DIMMED * np.clip(deep / (1.5 * middle), 0, 1)
    long = float(np.clip(length / _SHORT_CM - 1, _IN_SHORT, 1))
    lifted = long * dim * np.clip(0.45 + seen, 0.02, None) ** 1.3 * max(middle, _LEAST_MIDDLE)
    sunk = np.clip(0.5 + seen, 0, 1.2) * _SUNK * max(1 - middle, 0.2)
    return share, np.asarray(share * lifted - blown * sunk, np.float32)


def crushed(light: FloatPlane, mask: FloatPlane) -> float:
    """How far the camera has lost the locks of black hair, 0..1."""
    inside = light[mask > _CORE]
    return float(np.clip((_CRUSHED - np.median(inside)) / _CRUSHED, 0, 1)) if inside.size else 0.0


def inner(light: FloatPlane, mask: FloatPlane, cm: float) -> FloatPlane:
    """Lightness of the hair further inside, carried outwards."""

    weight = (mask > 0.95).astype(np.float32)
    result = np.full_like(light, float(np.median(light[mask > 0.5])) if (mask > 0.5).any() else 0.5)
    for reach in (3.0, 1.0, 0.35):
        sigma = max(1.0, reach * cm)
        mass = blurred(weight, sigma)
        mean = blurred(light * weight, sigma) / np.maximum(mass, 1e-4)
        known = np.clip(mass / 0.06, 0, 1)
        result += known * (mean - result)
    return np.asarray(result, np.float32)


def _bare(portrait: Portrait, mask: FloatPlane, matrix: geometry.Matrix) -> FloatPlane:
    """Face, ears and neck at the reduced size."""
    known = portrait.parsing
    back = geometry.inverse(matrix)
    moved = tuple(geometry.joined(own, back) for own in known.matrices)
    reduced = parsing.Parsing(known.answers, moved, known.weights, (mask.shape[0], mask.shape[1]))
    return np.asarray(reduced.plane((*parts.FACE, *parts.EARS, parsing.NECK)) * (1 - mask), np.float32)
