"""From guides to single strands: bundles, curls, waves, frizz, uneven tips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.core.threads import each
from catchlight.hair.head.ellipsoid import distance_from_skull
from catchlight.hair.synthesis.guides import curls, parting, straight_fringe
from catchlight.hair.synthesis.guides.grow import GuideStrands
from catchlight.hair.synthesis.guides.root_directions import clears_ears, is_cut_straight, shows_parting
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats

_BLOCK = 4096
_LOOSE_CM, _GATHERED_CM = 0.9, 2.5
"""Deviation by which strands of a bundle lie apart at least at the hairline, and the length over which they come together
there."""
_ELSEWHERE = 0.5
"""How loose bundles are at their roots away from the hairline, against there: the end of one that lies over others would be seen
as a patch."""
_THIN = 0.3
"""How thick a bundle is, outwards from the head, against its width."""
_HAIRLINE_CM, _BEGINS_CM, _MOST_SET_BACK = 2.3, 1.5, 0.5
"""Above the hairline, where single hairs give way to all of them; how far on a strand begins on the average beside it; and the
share of its length that may be left out."""
_UNEVEN, _TAPERED = (0.3, 2.0), (0.6, 1.3)
"""By how much of its length a strand of ragged hair is shorter at most, and the power of chance that says by how much, in long
hair and in short: that is cut strand by strand, and thins out where blunt ends would make a brush of it."""

_ROOTED_STEPS = 5
"""Steps over which a strand that lies over the scalp comes up from its root: all at once it would be a stroke across others."""
_FRINGE_CLUMPS, _FRINGE_ENDS_CM, _STRAIGHT_ENDS_CM = 0.5, 0.3, 0.22
"""How far strands of a fringe come together, against those of other hair, and how much shorter one is than the next, on average:
where bundles of them ended as one, a fringe was a comb. The same where it is cut straight, in wisps."""
_STRAY_FROM_CM, _STRAYS_CM = 4.0, 20.0
"""Length of hair from which strands stray, and how much longer it is where as many do as may."""
_STRAY_CM, _LEAVES = (0.5, 4.0), (0.08, 0.85)
"""How far those go when they have left the others, and where on their way they do."""
_SLANT, _ASIDE, _LEANS_CM = 0.35, 0.25, (0.5, 1.6)
"""Deviations of how steeply they leave the others at most, outwards and to a side, and after what length: from there on they
fall as all hair does. What leaves it ever more steeply is a bristle."""
_TURNS, _BENDS_CM = 0.5, 3.0
"""Deviation of how far they turn to a side in the end, and the length over which they do."""
_WANDERING, _WANDERS, _FURTHER = 0.045, 0.013, 0.5
"""Share of strands that cross the others at small angles; how far they lie off their way by the length that they have come, and
the deviation of that, as a logarithm."""
_WAYWARD, _WAYWARD_FAR = 0.15, 0.02
"""Share of strands of curly hair that leave their curl, and how far they do, in the same way: a haze of them is round curls."""
_ROUNDED = 0.3
"""How far it is from the others, in its deviations, where it would touch them."""
_WANDERS_CM, _ABOVE_CM, _WALK_CM = 10.0, 0.1, 5.0
"""Length from which as many do, how high they lie over the others, and the length over which they turn."""


@dataclass(frozen=True)
class Strands:
    """points: NxSx3 canonical cm. reach: N, the share of its points after which a strand ends. guide: N, its guide.
    front: N. fringe: N. stray: N, has left the others or crosses them; None where none does."""

    points: Floats
    reach: Floats
    guide: npt.NDArray[np.intp]
    front: npt.NDArray[np.bool_]
    fringe: npt.NDArray[np.bool_]
    stray: npt.NDArray[np.bool_] | None = None

    def chosen(self, which: npt.NDArray[Any]) -> Strands:
        """Some of the strands."""
        every = {part.name: getattr(self, part.name) for part in fields(self)}
        return replace(self, **{name: values[which] for name, values in every.items() if values is not None})

    def among(self, others: Strands) -> Strands:
        """These and others of the same guides, with as many points each."""
        stray = [np.zeros(len(part.points), bool) if part.stray is None else part.stray for part in (self, others)]
        pairs = {part.name: (getattr(self, part.name), getattr(others, part.name)) for part in fields(self)}
        return Strands(**{name: np.concatenate(pair) for name, pair in (pairs | {"stray": tuple(stray)}).items()})


def grow_strands(style: Groom, guides: GuideStrands, strands: int, random: np.random.Generator) -> Strands:
    """About ``strands`` strands in bundles round the guides."""
    count, steps, _ = guides.lines.shape
    apiece = max(1, round(strands / max(count, 1)))
    many = count * apiece
    guide = np.repeat(np.arange(count), apiece)
    arc = (guides.length[:, None] * np.linspace(0, 1, steps, dtype=np.float32)[None]).astype(np.float32)
    bundles = _Bundles.of(style, guides, guide, arc, random)
    lines, flies = _bundled_lines(style, guides, bundles, arc, random)
    if shows_parting(style):
        side = np.sign(parting.offset_from_parting(style.comb.parting_at, guides.roots.points))[guide]
        parting.part_strands(lines, arc[guide], style.comb.parting_at, side, guides.roots.behind[guide])
    _sink_roots(lines)
    _set_back(lines, guides.roots.above[guide], guides.length[guide], _BEGINS_CM, random)
    most, power = _TAPERED if clears_ears(style) else _UNEVEN
    reach = 1 - style.cut.ragged * most * random.random(many, np.float32) ** power
    reach *= 1 - _fringe_unevenness(style, lines, guides, guide, random)
    if style.curl is None:
        stray = _let_straight_strands_stray(lines, guides, guide, flies, random)
    else:
        own = random.spawn(1)[0]
        stray = own.random(many) < _WAYWARD
        chosen = np.flatnonzero(stray)
        _wander(lines, chosen, guides.length[guide[chosen]], own, _WAYWARD_FAR)
    return Strands(lines, reach, guide, guides.front[guide], guides.fringe[guide], stray)


@dataclass(frozen=True)
class _Bundles:
    """How N strands lie round their guides. guide: N. across, outward: Nx3, cm, where each lies from its guide, along the scalp
    and off it. wide, deep: GxS, factors on these along each guide."""

    guide: npt.NDArray[np.intp]
    across: Floats
    outward: Floats
    wide: Floats
    deep: Floats

    @classmethod
    def of(
        cls, style: Groom, guides: GuideStrands, guide: npt.NDArray[np.intp], arc: Floats, random: np.random.Generator
    ) -> _Bundles:
        """arc: GxS, cm along each guide."""
        fibre = style.fibre
        across = random.standard_normal((len(guide), 3), np.float32) * (0.5 * fibre.spread)
        normal = guides.roots.normal[guide]
        outward = (across * normal).sum(axis=1, keepdims=True) * normal
        across -= outward
        outward *= _THIN
        along = np.linspace(0, 1, arc.shape[1], dtype=np.float32)
        clumping = np.where(guides.fringe[:, None], np.float32(_FRINGE_CLUMPS), np.float32(1))
        deep = 1 - clumping * np.float32(fibre.clumping) * along[None] ** 1.2
        wider = max(_LOOSE_CM / (0.5 * fibre.spread) - 1, 0)
        loose = np.float32(wider) * np.maximum(_at_hairline(guides.roots.above), np.float32(_ELSEWHERE))
        wide = deep + loose[:, None] * np.exp(arc * np.float32(-1 / _GATHERED_CM))
        return cls(guide, across, outward, wide, deep)

    def lay(self, base: Floats, part: slice) -> Floats:
        """Some of the strands round the lines ``base`` (GxSx3) of the guides."""
        guide = self.guide[part]
        strand = np.asarray(base[guide], np.float32)
        wide, deep = self.wide[guide], self.deep[guide]
        for axis in range(3):
            strand[..., axis] += self.across[part, axis, None] * wide
            strand[..., axis] += self.outward[part, axis, None] * deep
        return strand


def _bundled_lines(
    style: Groom, guides: GuideStrands, bundles: _Bundles, arc: Floats, random: np.random.Generator
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Strands (NxSx3) with the style's waves, curls and frizz, and which of them fly away (N). arc: GxS, cm along each guide."""
    guide, many, steps = bundles.guide, len(bundles.guide), arc.shape[1]
    first, second = _frames(guides.lines)
    base = guides.lines
    if style.wave is not None:
        base = base + curls.wave_offsets(style.wave, guides, arc, first, second, random)
    curled = None
    if style.curl is not None:
        hangs = curls.hanging_share(guides.lines)
        curled = curls.curl_offsets(style.curl, arc, hangs, first, second, guide, many, random)
    flies = random.random(many) < style.fibre.flyaway
    frizzed = curls.frizz_offsets(style, guides.length[guide], steps, flies, random)
    lines = np.empty((many, steps, 3), np.float32)

    def lay(part: slice) -> None:
        strand = bundles.lay(base, part)
        if curled is not None:
            strand += curled(part)
        strand += frizzed(part)
        lines[part] = strand

    each(lay, strand_blocks(many))
    return lines, flies


