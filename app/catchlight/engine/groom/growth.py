"""Growing hair: guides from roots on the skull, combed, falling, kept off head and face. All in canonical centimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.engine import triples
from catchlight.engine.groom.head import away
from catchlight.engine.groom.roots import Roots, kept, parted

Floats = npt.NDArray[np.floating[Any]]

_MOST_STEPS = 64
_FRINGE_CM = 4.5
"""How far behind the hairline a fringe begins."""
_LEDGE_CM = 4.0
"""How far behind a fringe hair is brushed back, less and less."""
_FORWARD = (20.0, 35.0)
"""Degrees from the middle between which it begins to be, where all hair is combed forward: at the temples it would hang over the
brows."""
_TEMPLE = 30.0
"""Degrees beside a fringe over which long hair hangs before the temple: brushed back, it would leave a bare stripe."""
_BESIDE = 1.2
"""How far it is brushed aside, against how far back: straight back it would stand up in a loop before it lies down."""
_CURTAIN_CM, _ASIDE_CM = 1.6, 0.7
"""By how much a fringe is longer towards the temples, as a curtain and cut straight."""
_PARTED_CM, _PARTS_CM, _UNPARTED = 0.12, 4.0, 0.45
"""How sharp a parting is, how far behind the hairline it ends, and how much it blurs with each cm further: on the crown hair
falls either way, and no notch is seen."""
_CROWN = np.array([1.0, 12.0, -8.5], np.float32)
"""The whorl from which uncombed hair grows away."""
_RISES_CM, _SLANT = 3.5, 3.2
"""Length at least over which a strand rises to its layer, and by the layer's height: steeper it would go straight up, and fall
to any side."""
_LIES = 0.8
"""By how much less hair of the sides and the back stands off than that of the top, where it is combed."""
_CLIPPED, _CLIPPED_DOWN = 0.97, 1.6
"""The same where hair is so short that it stands, and how far it points downwards there, against how far back: at the temples it
would stick out as bristles."""
_CHIN_LONG_CM, _LOW_CM, _FURTHER = (20.0, 24.0), 4.0, 12.0
"""Length (cm) up to which hair of the nape hardly falls before the body, and from which it does as the rest does; canonical y
(cm) of roots below which that is so, and by how many degrees further back each cm counts: a lock would come out under the jaw."""
_NECK_CM = 5.6
_PARTS_AT, _SPREADS_CM, _HIGHEST_CM = -4.0, 2.0, 5.0
"""Canonical y (cm) below which hair goes before or behind the body, and how much higher, by its deviation and at most, a guide
of long hair may begin to: where all cross at one height the hair shows a step."""
_LONG = (-12.0, -20.0)
"""Canonical y (cm) that hair hangs down to from which it crosses at any height, and does so fully."""
_FADED_CM = 0.2
"""Length of hair where a fade leaves none."""
_SHORT_CM = 6.0
"""Hair of the sides that leaves the ears free."""
STANDS_CM = 3.0
"""Length up to which hair stands rather than lies."""
_TAPERS_CM, _CLOSE = (0.5, 8.5), 0.35
"""Canonical y (cm) down to which short hair comes closer to the head, from where it begins to, and the share of its height that
is left there: it is cut so, and where it stood off at its ends these would be seen as a brim."""
_BURNS_AT, _BURNS_UP_TO, _BURNS_END, _LEAST_BURN_CM = (58.0, 92.0), (2.2, 4.2), -0.8, 0.5
"""Degrees between which sideburns grow, canonical y (cm) up to which they are nothing else and from which they are none, where
they end at the lowest, and the length they have at least."""
_ALONG_CM, _ALONG_BEHIND_CM = 2.2, 2.5
"""How far beside a parting, and behind the hairline, strands are combed along that rather than back."""


@dataclass(frozen=True)
class Guides:
    """lines: NxSx3 points from root to tip. length: N, cm. layer: N, 0 (inner) to 1 (outer). front: N, falls before the body.
    fringe: N, lies on the forehead. roots: where they grow."""

    lines: Floats
    length: Floats
    layer: Floats
    front: npt.NDArray[np.bool_]
    fringe: npt.NDArray[np.bool_]
    roots: Roots


def clears_ears(style: Groom) -> bool:
    """Whether a style leaves the ears free: its sides are short, or combed back behind them."""
    short = style.cut.length * style.cut.sides <= _SHORT_CM or style.comb.parting == "back"
    return short and style.gather is None


def shows_parting(style: Groom) -> bool:
    """Whether there is a line between hair combed to either side: no fringe lies over it, no loc parts by itself."""
    covered = style.fringe is not None and not style.fringe.parted
    combed = style.fibre.strands > 0 and not style.fibre.round
    return style.comb.parting in ("centre", "side") and combed and not covered


def _with_burns(roots: Roots, comb: Floats, length: Floats, down: Floats) -> tuple[Floats, Floats]:
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


def grown(style: Groom, roots: Roots, down: Floats, random: np.random.Generator, only_fringe: bool = False) -> Guides:
    """Guides of a style. down: unit vector of gravity in canonical axes."""
    cut = style.cut
    if shows_parting(style):
        roots = parted(roots, style.comb.parting_at)
    points, count = roots.points, len(roots.points)
    shares = roots.top * cut.top + roots.side * cut.sides + roots.back * cut.back + 1e-3
    length = cut.length * shares / (roots.top + roots.side + roots.back + 1e-3)
    if cut.fade:
        length = _FADED_CM + (length - _FADED_CM) * kept(cut.fade, points) ** 1.5
    length = length * (1 + cut.spread * random.standard_normal(count).clip(-2, 2))
    blurred = _PARTED_CM + _UNPARTED * np.clip(roots.behind - _PARTS_CM, 0, None)
    away_from = np.sign(points[:, 0] - style.comb.parting_at + random.normal(0, 1, count) * blurred)
    away_from[away_from == 0] = 1
    comb, fringe, length = _combed(style, roots, away_from, length, random)
    if clears_ears(style):
        comb, length = _with_burns(roots, comb, length, down)
    layer = (random.random(count) ** 0.8).astype(np.float32)
    first, last = _CHIN_LONG_CM
    low = _FURTHER * np.clip(_LOW_CM - points[:, 1], 0, None) * np.clip((last - length) / (last - first), 0, 1)
    front = roots.degrees + random.normal(0, 8, count) + low < 60 + 90 * style.fall.front
    if only_fringe:
        roots = roots.chosen(fringe)
        length, layer, front, comb = length[fringe], layer[fringe], front[fringe], comb[fringe]
        away_from, fringe = away_from[fringe], fringe[fringe]
    if not len(roots.points):
        empty = np.zeros((0, 8, 3), np.float32)
        return Guides(empty, np.zeros(0, np.float32), layer, front, fringe, roots)
    begins = _crossing(roots, length, random.spawn(1)[0])
    lines = _walked(style, roots, np.asarray(length, np.float32), comb, away_from, layer, front, fringe, down, begins)
    lines = _swayed(style, lines, roots, length, random)
    return Guides(lines, np.asarray(length, np.float32), layer, front, fringe, roots)


def _combed(
    style: Groom, roots: Roots, away_from: Floats, length: Floats, random: np.random.Generator
) -> tuple[Floats, npt.NDArray[np.bool_], Floats]:
    """Unit directions at the roots along the scalp, which roots are fringe, and lengths with those of the fringe."""
    points, count = roots.points, len(roots.points)
    x, ones = points[:, 0], np.ones(count)
    how = style.comb
    if how.parting in ("centre", "side"):
        behind = np.clip((-points[:, 2] - 6) / 6, 0, 1)[:, None]
        # Beside the parting the first strands go along the hairline: off it, they would leave a wedge of bare scalp.
        from_it = (x - np.float32(how.parting_at)) / np.float32(_ALONG_CM)
        first = np.exp(-from_it * from_it) * np.clip(1 - roots.behind / _ALONG_BEHIND_CM, 0, 1)
        comb = np.stack([away_from, -how.down * ones, -how.back * (1 - first)], axis=-1)
        comb = comb * (1 - behind) + behind * np.stack([0.05 * x, -ones, -0.6 * ones], axis=-1)
    elif how.parting == "back":
        low = _CLIPPED_DOWN if style.cut.length <= STANDS_CM else 0.3
        comb = np.stack([0.03 * x, -0.15 * ones - low * roots.side - roots.back, -ones], axis=-1)
    elif how.parting == "forward":
        sweep = style.fringe.sweep if style.fringe else 0.0
        comb = np.stack(
            [0.05 * x + 0.6 * sweep, -0.2 * ones - 1.2 * (roots.side + roots.back), ones * (1 - roots.back)], axis=-1
        )
    else:
        comb = points - _CROWN + random.normal(0, 0.6, (count, 3))
    fringe = np.zeros(count, bool)
    if style.fringe is not None:
        fringe = (roots.degrees < style.fringe.width) & (roots.behind < _FRINGE_CM + random.normal(0, 0.9, count))
        sideways = style.fringe.sweep * (away_from if style.fringe.parted else ones)
        onward = np.stack([sideways + 0.04 * x, -0.35 * ones, ones], axis=-1)
        if style.fringe.off:
            onward = np.stack([sideways + 0.10 * x, 0.2 * ones, -ones], axis=-1)
        if not (style.fringe.off or style.fringe.parted):
            # What grows just behind it is brushed back, where it would stand over it as a ledge.
            share = np.clip((_FRINGE_CM + _LEDGE_CM - roots.behind) / _LEDGE_CM, 0, 1)
            share *= np.clip((style.fringe.width + 15 - roots.degrees) / 15, 0, 1)
            if how.parting == "forward":
                # All lies that way: brushed against it, hair would cross on the crown.
                share *= np.clip((roots.degrees - _FORWARD[0]) / (_FORWARD[1] - _FORWARD[0]), 0, 1)
            brushed = np.stack([_BESIDE * away_from, -0.1 * ones, -ones], axis=-1)
            comb = comb + np.reshape(share, (-1, 1)) * (brushed - comb)
            if not clears_ears(style):
                hangs = np.stack([0.3 * np.sign(x), -ones, 0.15 * ones], axis=-1)
                comb = comb + _beside(style.fringe.width, roots) * (hangs - comb)
        comb = np.where(fringe[:, None], onward, comb)
        # Roots further back need longer hair to reach the brows.
        reach = style.fringe.length + roots.rise + 0.95 * roots.behind
        aside = _CURTAIN_CM if style.fringe.parted else _ASIDE_CM
        reach += aside * np.clip((roots.degrees - 22) / 20, 0, 1.5)
        length = np.where(fringe, reach + random.normal(0, 0.3, count), length)
    comb = comb - (comb * roots.normal).sum(axis=1, keepdims=True) * roots.normal
    comb = _unit(_unit(comb) + random.normal(0, how.noise, (count, 3)))
    return np.asarray(comb, np.float32), fringe, length


def _beside(width: float, roots: Roots) -> Floats:
    """How far each root, Nx1, is a temple's beside a fringe of some ``width``, whose hair hangs down to close the gap."""
    near = np.clip((_TEMPLE + width - roots.degrees) / 10, 0, 1) * np.clip((roots.degrees - width) / 6 + 1, 0, 1)
    return np.asarray(near * np.clip((_FRINGE_CM - roots.behind) / 2, 0, 1), np.float32)[:, None]


