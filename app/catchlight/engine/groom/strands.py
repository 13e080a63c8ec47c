"""From guides to single strands: bundles, curls, waves, frizz, uneven tips."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Curl, Groom
from catchlight.engine import triples
from catchlight.engine.groom.growth import Guides, clears_ears
from catchlight.engine.groom.head import away
from catchlight.engine.groom.roots import grows
from catchlight.engine.side_by_side import each

Floats = npt.NDArray[np.floating[Any]]

_BLOCK = 4096
_LOOSE_CM, _GATHERED_CM, _LOC_CM = 0.45, 1.2, 0.5
"""Deviation by which strands of a bundle lie apart at least at the hairline, and the length over which they come together there,
and in a loc wherever it grows."""
_HAIRLINE_CM, _BEGINS_CM, _MOST_SET_BACK = 1.6, 0.6, 0.5
"""Above the hairline, where single hairs give way to all of them; how far on a strand begins on the average beside it; and the
share of its length that may be left out."""
_UNEVEN, _TAPERED = (0.3, 2.0), (0.6, 1.3)
"""By how much of its length a strand of ragged hair is shorter at most, and the power of chance that says by how much, in long
hair and in short: that is cut strand by strand, and thins out where blunt ends would make a brush of it."""


@dataclass(frozen=True)
class Strands:
    """points: NxSx3 canonical cm. reach: N, the share of its points after which a strand ends. guide: N, its guide.
    front: N. fringe: N."""

    points: Floats
    reach: Floats
    guide: npt.NDArray[np.intp]
    front: npt.NDArray[np.bool_]
    fringe: npt.NDArray[np.bool_]


def spread(style: Groom, guides: Guides, strands: int, random: np.random.Generator) -> Strands:
    """About ``strands`` strands in bundles round the guides."""
    fibre = style.fibre
    count, steps, _ = guides.lines.shape
    apiece = max(1, round(strands / max(count, 1)))
    many = count * apiece
    guide = np.repeat(np.arange(count), apiece)
    offset = random.standard_normal((many, 3), np.float32) * (0.5 * fibre.spread)
    normal = guides.roots.normal[guide]
    offset -= (offset * normal).sum(axis=1, keepdims=True) * normal * 0.7
    along = np.linspace(0, 1, steps, dtype=np.float32)
    bundle = (1 - fibre.clumping * along**1.2)[None]
    arc = (guides.length[:, None] * along[None]).astype(np.float32)
    # What is brushed off the forehead covers where the fringe began.
    is_ragged = style.fringe is None or not style.fringe.off
    wider = max(_LOOSE_CM / (0.5 * fibre.spread) - 1, 0) * is_ragged
    if fibre.round:
        # A loc comes together from all of its part of the scalp.
        wide = bundle + np.float32(wider) * np.exp(arc * np.float32(-1 / _LOC_CM))
    else:
        loose = np.float32(wider) * _at_hairline(guides.roots.above)
        wide = bundle + loose[:, None] * np.exp(arc * np.float32(-1 / _GATHERED_CM))
    first, second = _frames(guides.lines)
    base = guides.lines
    if style.wave is not None:
        base = base + _waved(style.wave, guides, arc, first, second, random)
    curled = _curling(style.curl, arc, first, second, guide, many, random) if style.curl is not None else None
    frizzed = _frizzing(style, guides.length[guide], steps, many, random)
    lines = np.empty((many, steps, 3), np.float32)

    def bundled(part: slice) -> None:
        strand = np.asarray(base[guide[part]], np.float32)
        width = wide[guide[part]]
        for axis in range(3):
            strand[..., axis] += offset[part, axis, None] * width
        if curled is not None:
            strand += curled(part)
        strand += frizzed(part)
        lines[part] = strand

    each(bundled, blocks(many))
    distance, outward = away(lines[:, 0])
    lines[:, 0] -= outward * distance[:, None]
    if is_ragged:
        _set_back(lines, guides.roots.above[guide], guides.length[guide], random)
    most, power = _TAPERED if clears_ears(style) else _UNEVEN
    reach = 1 - style.cut.ragged * most * random.random(many, np.float32) ** power
    found = Strands(lines, reach, guide, guides.front[guide], guides.fringe[guide])
    if not style.cut.fade:
        return found
    left = grows(style.cut.fade, lines[:, 0], random)
    return Strands(*(getattr(found, part.name)[left] for part in fields(found)))


def _at_hairline(above: Floats) -> Floats:
    """1 at the hairline to 0 where all hairs grow. above: cm above it."""
    return np.asarray(1 - np.clip(above / _HAIRLINE_CM, 0, 1), np.float32)


def _set_back(lines: Floats, above: Floats, length: Floats, random: np.random.Generator) -> None:
    """Begin strands beside the hairline each somewhere further on, the more the nearer they are to it; changes ``lines`` (NxSx3).

    above: N, cm above the hairline. length: N, cm. Bundles that begin as one make a comb of it.
    """
    steps = lines.shape[1]
    near = np.flatnonzero(above < _HAIRLINE_CM)
    begin = np.minimum(
        _at_hairline(above[near]) * random.exponential(_BEGINS_CM, len(near)), _MOST_SET_BACK * length[near]
    )
    at = np.maximum(np.arange(steps), (begin * (steps - 1) / length[near])[:, None])
    low = np.minimum(at.astype(np.intp), steps - 2)
    part = (at - low).astype(np.float32)[..., None]
    own = lines[near]
    which = np.arange(len(near))[:, None]
    lines[near] = own[which, low] * (1 - part) + own[which, low + 1] * part


def blocks(count: int) -> Iterator[slice]:
    """Some strands at a time: what all need meanwhile would take several times the memory of the result."""
    return (slice(first, min(first + _BLOCK, count)) for first in range(0, count, _BLOCK))


def _frames(lines: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors across each guide, at each of its points."""
    tangent = np.gradient(lines, axis=1)
    first = _unit(np.cross(tangent, np.array([0.15, 0.1, 1], np.float32)))
    return first, _unit(np.cross(_unit(tangent), first))


