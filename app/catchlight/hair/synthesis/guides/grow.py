"""Growing hair: guides from roots on the skull, combed, falling, kept off head and face. All in canonical centimetres."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Comb, Groom
from catchlight.hair.head.ellipsoid import distance_from_skull
from catchlight.hair.synthesis.guides import parting, root_directions, straight_fringe
from catchlight.hair.synthesis.guides.root_directions import clears_ears, shows_parting
from catchlight.hair.synthesis.guides.roots import Roots
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats

_MOST_STEPS = 64
_PARTED_CM, _PARTS_CM, _UNPARTED = 0.12, (3.0, 1.2), (0.3, 0.7)
"""How sharp a parting is, how far behind the hairline it ends, and how much it blurs with each cm further, of lying hair and of
curls: behind the crown hair falls either way, and no notch is seen. Curls stand up on both sides, and close it sooner."""
_OUTER = 0.5
"""Power of chance that says how far out a guide lies: more of them do, or the outermost would be lines with air between."""
_STANDS_OUT = 0.15
"""How much further out curls lie on average: where all end at one height, their outline is a ball's."""
_OVER_PARTING, _CROWN_CM, _OVER_CROWN = 0.1, (1.5, 4.0), (0.7, 0.5)
"""How high hair lies that falls to the other side of a parting, against the rest; how far behind the hairline the crown begins,
and is reached; and how high such hair lies there, long and short: of that ends would stand off."""
_RISES_CM, _SLANT, _SOONER = 2.6, 3.2, (0.75, 0.9)
"""Length at least over which a strand rises to its layer, and by the layer's height: steeper it would go straight up, and fall
to any side. And the share of that length on the crown, for long hair and for short."""
_PARTED_LONGER, _PARTED_WIDE_CM = 2.5, 4.0
"""By how much longer that is beside a parting, where nothing lies under what grows, and how far from it that is so: hair that
stood off at once would leave a notch in the outline."""
_ROOTED, _ROOTED_CM, _FRONT, _BACK = 1.5, 2.5, 65.0, np.array([0, 0.6, -1], np.float32)
"""How far hair of the hairline begins back and up, against how it is combed, but where it frames the face; how far behind it that
ends; and up to how many degrees from the front."""
_LIES = 0.8
"""By how much less hair of the sides and the back stands off than that of the top, where it is combed."""
_TEMPLES, _UNDER_CM = (45.0, 65.0), 3.5
"""Degrees from the front from which hair near its hairline lies innermost, and how high above that it does no more."""
_LOCKS, _UNEVEN_CM, _STRANDS_FORWARD, _FORWARD_CM = 1.3, 0.14, 0.05, 0.3
"""How often locks that frame a face change with each cm of the scalp, and by how much; the share of guides that come forward, and
how far on average: an edge along which all ended would be cut out."""
_CHIN_LONG_CM, _LOW_CM, _FURTHER = (20.0, 24.0), 4.0, 12.0
"""Length (cm) up to which hair of the nape hardly falls before the body, and from which it does as the rest does; canonical y
(cm) of roots below which that is so, and by how many degrees further back each cm counts: a lock would come out under the jaw."""
_NECK_CM = 5.6
_PARTS_AT, _SPREADS_CM, _HIGHEST_CM = -4.0, 2.0, 5.0
"""Canonical y (cm) below which hair goes before or behind the body, and how much higher, by its deviation and at most, a guide
of long hair may begin to: where all cross at one height the hair shows a step."""
_LONG = (-12.0, -20.0)
"""Canonical y (cm) that hair hangs down to from which it crosses at any height, and does so fully."""
_TAPERS_CM, _CLOSE = (0.5, 8.5), 0.35
"""Canonical y (cm) down to which short hair comes closer to the head, from where it begins to, and the share of its height that
is left there: it is cut so, and where it stood off at its ends these would be seen as a brim."""


@dataclass(frozen=True)
class GuideStrands:
    """lines: NxSx3 points from root to tip. length: N, cm. layer: N, 0 (inner) to 1 (outer). front: N, falls before the body.
    fringe: N, lies on the forehead. roots: where they grow."""

    lines: Floats
    length: Floats
    layer: Floats
    front: npt.NDArray[np.bool_]
    fringe: npt.NDArray[np.bool_]
    roots: Roots