def _walked(
    style: Groom,
    roots: Roots,
    length: Floats,
    comb: Floats,
    away_from: Floats,
    layer: Floats,
    front: npt.NDArray[np.bool_],
    fringe: npt.NDArray[np.bool_],
    down: Floats,
    begins: Floats,
) -> Floats:
    """Each guide step by step: the comb's direction gives way to gravity; skull, face, neck and body push it out."""
    how, fall = style.comb, style.fall
    count = len(length)
    steps = int(np.clip(np.ceil(length.max() / style.fibre.step) + 1, 8, _MOST_STEPS))
    step = (length / (steps - 1))[:, None]
    pace = np.minimum(step / 0.7, 2)
    volume = fall.volume * (1 + (fall.crown - 1) * roots.top)
    # A fringe lies closer than the hair behind it, unless all of it is combed the same way.
    off = (0.12 + layer * volume) * np.where(fringe, 0.85 if how.parting == "forward" else 0.45, 1)
    rises = np.maximum(_RISES_CM, _SLANT * off)
    lines = np.empty((count, steps, 3), np.float32)
    lines[:, 0] = roots.points
    closer = _CLIPPED if style.cut.length <= STANDS_CM else _LIES
    stands = how.lift * (1 - (closer * (1 - roots.top) if how.parting != "none" else 0))
    heading = _unit(roots.normal * np.reshape(stands, (-1, 1)) + comb)
    falls = not clears_ears(style)  # short hair before an ear has no way round the face
    lies = not falls and style.curl is None and style.cut.length > STANDS_CM
    tapers = np.asarray(lies & ~fringe, np.float32)
    for index in range(1, steps):
        gone = step[:, 0] * index
        place = lines[:, index - 1]
        keep = np.exp(-gone / how.hold)[:, None]
        _, normal = away(place)
        low = tapers * np.clip((_TAPERS_CM[1] - place[:, 1]) / (_TAPERS_CM[1] - _TAPERS_CM[0]), 0, 1)
        cling = (how.cling + (1 - how.cling) * np.minimum(2 * low, 1))[:, None]
        cling = cling * np.clip((place[:, 1:2] + 5) / 3, 0, 1)
        along = comb - cling * (comb * normal).sum(axis=1, keepdims=True) * normal + cling * 0.35 * down
        wanted = keep * along + (1 - keep) * down * 1.2
        bend = (1 - how.stiffness) * pace
        free = np.clip((gone - 0.5) / 3, 0, 1)[:, None]
        heading = _unit(heading * (1 - bend) + bend * _unit(wanted) + how.gravity * 0.25 * free * down * pace)
        new: Floats = place + heading * step
        height = off * (1 - (1 - _CLOSE) * low) * np.clip(gone / rises, 0.05, 1)
        new = _off_skull(new, height, cling[:, 0])
        if falls:
            new = _off_face(new, fall.face, layer, away_from, ~fringe & (gone > 1))
        new = _off_body(new, layer, front, begins)
        if fall.tips_in:
            tip = np.clip((index / (steps - 1) - 0.72) / 0.28, 0, 1)
            new[:, 0] -= np.sign(new[:, 0]) * tip * fall.tips_in * step[:, 0]
        heading = _unit(new - place)
        lines[:, index] = place + heading * step
    return lines


