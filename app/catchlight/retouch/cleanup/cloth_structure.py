"""Where cloth is plain: without stripes, prints, seams and edges, whose pieces look like specks."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import FloatPlane
from catchlight.retouch.cleanup.cloth_pattern import is_pattern, repeats

_TILE_CM = 1.5
"""Side of the neighbourhood that must be plain."""
_LINE_CM, _GAP_CM, _BESIDE_CM = 0.4, 0.07, 0.25
"""Length from which marks are a line, gap between stitches that it bridges, and how far from a line no speck is told."""
_DIRECTIONS = 12
"""Directions of lines that are looked for, over half a turn."""
_STANDS_OUT = 0.05
"""Share of a neighbourhood that stands out from the weave from which it is a pattern: a flake and its like cover less."""
_EDGE, _EDGES = 0.03, 0.12
"""Step of lightness (OKLab) of an edge, and share of a neighbourhood within reach of edges from which it is not plain."""
_COARSE = 2.0
"""Deviation of the weave by that of the plainest parts (lower quartile) from which it is a texture of its own."""


def find_plain_cloth(
    base: FloatPlane, away: FloatPlane, marks: Mask, sigma: FloatPlane, cloth: Mask, cm: float
) -> Mask:
    """Where specks can be told from the cloth, HxW.

    base: OKLab lightness of the cloth's shading; away: what differs from it; marks: what differs by more than the weave does;
    sigma: deviation of the weave. cm: pixels for one cm.
    """
    import cv2

    seen = np.maximum(_mean(cloth.astype(np.float32), cm), 1e-3)
    edges = _edges(base, cm) & cloth
    edged = _mean(edges.astype(np.float32), cm) / seen > _EDGES
    busy = _mean((marks & cloth).astype(np.float32), cm) / seen > _STANDS_OUT
    usual = float(np.quantile(sigma[cloth], 0.25)) if cloth.any() else 0.0
    coarse = sigma > np.maximum(_COARSE * usual, usual + 0.004)
    lines = dilate_mask(find_lines(marks, cm), _BESIDE_CM * cm)
    pattern = cv2.dilate(is_pattern(repeats(away, cloth, cm)).astype(np.uint8), disc(0.5 * _TILE_CM * cm)) > 0
    return np.asarray(cloth & ~edges & ~edged & ~busy & ~coarse & ~lines & ~pattern)


def find_lines(marks: Mask, cm: float) -> Mask:
    """Marks that lie on a straight line, stitches of a seam among them, by openings with lines in all directions."""
    import cv2

    closed = cv2.morphologyEx(marks.astype(np.uint8), cv2.MORPH_CLOSE, disc(max(1.0, _GAP_CM * cm)))
    # A flake is no line although one fits inside it: what is as wide as long does not count.
    thin = closed - cv2.morphologyEx(closed, cv2.MORPH_OPEN, disc(max(1.5, 0.3 * _LINE_CM * cm)))
    lines = np.zeros_like(thin)
    for step in range(_DIRECTIONS):
        lines |= cv2.morphologyEx(thin, cv2.MORPH_OPEN, _line(np.pi * step / _DIRECTIONS, max(7.0, _LINE_CM * cm)))
    return np.asarray(lines > 0)


def _line(angle: float, length: float) -> np.ndarray:
    """A line of a ``length`` through the middle of a square, as an element for openings."""
    import cv2

    half = max(3, round(length / 2))
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    across, down = round(half * np.cos(angle)), round(half * np.sin(angle))
    cv2.line(kernel, (half - across, half - down), (half + across, half + down), 1)
    return kernel


def _edges(base: FloatPlane, cm: float) -> Mask:
    """Edges of what is larger than a speck: seams, lapels, buttons, stripes."""
    import cv2

    kernel = disc(max(1.0, 0.1 * cm))
    return np.asarray(cv2.dilate(base, kernel) - cv2.erode(base, kernel) > _EDGE)


def _mean(plane: FloatPlane, cm: float) -> FloatPlane:
    """Means over the neighbourhood of each place."""
    import cv2

    side = max(3, round(_TILE_CM * cm))
    return np.asarray(cv2.blur(plane, (side, side)), np.float32)