def grow_guides(
    style: Groom, roots: Roots, down: Floats, random: np.random.Generator, only_fringe: bool = False
) -> GuideStrands:
    """Guides of a style. down: unit vector of gravity in canonical axes."""
    cut = style.cut
    if shows_parting(style):
        roots = parting.clear_parting(roots, style.comb.parting_at)
    points, count = roots.points, len(roots.points)
    shares = roots.top * cut.top + roots.side * cut.sides + roots.back * cut.back + 1e-3
    length = cut.length * shares / (roots.top + roots.side + roots.back + 1e-3)
    length = length * (1 + cut.spread * random.standard_normal(count).clip(-2, 2))
    curled = style.curl is not None
    blurred = _PARTED_CM + _UNPARTED[curled] * np.clip(roots.behind - _PARTS_CM[curled], 0, None)
    beside = parting.offset_from_parting(style.comb.parting_at, points)
    away_from = np.sign(beside + random.normal(0, 1, count) * blurred)
    away_from[away_from == 0] = 1
    comb, fringe, length = root_directions.comb_roots(style, roots, away_from, length, random, alone=only_fringe)
    if clears_ears(style):
        comb, length = root_directions.comb_sideburns(roots, comb, length, down)
    layer = (random.random(count) ** _OUTER).astype(np.float32)
    if style.curl is not None:
        layer += random.spawn(1)[0].exponential(_STANDS_OUT, count).astype(np.float32)
    if root_directions.is_parted(style):
        # What falls over the parting lies on it: higher up there would be air under it, but for the crown.
        over = away_from * beside < 0
        lies = np.interp(roots.behind, _CROWN_CM, (_OVER_PARTING, _OVER_CROWN[clears_ears(style)])).astype(np.float32)
        layer = np.where(over, lies * layer, layer)
    if not clears_ears(style):
        # Hair of the temples lies under what falls over it from above.
        aside = np.clip((roots.degrees - _TEMPLES[0]) / (_TEMPLES[1] - _TEMPLES[0]), 0, 1)
        layer = layer * (1 - aside * np.clip(1 - roots.above / _UNDER_CM, 0, 1)).astype(np.float32)
    first, last = _CHIN_LONG_CM
    low = _FURTHER * np.clip(_LOW_CM - points[:, 1], 0, None) * np.clip((last - length) / (last - first), 0, 1)
    front = roots.degrees + random.normal(0, 8, count) + low < 60 + 90 * style.fall.front
    if only_fringe:
        roots = roots.chosen(fringe)
        length, layer, front, comb = length[fringe], layer[fringe], front[fringe], comb[fringe]
        away_from, fringe = away_from[fringe], fringe[fringe]
    if not len(roots.points):
        empty = np.zeros((0, 8, 3), np.float32)
        return GuideStrands(empty, np.zeros(0, np.float32), layer, front, fringe, roots)
    begins = _crossing(roots, length, random.spawn(1)[0])
    open_to = style.fall.face + _framing(roots, random.spawn(1)[0])
    course = _Course(np.asarray(length, np.float32), comb, away_from, layer, front, fringe, begins, open_to)
    lines = _walk(style, roots, course, down)
    lines = _swayed(style, lines, roots, length, random)
    if root_directions.is_cut_straight(style):
        lines, length = straight_fringe.cut_fringe_straight(
            lines, np.asarray(length, np.float32), fringe, random.spawn(1)[0]
        )
    return GuideStrands(lines, np.asarray(length, np.float32), layer, front, fringe, roots)


@dataclass(frozen=True)
class _Course:
    """What decides each guide's way, N each. length: cm. comb: Nx3, unit vectors. away_from: -1 or 1, the side to which it falls
    from the parting. layer: 0 (inner) to 1 (outer). front: falls before the body. fringe: lies on the forehead. begins: canonical
    y (cm) below which it goes round the body. open_to: cm beside the middle of the face that it leaves open."""

    length: Floats
    comb: Floats
    away_from: Floats
    layer: Floats
    front: npt.NDArray[np.bool_]
    fringe: npt.NDArray[np.bool_]
    begins: Floats
    open_to: Floats


def _walk(style: Groom, roots: Roots, course: _Course, down: Floats) -> Floats:
    """Each guide step by step: the comb's direction gives way to gravity; skull, face, neck and body push it out."""
    how, fall, fringe = style.comb, style.fall, course.fringe
    count = len(course.length)
    steps = int(np.clip(np.ceil(course.length.max() / style.fibre.step) + 1, 8, _MOST_STEPS))
    step = (course.length / (steps - 1))[:, None]
    pace = np.minimum(step / 0.7, 2)
    off, rises = _stand_off(style, roots, course)
    parted = root_directions.is_parted(style)
    lines = np.empty((count, steps, 3), np.float32)
    lines[:, 0] = roots.points
    stands = how.lift * (1 - _LIES * (1 - roots.top))
    heading = _unit(roots.normal * np.reshape(stands, (-1, 1)) + course.comb + _from_hairline(style, roots, fringe))
    falls = not clears_ears(style)  # short hair before an ear has no way round the face
    lies = not falls and style.curl is None
    tapers = np.asarray(lies & ~fringe, np.float32)
    for index in range(1, steps):
        gone = step[:, 0] * index
        place = lines[:, index - 1]
        low = tapers * np.clip((_TAPERS_CM[1] - place[:, 1]) / (_TAPERS_CM[1] - _TAPERS_CM[0]), 0, 1)
        cling = (how.cling + (1 - how.cling) * np.minimum(2 * low, 1))[:, None]
        cling = cling * np.clip((place[:, 1:2] + 5) / 3, 0, 1)
        wanted = _wanted_direction(how, course.comb, place, cling, gone, down)
        bend = (1 - how.stiffness) * pace
        free = np.clip((gone - 0.5) / 3, 0, 1)[:, None]
        heading = _unit(heading * (1 - bend) + bend * _unit(wanted) + how.gravity * 0.25 * free * down * pace)
        new: Floats = place + heading * step
        rose = np.clip(gone / rises, 0.05, 1)
        if parted:
            rose *= 2 - rose
        height = off * (1 - (1 - _CLOSE) * low) * rose
        new = _off_skull(new, height, cling[:, 0])
        if falls:
            new = _off_face(new, course.open_to, course.layer, course.away_from, ~fringe & (gone > 1))
        new = _off_body(new, course.layer, course.front, course.begins)
        if fall.tips_in:
            tip = np.clip((index / (steps - 1) - 0.72) / 0.28, 0, 1)
            new[:, 0] -= np.sign(new[:, 0]) * tip * fall.tips_in * step[:, 0]
        heading = _unit(new - place)
        lines[:, index] = place + heading * step
    return lines


