"""Baby hairs: fine, short and every which way, on the skin before a hairline. Without them it is a wig's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.head.ellipsoid import azimuth, distance_from_skull
from catchlight.hair.synthesis.guides.grow import GuideStrands
from catchlight.hair.synthesis.strands.strands import Strands
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Indices

_MANY = 6000
"""How many grow round a forehead."""
_ABOVE_CM, _DEGREES = 0.7, 82.0
"""How near the hairline strands begin beside which they grow, and how far round the head from the front."""
_BEFORE_CM, _MOST_CM = 0.26, 0.8
"""How far before those they grow, on average and at most."""
_LENGTH_CM, _OF_STYLE, _SHORTER = (0.3, 1.5), 0.6, 1.8
"""How long they are, the share of the style's length that they reach at most, and a power from which most are shorter."""
_UP = 0.4
"""How far up they grow, whatever the strands do."""
_STRAY, _STANDS, _BENDS = 0.3, 0.12, 0.35
"""Deviation of their direction from the strands', how far they stand off the skin, and how far they bend to a side."""


def grow_baby_hairs(
    style: Groom, guides: GuideStrands, strands: Strands, random: np.random.Generator, detail: float = 1.0
) -> tuple[Strands, Indices]:
    """Baby hairs, and which of ``strands`` each has for a neighbour; none where a fringe grows. detail: share of
    them that a small picture needs."""
    points, guide = strands.points, strands.guide
    steps = points.shape[1]
    near = (guides.roots.above < _ABOVE_CM) & ~guides.fringe
    which = np.flatnonzero(near[guide] & (np.abs(azimuth(points[:, 0])) < np.radians(_DEGREES)))
    if not len(which):
        return strands.chosen(which[:0]), which[:0]
    which = random.choice(which, min(round(_MANY * detail), len(which)), replace=False)
    begin = points[which, 0]
    _, normal = distance_from_skull(begin)
    down = np.array([0, -1, 0], np.float32) - normal * -normal[:, 1:2]
    down /= vec3.length(down)[:, None] + np.float32(1e-6)
    before = np.minimum(random.exponential(_BEFORE_CM, len(which)), _MOST_CM).astype(np.float32)
    begin = begin + down * before[:, None]
    distance, normal = distance_from_skull(begin)
    begin = begin - normal * distance[:, None]
    heading = points[which, max(1, steps // 12)] - points[which, 0]
    # Of a strand that stands, what lies along the skin is little, and may point anywhere.
    heading = heading / (vec3.length(heading)[:, None] + np.float32(1e-6)) - np.float32(_UP) * down
    heading -= (heading * normal).sum(axis=1, keepdims=True) * normal
    heading /= vec3.length(heading)[:, None] + np.float32(1e-6)
    aside = random.standard_normal((2, len(which), 3), np.float32)
    aside -= (aside * normal).sum(axis=-1, keepdims=True) * normal
    heading = heading + np.float32(_STRAY) * aside[0]
    heading -= (heading * normal).sum(axis=1, keepdims=True) * normal
    heading /= vec3.length(heading)[:, None] + np.float32(1e-6)
    longest = min(_LENGTH_CM[1], _OF_STYLE * style.cut.length)
    shortest = min(_LENGTH_CM[0], longest)
    length = (shortest + (longest - shortest) * random.random((len(which), 1, 1)) ** _SHORTER).astype(np.float32)
    gone = length * np.linspace(0, 1, steps, dtype=np.float32)[None, :, None]
    lines = begin[:, None] + (heading + np.float32(_STANDS) * normal)[:, None] * gone
    lines += np.float32(_BENDS) * aside[1][:, None] * gone**2 / 2
    every = np.ones(len(which), np.float32)
    own = strands.chosen(which)
    return replace(own, points=np.asarray(lines, np.float32), reach=every, stray=every > 0), which
