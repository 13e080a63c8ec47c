"""A fringe cut straight: all of it ends along one line over the brows, whatever way each strand has come."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.hair.head.ellipsoid import HAIRLINE_RADIUS_CM, azimuth
from catchlight.imaging.arrays import Floats

_MIDDLE_CM, _FEWEST = 2.0, 5
"""Half the width in which ends tell the height of the cut, and how many are needed."""
_LOWER_CM, _SIDE_CM = 0.8, 5.0
"""How much lower the cut is at the temples than in the middle, and how far from it those are."""
_UNEVEN_CM, _LONGER_CM = 0.3, 3.0
"""Deviation of where guides end, and by how much one that is too short is drawn out at most."""
_CORNER_CM, _OUTERMOST, _NARROW_CM, _FRAMES_CM = (1.6, 0.2), 0.97, (3.5, 5.5), (0.6, 1.4)
"""From how far within its ends some of it hangs lower, and where all may; the share of it that lies within those ends; and by how
much that is on average where it ends near the eyes and beside the face: it leads over to the hair there, where a cut along one
line has corners."""
_WISP_CM, _WIDTHS, _LAYERS = 0.35, 0.9, 3
"""Width of wisps, the deviation of its logarithm, and how many of them lie over each other at a place."""
_FROM, _MEETS, _SHORTER_CM = 0.45, 0.5, 0.2
"""Share of a strand's length from which it comes nearer to its wisp, how near it is at its end, and the deviation of how much
one wisp is shorter than the next."""


def cut_fringe_straight(
    lines: Floats, length: Floats, fringe: npt.NDArray[np.bool_], random: np.random.Generator
) -> tuple[Floats, Floats]:
    """Guides (NxSx3, canonical cm) and their length (N, cm) with the ``fringe`` (N) cut straight, as low as it hangs in the
    middle."""
    which = np.flatnonzero(fringe)
    tips = lines[which, -1]
    middle = np.abs(tips[:, 0]) < _MIDDLE_CM
    if middle.sum() < _FEWEST:
        return lines, length
    own, steps = lines[which], lines.shape[1]
    height = np.median(tips[middle, 1]) - _LOWER_CM * np.minimum(np.abs(own[..., 0]) / _SIDE_CM, 1.5) ** 2
    corner = _corners(tips[:, 0]) * random.exponential(1, len(which))
    above = own[..., 1] - (height + (random.normal(0, _UNEVEN_CM, len(which)) - corner)[:, None])
    pace = length[which] / (steps - 1)
    # In steps from the root; hair that first goes up is cut where it has come down again.
    crosses = (above[:, 1:] <= 0) & (above[:, :-1] > 0)
    first = np.where(crosses.any(axis=1), crosses.argmax(axis=1), steps - 2)
    rows = np.arange(len(which))
    falls = above[rows, first] - above[rows, first + 1]
    share = above[rows, first] / np.where(np.abs(falls) > 1e-4, falls, 1)
    share = np.where(falls > 1e-4, np.clip(share, 0, 1 + _LONGER_CM / pace), 1)
    ends = np.maximum(first + share, 1)
    at = np.linspace(0, 1, steps)[None] * ends[:, None]
    low = np.clip(at.astype(np.intp), 0, steps - 2)
    part = (at - low)[..., None]
    result, longer = lines.copy(), length.copy()
    result[which] = own[rows[:, None], low] * (1 - part) + own[rows[:, None], low + 1] * part
    longer[which] = ends * pace
    return result, longer


def _corners(across: Floats) -> Floats:
    """By how much ends of a fringe hang lower on average, N, cm. across: N, canonical x of each, cm."""
    lower = np.zeros(len(across))
    for side in (-1, 1):
        mine = side * across > 0
        if mine.sum() < _FEWEST:
            continue
        far = float(np.quantile(side * across[mine], _OUTERMOST))
        first, last = (far - within for within in _CORNER_CM)
        share = np.clip((side * across[mine] - first) / (last - first), 0, 1)
        lower[mine] = share * np.interp(far, _NARROW_CM, _FRAMES_CM)
    return lower


def gather_into_wisps(lines: Floats, fringe: npt.NDArray[np.bool_], random: np.random.Generator) -> Floats:
    """Brings strands (NxSx3, canonical cm) of the ``fringe`` (N) together at their ends, in wisps that lie beside and over each
    other; changes ``lines``. By how much each strand is shorter then, N, cm: one wisp ends with all of its strands."""
    which = np.flatnonzero(fringe)
    shorter = np.zeros(len(lines), np.float32)
    if not len(which):
        return shorter
    tips = lines[which, -1]
    along = azimuth(tips) * np.float32(HAIRLINE_RADIUS_CM)
    first, last = float(along.min()), float(along.max())
    many = int((last - first) / _WISP_CM) + 2
    layer = random.integers(_LAYERS, size=len(which))
    wisp = np.empty(len(which), np.intp)
    for number in range(_LAYERS):
        edges = first - _WISP_CM * random.random() + np.cumsum(_WISP_CM * random.lognormal(0, _WIDTHS, many))
        own = layer == number
        wisp[own] = number * (many + 1) + np.searchsorted(edges, along[own])
    count = np.maximum(np.bincount(wisp, minlength=_LAYERS * (many + 1)), 1)
    middle = np.stack([np.bincount(wisp, tips[:, axis], len(count)) / count for axis in range(3)], axis=1)
    share = np.clip((np.linspace(0, 1, lines.shape[1]) - _FROM) / (1 - _FROM), 0, 1) ** 2 * _MEETS
    lines[which] += share[None, :, None] * (middle[wisp] - tips)[:, None]
    shorter[which] = np.abs(random.normal(0, _SHORTER_CM, len(count)))[wisp]
    return shorter
