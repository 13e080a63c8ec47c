"""Hair that begins at a parting: one strand beside the other along a thin line, and combed off it to its side.

Roots that are spread evenly over the scalp leave a band beside it over which too few strands lie: a wedge of bare scalp.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.engine.groom import combing
from catchlight.engine.groom.growth import Guides
from catchlight.engine.groom.head import away
from catchlight.engine.groom.strands import Strands

Floats = npt.NDArray[np.floating[Any]]

_SHARE = 0.08
"""How many begin there, against all strands of a style."""
_NEAR_CM, _BEHIND_CM = 1.6, 7.0
"""How far beside a parting strands begin whose way they go, and how far behind the hairline the last."""
_LINE_CM, _BESIDE_CM, _AMONG = 0.07, 0.2, 60
"""Half the width of the line, how far beside that they begin on average, and among how many strands to the front and to the back
of that place they find the one that they follow."""
_WITHIN = (0.02, 0.965)
"""Shares of those, from the back, between which they begin: before that too few are there to be followed, and would be a lock."""
_JOINS_CM, _OVER_CM = 2.5, 0.06
"""Length over which they come to the way of those, and how high they lie over them."""


def begun(style: Groom, guides: Guides, strands: Strands, random: np.random.Generator) -> Strands:
    """``strands`` and those that begin at the parting, in canonical centimetres; the same where none is seen, and of curls, which
    hide it."""
    if style.curl is not None or not combing.is_parted(style) or combing.is_cut_straight(style):
        return strands
    first = strands.points[:, 0]
    from_it = first[:, 0] - np.float32(style.comb.parting_at)
    near = (np.abs(from_it) < _NEAR_CM) & (guides.roots.behind[strands.guide] < _BEHIND_CM)
    if strands.stray is not None:
        near &= ~strands.stray
    sides = [np.flatnonzero(near & (from_it * side > 0)) for side in (-1, 1)]
    if not all(len(which) for which in sides):
        return strands
    which, back = (
        np.concatenate(each) for each in zip(*(_followed(first, side, random) for side in sides), strict=True)
    )
    own = strands.chosen(which)
    begin = own.points[:, 0].copy()
    beside = np.float32(_LINE_CM) + random.exponential(_BESIDE_CM, len(which)).astype(np.float32)
    begin[:, 0] = np.float32(style.comb.parting_at) + np.sign(from_it[which]) * beside
    begin[:, 2] = back
    distance, normal = away(begin)
    begin -= normal * distance[:, None]
    gone = np.linspace(0, 1, own.points.shape[1], dtype=np.float32) * guides.length[own.guide][:, None]
    joins = np.exp(-gone / np.float32(_JOINS_CM))[..., None]
    over = np.float32(_OVER_CM) * normal[:, None] * np.minimum(gone / np.float32(_JOINS_CM), 1)[..., None]
    lines = own.points + joins * (begin - own.points[:, 0])[:, None] + over
    return strands.among(replace(own, points=np.asarray(lines, np.float32)))


def _followed(
    first: Floats, which: npt.NDArray[np.intp], random: np.random.Generator
) -> tuple[npt.NDArray[np.intp], Floats]:
    """Strands of one side that new ones follow, and canonical z at which those begin: evenly along the parting, however densely
    the others do. first: Nx3, where strands begin."""
    inwards = which[np.argsort(first[which, 2], kind="stable")]
    places = first[inwards, 2]
    last, foremost = (float(place) for place in np.quantile(places, _WITHIN))
    back = random.uniform(last, foremost, round(_SHARE / 2 * len(first))).astype(np.float32)
    nearest = np.searchsorted(places, back) + random.integers(-_AMONG, _AMONG + 1, len(back))
    return inwards[np.clip(nearest, 0, len(inwards) - 1)], back