def _off_skull(points: Floats, height: Floats, cling: Floats) -> Floats:
    """Each guide keeps to its own layer over the scalp."""
    distance, normal = away(points)
    push = np.clip(height - distance, 0, None)[:, None]
    pull = (np.clip(distance - 1.15 * height, 0, 1) * cling * 0.6)[:, None]
    return points + normal * (push - pull)


def _off_face(points: Floats, face: float, layer: Floats, away_from: Floats, bound: npt.NDArray[np.bool_]) -> Floats:
    """A window before the face stays open."""
    wide = face * np.clip((points[:, 1] + 14) / 10, 0.72, 1) * np.clip((9.5 - points[:, 1]) / 3.5, 0, 1)
    edge = wide + 1.1 * layer
    inside = (points[:, 2] > -4.5) & (np.abs(points[:, 0]) < edge) & (points[:, 1] < 9) & bound
    points[:, 0] = np.where(inside, points[:, 0] + (away_from * edge - points[:, 0]) * 0.45, points[:, 0])
    return points


def _crossing(roots: Roots, length: Floats, random: np.random.Generator) -> Floats:
    """Canonical y (cm) below which each guide goes before or behind the body, N."""
    first, last = _LONG
    share = np.clip((first - (roots.points[:, 1] - length)) / (first - last), 0, 1)
    higher = np.minimum(_SPREADS_CM * np.abs(random.standard_normal(len(share))), _HIGHEST_CM)
    return np.asarray(_PARTS_AT + share * higher, np.float32)


