"""Hair that begins at an edge: at a parting, one strand beside the other along a thin line, and at the hairline, each by itself.

Roots that are spread evenly over the scalp, in bundles, leave a wedge of bare scalp beside a parting and teeth at a hairline.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.head.ellipsoid import Hairline, azimuth, distance_from_skull
from catchlight.hair.synthesis.guides import parting, root_directions
from catchlight.hair.synthesis.guides.grow import GuideStrands
from catchlight.hair.synthesis.guides.roots import scalp_points
from catchlight.hair.synthesis.strands.strands import Strands
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats, Indices, Mask

_PARTED, _FRAMED, _INSTEAD = 0.2, 0.18, 0.4
"""How many begin at a parting and at a hairline, against all strands of a style, and how many of them are there instead of
others: few of them are seen further on, where hair would be thin."""
_NEAR_CM, _BEHIND_CM = 1.6, 9.0
"""How far beside a parting strands begin whose way they go, and how far behind the hairline the last."""
_BESIDE, _LEAST = 1.6, 0.25
"""How far beside a parting they begin on average, in halves of its width, and the least."""
_WITHIN = (0.02, 0.995)
"""Shares of the strands along an edge, from the back, between which others begin: before that too few are there to be followed,
and would be a lock."""
_ABOVE_CM, _DEGREES, _ON_CM, _FAR_CM = 2.3, 88.0, 0.9, 1.2
"""How near the hairline strands begin whose way they go, how far round the head, how far above it others do on average, and how
far from the one that each follows: from further off they would cross the hair."""
_FEWEST, _ALONG_CM, _ALONG_TURN = 40, 0.35, 0.04
"""Strands beside an edge from which others follow them, and how far along it from its own place each finds the one that it
follows: deviations in cm along a parting and in radians round the head."""
_JOINS_CM, _OVER_CM, _ENDS_CM = 2.5, 0.06, (5.0, 12.0)
"""Length over which they come to the way of those, how high they lie over them, and where they end."""


def edge_share(style: Groom) -> float:
    """Share of a style's strands that gives way to those that begin at its edges."""
    return _INSTEAD * (_FRAMED + (_PARTED if _shows_parting(style) else 0))


def grow_edge_strands(
    style: Groom, hairline: Hairline, guides: GuideStrands, strands: Strands, random: np.random.Generator
) -> tuple[Strands, Indices]:
    """Strands that begin at the edges, in canonical centimetres, and which of ``strands`` each follows."""
    known = np.ones(len(strands.guide), bool) if strands.stray is None else ~strands.stray
    found = [_at_hairline(hairline, guides, strands, known, random)]
    if _shows_parting(style):
        found += [_at_parting(style, guides, strands, known, side, random) for side in (-1, 1)]
    followed, begin = (np.concatenate(each) for each in zip(*found, strict=True))
    return _following(strands.chosen(followed), begin, guides, random), followed


def _shows_parting(style: Groom) -> bool:
    return root_directions.is_parted(style) and not root_directions.is_cut_straight(style)


def _at_parting(
    style: Groom, guides: GuideStrands, strands: Strands, known: Mask, side: int, random: np.random.Generator
) -> tuple[Indices, Floats]:
    first = strands.points[:, 0]
    at, behind = style.comb.parting_at, guides.roots.behind[strands.guide]
    from_it = parting.offset_from_parting(at, first) * side
    near = known & (from_it > 0) & (from_it < _NEAR_CM) & (behind < _BEHIND_CM)
    which, back = _followed(first[:, 2], near, round(_PARTED / 2 * len(first)), _ALONG_CM, random)
    beside = parting.half_width(behind[which]) * (_LEAST + random.exponential(_BESIDE, len(which))).astype(np.float32)
    begin = first[which].copy()
    begin[:, 2] = back
    begin[:, 0] += side * beside - parting.offset_from_parting(at, begin)
    return which, begin


def _at_hairline(
    hairline: Hairline, guides: GuideStrands, strands: Strands, known: Mask, random: np.random.Generator
) -> tuple[Indices, Floats]:
    first, roots = strands.points[:, 0], guides.roots
    near = known & ~strands.fringe & ((roots.above < _ABOVE_CM) & (roots.degrees < _DEGREES))[strands.guide]
    which, turn = _followed(azimuth(first), near, round(_FRAMED * len(first)), _ALONG_TURN, random)
    # Few on the line itself, more and more above it: one that is full at once is the rim of a cap.
    height = hairline.height(turn) + random.gamma(2, _ON_CM / 2, len(which))
    begin = scalp_points(turn, height)
    near = vec3.length(begin - first[which]) < _FAR_CM
    return which[near], np.asarray(begin[near], np.float32)


def _followed(
    along: Floats, near: Mask, count: int, apart: float, random: np.random.Generator
) -> tuple[Indices, Floats]:
    """Some of the strands that are ``near`` an edge (N), and places at which ``count`` others begin that follow them: evenly
    along it, however densely those do; none where there are few. along: N, where on the edge each begins; apart: deviation of how
    far off that is found."""
    which = np.flatnonzero(near)
    if len(which) < _FEWEST:
        return which[:0], along[:0]
    which = which[np.argsort(along[which], kind="stable")]
    places = along[which]
    low, high = (float(place) for place in np.quantile(places, _WITHIN))
    begins = random.uniform(low, high, count).astype(np.float32)
    nearest = np.searchsorted(places, begins + random.normal(0, apart, count))
    return which[np.clip(nearest, 0, len(which) - 1)], begins


def _following(own: Strands, begin: Floats, guides: GuideStrands, random: np.random.Generator) -> Strands:
    """Strands like some others that ``begin`` (Nx3) elsewhere on the scalp, and come to their way over them."""
    distance, normal = distance_from_skull(begin)
    begin = begin - normal * distance[:, None]
    gone = np.linspace(0, 1, own.points.shape[1], dtype=np.float32) * guides.length[own.guide][:, None]
    joins = np.exp(-gone / np.float32(_JOINS_CM))[..., None]
    over = np.float32(_OVER_CM) * normal[:, None] * np.minimum(gone / np.float32(_JOINS_CM), 1)[..., None]
    lines = own.points + joins * (begin - own.points[:, 0])[:, None] + over
    # Further on there is hair enough.
    shown = random.uniform(*_ENDS_CM, len(begin)).astype(np.float32) / guides.length[own.guide]
    return replace(own, points=np.asarray(lines, np.float32), reach=np.minimum(own.reach, shown))