def _sink_roots(lines: Floats) -> None:
    """Let strands come up from the scalp little by little; changes ``lines`` (NxSx3)."""
    distance, outward = distance_from_skull(lines[:, 0])
    sinks = outward * distance[:, None]
    for index in range(min(_ROOTED_STEPS, lines.shape[1])):
        lines[:, index] -= sinks * np.float32(1 - index / _ROOTED_STEPS)


def _fringe_unevenness(
    style: Groom, lines: Floats, guides: GuideStrands, guide: npt.NDArray[np.intp], random: np.random.Generator
) -> Floats:
    """By which share of its length each strand of a fringe is shorter, N. Gathers one that is cut straight into wisps: changes
    ``lines``."""
    shorter = random.spawn(1)[0].exponential(1, len(guide))
    if is_cut_straight(style):
        shorter *= _STRAIGHT_ENDS_CM
        shorter += straight_fringe.gather_into_wisps(lines, guides.fringe[guide], random.spawn(1)[0])
    else:
        shorter *= _FRINGE_ENDS_CM
    shorter /= guides.length[guide]
    return np.where(guides.fringe[guide], np.minimum(shorter, 0.5), 0).astype(np.float32)


def _let_straight_strands_stray(
    lines: Floats,
    guides: GuideStrands,
    guide: npt.NDArray[np.intp],
    flies: npt.NDArray[np.bool_],
    random: np.random.Generator,
) -> npt.NDArray[np.bool_]:
    """Let some of those that may fly away leave the others, and more of them cross these; changes ``lines``. Which do, N."""
    many = len(guide)
    often = np.clip((guides.length - _STRAY_FROM_CM) / _STRAYS_CM, 0, 1)
    stray = flies & ~guides.fringe[guide] & (random.random(many) < often[guide])
    _leave(lines, np.flatnonzero(stray), random)
    own = random.spawn(1)[0]
    often = _WANDERING * np.clip(guides.length / _WANDERS_CM, 0, 1)[guide]
    wandering = ~stray & (own.random(many) < often)
    chosen = np.flatnonzero(wandering)
    _wander(lines, chosen, guides.length[guide[chosen]], own, _WANDERS)
    return np.asarray(stray | wandering, bool)