def _off_body(points: Floats, layer: Floats, front: npt.NDArray[np.bool_], begins: Floats) -> Floats:
    """Below ``begins`` hair runs before or behind the shoulders, and round the neck."""
    low = np.clip((begins - points[:, 1]) / 10, 0, 1)
    depth = np.where(front, -3 + 2.2 * layer, -11 - 2 * layer)
    points[:, 2] += low * (depth - points[:, 2]) * 0.10
    room = _NECK_CM + 0.6 * layer
    reach = np.hypot(points[:, 0], (points[:, 2] + 5) * 0.9)
    inside = (points[:, 1] < -4) & (reach < room)
    # A little at a time: a guide that runs into the neck must not leap round it.
    push = np.minimum(1 + 0.5 * (room / np.maximum(reach, 1) - 1), 1.12)
    points[:, 0] = np.where(inside, points[:, 0] * push, points[:, 0])
    return points


def _swayed(style: Groom, lines: Floats, roots: Roots, length: Floats, random: np.random.Generator) -> Floats:
    """Slow, uneven sway of what hangs freely, then smoothed."""
    phase = random.uniform(0, 6.28, 3)
    place = roots.points[:, 0] * 0.22 + roots.points[:, 2] * 0.13
    arc = np.linspace(0, 1, lines.shape[1])[None] * np.asarray(length)[:, None]
    size = style.fall.sway * np.clip((arc - 6) / 14, 0, 1.5)
    lines[..., 0] += size * np.sin(2.1 * place[:, None] + phase[0] + 0.16 * arc)
    lines[..., 0] += 0.5 * size * np.sin(5.3 * place[:, None] + phase[1] + 0.33 * arc)
    lines[..., 2] += 0.6 * size * np.sin(3.1 * place[:, None] + phase[2] + 0.12 * arc)
    for _ in range(5):
        lines[:, 1:-1] = lines[:, 1:-1] * 0.5 + (lines[:, :-2] + lines[:, 2:]) * 0.25
    return lines


def _unit(vectors: npt.NDArray[np.floating]) -> Floats:
    return np.asarray(vectors / (triples.length(vectors) + 1e-9)[..., None], np.float32)
