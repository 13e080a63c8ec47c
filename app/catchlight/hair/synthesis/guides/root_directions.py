"""Which way hair is combed at its roots, what of it is fringe or sideburn, and how long these are. In canonical centimetres."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Fringe, Groom
from catchlight.hair.synthesis.guides import parting
from catchlight.hair.synthesis.guides.roots import Roots
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats

_SHORT_CM = 6.0
"""Hair of the sides that leaves the ears free."""
_FRINGE_CM = 4.5
"""How far behind the hairline a fringe begins."""
_THINS_CM = 1.8
"""How much further behind one laid over hair that is seen begins, on average: all at one line it would be a patch."""
_FRINGE_NOISE = 0.6
"""How unlike strands of a fringe are combed, against others, and none more than others are on average: before the forehead one
that lies across the rest is seen by itself."""
_LEDGE_CM = 4.0
"""How far behind a fringe hair is brushed back, less and less."""
_SWEPT, _AHEAD, _LEAST_CM = 0.2, 15.0, 1.5
"""Sweep up to which a fringe is cut straight; degrees from the front within which the hairline tells how high that is; and the
least height above it that it grows from."""
_TEMPLE = 30.0
"""Degrees beside a fringe over which long hair hangs before the temple: brushed back, it would leave a bare stripe."""
_BESIDE = 1.2
"""How far it is brushed aside, against how far back: straight back it would stand up in a loop before it lies down."""
_ASIDE_CM = 0.7
"""By how much a fringe is longer towards the temples."""
_FORWARD_CM, _FRAMES, _FRAMES_CURLED = (0.0, 3.0, 9.0), (0.3, 0.8, 0.0), (0.1, 0.45, 0.0)
"""Distances behind the hairline, and how far hair that frames a face is combed forward there rather than back as other hair is:
it lies along the hairline of the forehead, falls forward from the parting behind that, and to the side on the crown. Read off
photographs of partings. Curls stand off by themselves: as far forward they would hang before the forehead as loops."""
_BURNS_AT, _BURNS_UP_TO, _BURNS_END, _LEAST_BURN_CM = (58.0, 92.0), (2.2, 4.2), 0.4, 0.5
"""Degrees between which sideburns grow, canonical y (cm) up to which they are nothing else and from which they are none, where
they end at the lowest, and the length they have at least."""
_ALONG_CM, _ALONG_BEHIND_CM = 2.2, 2.5
"""How far beside a parting, and behind the hairline, strands are combed along that rather than back."""


def is_cut_straight(style: Groom) -> bool:
    """Whether a style has a fringe that hangs down and is cut along a line."""
    return style.fringe is not None and falls_straight(style.fringe)


def falls_straight(fringe: Fringe) -> bool:
    """Whether a fringe hangs down and is not swept aside."""
    return abs(fringe.sweep) <= _SWEPT


def clears_ears(style: Groom) -> bool:
    """Whether a style leaves the ears free: its sides are short, or combed back behind them."""
    return style.cut.length * style.cut.sides <= _SHORT_CM or style.comb.parting == "back"


def shows_parting(style: Groom) -> bool:
    """Whether a line is seen between hair combed to either side: no fringe lies over it."""
    return is_parted(style) and style.fringe is None


def is_parted(style: Groom) -> bool:
    """Whether hair is combed to either side of a line."""
    return style.comb.parting in ("centre", "side")


def hangs_beside_face(style: Groom) -> bool:
    """Whether hair of the forehead hangs down beside the face, over the hairline of the temples."""
    return is_parted(style) and not clears_ears(style)


def comb_roots(
    style: Groom, roots: Roots, away_from: Floats, length: Floats, random: np.random.Generator, *, alone: bool = False
) -> tuple[Floats, npt.NDArray[np.bool_], Floats]:
    """Unit directions at the roots along the scalp, which roots are fringe, and lengths with those of the fringe.

    alone: nothing else grows, but lies there already as it is seen."""
    points, count = roots.points, len(roots.points)
    x, ones = points[:, 0], np.ones(count)
    how = style.comb
    if is_parted(style):
        behind = np.clip((-points[:, 2] - 6) / 6, 0, 1)[:, None]
        # Beside the parting the first strands go along the hairline: off it, they would leave a wedge of bare scalp.
        from_it = parting.offset_from_parting(how.parting_at, points) / np.float32(_ALONG_CM)
        first = np.exp(-from_it * from_it) * np.clip(1 - roots.behind / _ALONG_BEHIND_CM, 0, 1)
        onto = -how.back * (1 - first)
        if hangs_beside_face(style):
            forward = _FRAMES if style.curl is None else _FRAMES_CURLED
            onto = np.interp(roots.behind, _FORWARD_CM, forward) - how.back * np.interp(
                roots.behind, _FORWARD_CM, (0, 0, 1)
            )
        comb = np.stack([away_from, -how.down * ones, onto], axis=-1)
        comb = comb * (1 - behind) + behind * np.stack([0.05 * x, -ones, -0.6 * ones], axis=-1)
    else:
        comb = np.stack([0.03 * x, -0.15 * ones - 0.3 * roots.side - roots.back, -ones], axis=-1)
    fringe = np.zeros(count, bool)
    if style.fringe is not None:
        begins = random.normal(0, 0.9, count)
        if alone:
            begins = np.maximum(begins, random.exponential(_THINS_CM, count))
        fringe = (roots.degrees < style.fringe.width) & (roots.behind < _FRINGE_CM + begins)
        if is_parted(style) and abs(style.fringe.sweep) > _SWEPT:
            # Swept off the parting it grows on one side of that: the other's would cross it in single wisps.
            fringe &= away_from * style.fringe.sweep > 0
        if is_cut_straight(style):
            # What grows hardly higher than the cut hangs down beside it.
            ahead = roots.degrees < _AHEAD
            if ahead.any():
                cut = float(np.median((points[:, 1] - roots.above)[ahead])) - style.fringe.length
                fringe &= points[:, 1] > cut + _LEAST_CM
        sideways = style.fringe.sweep
        onward = np.stack([sideways + 0.04 * x, -0.35 * ones, ones], axis=-1)
        # What grows just behind it is brushed back, where it would stand over it as a ledge.
        share = np.clip((_FRINGE_CM + _LEDGE_CM - roots.behind) / _LEDGE_CM, 0, 1)
        share *= np.clip((style.fringe.width + 15 - roots.degrees) / 15, 0, 1)
        brushed = np.stack([_BESIDE * away_from, -0.1 * ones, -ones], axis=-1)
        comb = comb + np.reshape(share, (-1, 1)) * (brushed - comb)
        if not clears_ears(style):
            hangs = np.stack([0.3 * np.sign(x), -ones, 0.15 * ones], axis=-1)
            comb = comb + _beside(style.fringe.width, roots) * (hangs - comb)
        comb = np.where(fringe[:, None], onward, comb)
        # Roots further back need longer hair to reach the brows.
        reach = style.fringe.length + roots.rise + 0.95 * roots.behind
        reach += _ASIDE_CM * np.clip((roots.degrees - 22) / 20, 0, 1.5)
        length = np.where(fringe, reach + random.normal(0, 0.3, count), length)
    comb = comb - (comb * roots.normal).sum(axis=1, keepdims=True) * roots.normal
    noise = random.normal(0, how.noise, (count, 3))
    noise[fringe] = np.clip(_FRINGE_NOISE * noise[fringe], -how.noise, how.noise)
    comb = _unit(_unit(comb) + noise)
    return np.asarray(comb, np.float32), fringe, length


def _beside(width: float, roots: Roots) -> Floats:
    """How far each root, Nx1, is a temple's beside a fringe of some ``width``, whose hair hangs down to close the gap."""
    near = np.clip((_TEMPLE + width - roots.degrees) / 10, 0, 1) * np.clip((roots.degrees - width) / 6 + 1, 0, 1)
    return np.asarray(near * np.clip((_FRINGE_CM - roots.behind) / 2, 0, 1), np.float32)[:, None]


def comb_sideburns(roots: Roots, comb: Floats, length: Floats, down: Floats) -> tuple[Floats, Floats]:
    """Directions and lengths with those of sideburns, which hang before the ears and are short."""
    first, last = _BURNS_AT
    low, high = _BURNS_UP_TO
    height = roots.points[:, 1]
    share = np.clip(np.minimum(roots.degrees - first, last - roots.degrees) / 6, 0, 1)
    share = (share * np.clip((high - height) / (high - low), 0, 1))[:, None]
    most = np.maximum(height - _BURNS_END, _LEAST_BURN_CM) / np.maximum(share[:, 0], 0.05)
    hangs = down + np.array([0, 0, -0.25], np.float32)
    hangs = hangs - (roots.normal @ hangs)[:, None] * roots.normal
    return _unit(comb * (1 - share) + _unit(hangs) * share), np.where(share[:, 0] > 0, np.minimum(length, most), length)


def _unit(vectors: npt.NDArray[np.floating]) -> Floats:
    return np.asarray(vectors / (vec3.length(vectors) + 1e-9)[..., None], np.float32)