def _stand_off(style: Groom, roots: Roots, course: _Course) -> tuple[Floats, Floats]:
    """How far each guide comes to lie over the scalp, and the length over which it rises to that, N each, cm."""
    fall = style.fall
    volume = fall.volume * (1 + (fall.crown - 1) * roots.top)
    # A fringe lies closer than the hair behind it.
    off = (0.12 + course.layer * volume) * np.where(course.fringe, 0.45, 1)
    # On the crown hair stands off sooner: there is no line to lie beside.
    rises = np.maximum(_RISES_CM, _SLANT * off) * np.interp(roots.behind, _CROWN_CM, (1, _SOONER[clears_ears(style)]))
    if root_directions.is_parted(style):
        near = parting.offset_from_parting(style.comb.parting_at, roots.points) / _PARTED_WIDE_CM
        rises *= 1 + _PARTED_LONGER * np.exp(-near * near)
    return off, rises


def _wanted_direction(how: Comb, comb: Floats, place: Floats, cling: Floats, gone: Floats, down: Floats) -> Floats:
    """Where guides at ``place`` (Nx3) tend to after ``gone`` (N, cm): along the comb's direction, which clings to the skull, less
    and less of it, and down."""
    keep = np.exp(-gone / how.hold)[:, None]
    _, normal = distance_from_skull(place)
    along = comb - cling * (comb * normal).sum(axis=1, keepdims=True) * normal + cling * 0.35 * down
    return np.asarray(keep * along + (1 - keep) * down * 1.2)


def _from_hairline(style: Groom, roots: Roots, fringe: npt.NDArray[np.bool_]) -> Floats:
    """Back from the forehead, for roots near its hairline, wherever hair is combed to in the end: short hair that lay along its
    own hairline from the first would be a lid. Long hair that falls from a parting does."""
    share = 0.0 if root_directions.hangs_beside_face(style) else _ROOTED
    near = np.clip(1 - roots.behind / _ROOTED_CM, 0, 1) * np.clip((_FRONT - roots.degrees) / 15, 0, 1) * ~fringe
    back = _BACK - (roots.normal @ _BACK)[:, None] * roots.normal
    return np.asarray(_unit(back) * (np.float32(share) * near)[:, None], np.float32)


def _off_skull(points: Floats, height: Floats, cling: Floats) -> Floats:
    """Each guide keeps to its own layer over the scalp."""
    distance, normal = distance_from_skull(points)
    push = np.clip(height - distance, 0, None)[:, None]
    pull = (np.clip(distance - 1.15 * height, 0, 1) * cling * 0.6)[:, None]
    return points + normal * (push - pull)


def _off_face(points: Floats, face: Floats, layer: Floats, away_from: Floats, bound: npt.NDArray[np.bool_]) -> Floats:
    """A window before the face stays open."""
    wide = face * np.clip((points[:, 1] + 14) / 10, 0.72, 1) * np.clip((9.5 - points[:, 1]) / 3.5, 0, 1)
    edge = wide + 1.1 * layer
    inside = (points[:, 2] > -4.5) & (np.abs(points[:, 0]) < edge) & (points[:, 1] < 9) & bound
    points[:, 0] = np.where(inside, points[:, 0] + (away_from * edge - points[:, 0]) * 0.45, points[:, 0])
    return points


def _framing(roots: Roots, random: np.random.Generator) -> Floats:
    """By how much each guide leaves the face more or less open, N, cm: locks differ, and a few strands come forward."""
    across = roots.points @ random.normal(0, 1, (3, 2)).astype(np.float32)
    locks = np.sin(across * np.float32(_LOCKS)).sum(axis=1) * np.float32(_UNEVEN_CM)
    forward = (random.random(len(locks)) < _STRANDS_FORWARD) * random.exponential(_FORWARD_CM, len(locks))
    return np.asarray(locks + random.normal(0, _UNEVEN_CM, len(locks)) - forward, np.float32)


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
    return np.asarray(vectors / (vec3.length(vectors) + 1e-9)[..., None], np.float32)
