"""The shade that hair casts on itself, which dark hair hides and light hair shows."""

from __future__ import annotations

import numpy as np

from catchlight.hair.colour.root_to_tip import Growth
from catchlight.hair.orientation import Streamlines
from catchlight.imaging import geometry
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait import skull
from catchlight.portrait.parsing import head_parsing, part_masks
from catchlight.portrait.portrait import Portrait

_CORE = 0.9
_BESIDE_CM = 1.1
"""Reach of the shade between hair and the face and neck it lies against."""
_LOCK_CM = 0.8
_SEED = 11
_FACE, _ROOT, _LOCK = 1.7, 0.4, 0.5
"""Depth of each shade in units of the distance from the median lightness to the 5th percentile."""
_LEAST_UNIT, _MOST_UNIT = 0.003, 0.07


def shade_depth(
    portrait: Portrait,
    mask: FloatPlane,
    lying: Streamlines,
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
    beside = gaussian_blur(skin, max(1.0, _BESIDE_CM * cm), WIDE)
    # Light falls from above: the hairline is lit, what hangs beside cheek and neck is not.
    up, _ = skull.axes(portrait.landmarks)
    eyes = geometry.apply(matrix, [portrait.landmarks.eyes])[0]
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]].astype(np.float32)
    below = -((x - eyes[0]) * up[0] + (y - eyes[1]) * up[1]) / cm
    low_down = 0.2 + 0.8 * np.clip((below + 3) / 8, 0, 1)
    roots = np.exp(-((growth.depth / 0.9) ** 2))
    locks = 1 - lying.strands(_LOCK_CM, _SEED)
    total = _FACE * 2 * beside * low_down + _ROOT * roots + _LOCK * locks**1.5
    return np.asarray(gaussian_blur(unit * hidden * total, max(0.7, 0.08 * cm), WIDE), np.float32)


def inner_lightness(light: FloatPlane, mask: FloatPlane, cm: float) -> FloatPlane:
    """Lightness of the hair further inside, carried outwards."""

    weight = (mask > 0.95).astype(np.float32)
    result = np.full_like(light, float(np.median(light[mask > 0.5])) if (mask > 0.5).any() else 0.5)
    for reach in (3.0, 1.0, 0.35):
        sigma = max(1.0, reach * cm)
        mass = gaussian_blur(weight, sigma, WIDE)
        mean = gaussian_blur(light * weight, sigma, WIDE) / np.maximum(mass, 1e-4)
        known = np.clip(mass / 0.06, 0, 1)
        result += known * (mean - result)
    return np.asarray(result, np.float32)


def _bare(portrait: Portrait, mask: FloatPlane, matrix: geometry.Matrix) -> FloatPlane:
    """Face, ears and neck at the reduced size."""
    known = portrait.parsing
    back = geometry.inverse(matrix)
    moved = tuple(geometry.compose(own, back) for own in known.matrices)
    reduced = head_parsing.Parsing(known.answers, moved, known.weights, (mask.shape[0], mask.shape[1]))
    return np.asarray(reduced.plane((*part_masks.FACE, *part_masks.EARS, head_parsing.NECK)) * (1 - mask), np.float32)