def _at_hairline(above: Floats) -> Floats:
    """1 at the hairline to 0 where all hairs grow. above: cm above it."""
    return np.asarray(1 - np.clip(above / _HAIRLINE_CM, 0, 1), np.float32)


def _set_back(lines: Floats, above: Floats, length: Floats, further: float, random: np.random.Generator) -> None:
    """Begin strands beside the hairline each somewhere further on, the more the nearer they are to it; changes ``lines`` (NxSx3).

    above: N, cm above the hairline. length: N, cm. further: cm, on average at the hairline. Bundles that begin as one make a comb
    of it.
    """
    steps = lines.shape[1]
    near = np.flatnonzero(above < _HAIRLINE_CM)
    begin = np.minimum(
        _at_hairline(above[near]) * random.exponential(further, len(near)), _MOST_SET_BACK * length[near]
    )
    at = np.maximum(np.arange(steps), (begin * (steps - 1) / length[near])[:, None])
    low = np.minimum(at.astype(np.intp), steps - 2)
    part = (at - low).astype(np.float32)[..., None]
    own = lines[near]
    which = np.arange(len(near))[:, None]
    lines[near] = own[which, low] * (1 - part) + own[which, low + 1] * part


def _leave(lines: Floats, which: npt.NDArray[np.intp], random: np.random.Generator) -> None:
    """Let some strands show only where they leave the others, each somewhere on its way: hair that broke or grows anew.

    Changes ``lines`` (NxSx3, canonical cm): all points of those strands lie on what stands off, which bends as a hair does.
    """
    steps, count = lines.shape[1], len(which)
    begin = (random.uniform(*_LEAVES, count) * (steps - 2)).astype(np.intp)
    own = lines[which]
    each, from_here = np.arange(count)[:, None], own[np.arange(count), begin]
    _, outward = distance_from_skull(from_here)
    slant = np.abs(random.normal(0, _SLANT, count)).astype(np.float32)[:, None]
    first = outward * slant + random.standard_normal((count, 3), np.float32) * np.float32(_ASIDE)
    second = random.standard_normal((count, 3), np.float32) * np.float32(_TURNS)
    leans = random.uniform(*_LEANS_CM, (count, 1)).astype(np.float32)
    gone = random.uniform(*_STRAY_CM, (count, 1)).astype(np.float32) * np.linspace(0, 1, steps, dtype=np.float32)
    # It goes on as the others do, which fall, leaves them in a bow, and turns to a side in the end.
    pace = vec3.length(np.diff(own, axis=1)).mean(axis=1)[:, None] + np.float32(1e-6)
    at = np.minimum(begin[:, None] + gone / pace, steps - 1)
    low = np.minimum(at.astype(np.intp), steps - 2)
    share = (at - low).astype(np.float32)[..., None]
    further = np.maximum(gone - (steps - 1 - begin[:, None]) * pace, 0)[..., None]
    bow = gone / leans
    bow = np.float32(np.e) * leans * (1 - (1 + bow) * np.exp(-bow))
    gone = gone[..., None]
    lines[which] = (
        own[each, low] * (1 - share)
        + own[each, low + 1] * share
        + _unit(own[:, -1] - own[:, -2])[:, None] * further
        + first[:, None] * bow[..., None]
        + second[:, None] * (gone**3 / np.float32(6 * _BENDS_CM**2))
    )