def _curling(
    curl: Curl,
    arc: Floats,
    first: Floats,
    second: Floats,
    guide: npt.NDArray[np.intp],
    many: int,
    random: np.random.Generator,
) -> Callable[[slice], Floats]:
    """Helices whose strands keep together within a bundle, for some strands at a time."""
    count = len(arc)
    phase = (random.random(count) * 2 * np.pi)[guide] + random.standard_normal(many) * (1 - curl.together) * 3
    phase = phase.astype(np.float32)
    radius = (curl.radius * (1 + 0.18 * random.standard_normal(many))).astype(np.float32)
    pace = (1 + 0.12 * random.standard_normal(count))[:, None]
    wound = (2 * np.pi * curl.turns * arc * pace).astype(np.float32)
    grows = np.clip((arc - 0.5) / curl.begins, 0, 1).astype(np.float32)

    def curled(part: slice) -> Floats:
        which = guide[part]
        turn = wound[which] + phase[part, None]
        size = radius[part, None] * grows[which]
        lines, aside = first[which], second[which]
        triples.scale(lines, size * np.cos(turn))
        triples.scale(aside, size * np.sin(turn))
        lines += aside
        return lines

    return curled


def _waved(
    wave: Curl, guides: Guides, arc: Floats, first: Floats, second: Floats, random: np.random.Generator
) -> Floats:
    """Waves that neighbouring guides share."""
    count = len(arc)
    roots = guides.roots.points
    phase = 0.25 * roots[:, 0] + 0.2 * roots[:, 1] + random.normal(0, 0.6, count)
    turn = 2 * np.pi * wave.turns * arc * (1 + 0.12 * random.standard_normal(count))[:, None] + phase[:, None]
    size = wave.radius * np.clip((arc - 0.5) / wave.begins, 0, 1)
    bent = (size * np.sin(turn))[..., None] * first + (0.5 * size * np.cos(turn))[..., None] * second
    return np.asarray(bent, np.float32)


def _frizzing(
    style: Groom, length: Floats, steps: int, many: int, random: np.random.Generator
) -> Callable[[slice], Floats]:
    """A smooth random walk of each strand; flyaways walk far. For some strands at a time."""
    knots = random.standard_normal((many, 5, 3), np.float32)
    at = np.linspace(0, 4, steps)
    share = np.maximum(1 - np.abs(at[:, None] - np.arange(5)[None]), 0).astype(np.float32)
    size = style.fibre.frizz * np.where(random.random(many) < style.fibre.flyaway, 6, 1) * 0.25
    size = (size * np.minimum(length, 14)).astype(np.float32)
    grows = np.linspace(0, 1, steps, dtype=np.float32)

    def frizzed(part: slice) -> Floats:
        walk: Floats = share @ knots[part]
        triples.scale(walk, size[part, None] * grows)
        return walk

    return frizzed


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / (triples.length(vectors) + 1e-9)[..., None], np.float32)