def _wander(
    lines: Floats, which: npt.NDArray[np.intp], length: Floats, random: np.random.Generator, off: float
) -> None:
    """Let some strands cross the others at small angles, over them; changes ``lines`` (NxSx3, canonical cm). length: cm. off: how
    far they lie off their way, by the length that they have come."""
    from scipy.interpolate import CubicSpline

    steps, count = lines.shape[1], len(which)
    if not count:
        return
    along = np.linspace(0, 1, steps, dtype=np.float32)
    knots = max(3, round(float(length.max()) / _WALK_CM) + 1)
    walk = random.standard_normal((knots, count, 3), np.float32)
    walk[0] = 0
    aside = np.asarray(CubicSpline(np.linspace(0, 1, knots), walk)(along), np.float32).transpose(1, 0, 2)
    tangent = _unit(np.gradient(lines[which], axis=1))
    aside -= (aside * tangent).sum(axis=-1, keepdims=True) * tangent
    _, outward = distance_from_skull(lines[which].reshape(-1, 3))
    outward = outward.reshape(aside.shape)
    # What would go under the others goes over them, and turns without a corner.
    out = (aside * outward).sum(axis=-1, keepdims=True)
    aside += (np.sqrt(out * out + np.float32(_ROUNDED**2)) - out) * outward
    far = np.float32(off) * random.lognormal(0, _FURTHER, (count, 1)).astype(np.float32)
    vec3.scale(aside, far * length[:, None] * along)
    lines[which] += aside + outward * (np.float32(_ABOVE_CM) * np.minimum(along * 4, 1))[None, :, None]


def strand_blocks(count: int) -> Iterator[slice]:
    """Some strands at a time: what all need meanwhile would take several times the memory of the result."""
    return (slice(first, min(first + _BLOCK, count)) for first in range(0, count, _BLOCK))


def _frames(lines: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors across each guide, at each of its points."""
    tangent = np.gradient(lines, axis=1)
    first = _unit(np.cross(tangent, np.array([0.15, 0.1, 1], np.float32)))
    return first, _unit(np.cross(_unit(tangent), first))


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / (vec3.length(vectors) + 1e-9)[..., None], np.float32)
