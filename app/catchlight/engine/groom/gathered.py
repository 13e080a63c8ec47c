"""Hair tied back: combed over the scalp to one place, and from there wound into a knot or left to fall as a tail."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Gather, Groom
from catchlight.engine.groom.growth import Guides
from catchlight.engine.groom.head import CENTRE, RADII, away
from catchlight.engine.groom.roots import Roots
from catchlight.engine.groom.shading import Knot

Floats = npt.NDArray[np.floating[Any]]

_STEPS = 56
_WIDENS_CM = 5.0
"""Length over which most of a tail's width is reached; little by little, as all its bends: a kink would shine with an edge."""
_FORWARD_CM, _FALLS_CM, _ASIDE_CM, _LEANS_CM = 8.0, 2.4, 2.0, 5.0
"""How far a tail over a shoulder comes forward and by which fall it is on its way, at first hardly: it leaves the neck behind
the jaw; and how far it goes outwards to lie on the shoulder, with the fall over which it does most of that."""
_CURVE_CM, _CURVE = 0.7, 0.16
"""How far a whole tail bends to and fro, and by how many radians a cm: it does not hang as a strap."""
_EAR_AT, _EAR_DEEP_CM, _EAR_TOP, _EAR_ROUND_CM = -5.2, 2.9, 3.2, 2.8
"""Canonical z (cm) of the middle of an ear and half its depth, canonical y (cm) over which hair passes it, and by how much lower
it may at its ends. Hair is tied back over ears and behind them, never across."""
_SINKS_CM, _PASSES_CM, _EAR_UNEVEN_CM = 0.8, 4.5, 0.4
"""How far ways sink at most before they have passed an ear, up to which height over that they are held up so, and by how much
the lowest of them differ."""
_YIELD_CM, _YIELDS_FROM = 0.6, 0.2
"""How far ways yield to those that are raised below them, and the share of the ear's depth over which they begin to."""
_UPWARDS = 0.3
"""Share of the way to the tie after which hair that grows before an ear is above it."""
_LEVEL = 2.5
"""Power with which layers of hair on the scalp draw near to the outermost."""
_UNEVEN = 0.06
"""How far locks of a knot rise and dip, by its radius."""
_SITS = 0.72
"""How far the middle of a knot lies from the scalp, by its radius."""
_TIED_CM = 0.75
"""Radius of the bundle where it is tied."""


def grown(style: Groom, gather: Gather, roots: Roots, down: Floats, random: np.random.Generator) -> Guides:
    """Guides from every root to the knot. down: unit vector of gravity in canonical axes."""
    count = len(roots.points)
    centre, outward = place(gather)
    layer = (random.random(count) ** 0.8).astype(np.float32)
    over = _over_scalp(style, roots, centre, layer, random)
    pieces = [over]
    if gather.knot:
        pieces.append(_wound(gather, centre, outward, layer, random))
    if gather.tail:
        pieces.append(_fallen(gather, centre, outward, down, layer, random))
    lines, length = _even(np.concatenate(pieces, axis=1))
    front = np.full(count, gather.front)
    return Guides(lines, length, layer, front, np.zeros(count, bool), roots)


def place(gather: Gather) -> tuple[Floats, Floats]:
    """Where hair is tied, on the skull in canonical cm, and the outward direction there."""
    height = float(np.clip((gather.height - CENTRE[1]) / RADII[1], -0.97, 0.97))
    ring, turn = np.sqrt(1 - height**2), np.radians(gather.azimuth)
    unit = np.array([ring * np.sin(turn), height, ring * np.cos(turn)])
    point = np.asarray(CENTRE + unit * RADII, np.float32)
    return point, away(point[None])[1][0]


def knot(gather: Gather) -> Knot | None:
    """The middle of a knot in canonical cm and its radius; None where hair is not wound into one."""
    centre, outward = place(gather)
    return (np.asarray(centre + outward * gather.knot * _SITS, np.float32), gather.knot) if gather.knot else None


def _over_scalp(style: Groom, roots: Roots, centre: Floats, layer: Floats, random: np.random.Generator) -> Floats:
    """From each root over the skull's unit sphere to the tie, by way of the back of the head; NxKx3."""
    start, end = (roots.points - CENTRE) / RADII, (centre - CENTRE) / RADII
    start = _unit(start)
    end = _unit(end)
    # What grows at the front of a head is first combed back: the straight way to a low tie would cross the face.
    by = _unit(end + start * np.array([0.9, 0, 0]) + np.array([0, 0.55, -0.9]))
    at = np.linspace(0, 1, 28, dtype=np.float32)[None, :, None]
    path = _unit((1 - at) ** 2 * start[:, None] + 2 * at * (1 - at) * by[:, None] + at**2 * end)
    at = at[..., 0]
    path = _over_ears(path, at, _passes(roots.points[:, 1:2], random.spawn(1)[0]))
    volume = style.fall.volume * (1 + (style.fall.crown - 1) * roots.top)
    # Most lie together at the outside: single bundles above the rest would be loops on the outline.
    rise = (0.1 + (1 - (1 - layer) ** _LEVEL) * volume)[:, None] * np.clip(at / 0.12, 0.05, 1)
    # Bundles lie beside each other until they meet at the tie.
    points = CENTRE + path * RADII
    aside = random.normal(0, style.comb.noise, (len(start), 1, 3)) * np.sin(np.pi * at)[..., None] * 2
    outward = away(points)[1]
    aside = aside - (aside * outward).sum(axis=-1, keepdims=True) * outward
    points = points + aside + outward * rise[..., None]
    return np.asarray(points, np.float32)


def _passes(height: Floats, random: np.random.Generator) -> Floats:
    """Canonical y (cm) over which ways pass an ear at the least. height: canonical y of their roots, Nx1.

    What grows above others passes above them: if all met right over the ear, hair would have a whorl before it.
    """
    lowest = _EAR_TOP + random.normal(0, _EAR_UNEVEN_CM, height.shape)
    return np.asarray(lowest + np.clip(height - _SINKS_CM - _EAR_TOP, 0, _PASSES_CM), np.float32)


def _over_ears(path: Floats, at: Floats, passes: Floats) -> Floats:
    """Ways (NxKx3) on the skull's unit sphere, raised where they would cross an ear. at: 1xK, the share of the way; passes: Nx1,
    how high they stay over it."""
    points = CENTRE + path * RADII
    within = np.clip(1 - ((points[..., 2] - _EAR_AT) / _EAR_DEEP_CM) ** 2, 0, 1)
    least = passes - _EAR_ROUND_CM * (1 - within)
    short = _YIELD_CM * np.logaddexp(0, (least - points[..., 1]) / _YIELD_CM) * np.minimum(within / _YIELDS_FROM, 1)
    points[..., 1] += short * np.clip(at / _UPWARDS, 0, 1)
    return _unit((points - CENTRE) / RADII)


def _unit(vectors: npt.NDArray[Any]) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def _across(outward: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors across a direction."""
    first = np.cross(outward, [0.0, 0.3, 1.0])
    first = first / np.linalg.norm(first)
    return np.asarray(first, np.float32), np.asarray(np.cross(outward, first), np.float32)


def _wound(gather: Gather, centre: Floats, outward: Floats, layer: Floats, random: np.random.Generator) -> Floats:
    """Once round a flattened ball that sits on the head; NxKx3."""
    count, radius = len(layer), gather.knot
    first, second = _across(outward)
    middle = centre + outward * radius * _SITS
    at = np.linspace(0, 1, 40)[None]
    turn = random.uniform(0, 2 * np.pi, (count, 1)) + at * 2 * np.pi * gather.turns
    tilt = np.clip(random.normal(0, 0.55, (count, 1)), -1.15, 1.15) + 0.35 * np.sin(turn + random.uniform(0, 6.3))
    size = radius * (0.8 + 0.2 * layer)[:, None]
    # Locks rise and dip on their way: all alike they would shine in one band across the knot.
    size = size * (1 + _UNEVEN * np.sin(turn * random.uniform(2, 5, (count, 1)) + random.uniform(0, 6.3, (count, 1))))
    flat = size * np.cos(tilt)
    points = middle + (flat * np.cos(turn))[..., None] * first + (flat * np.sin(turn))[..., None] * second
    return np.asarray(points + (0.8 * size * np.sin(tilt))[..., None] * outward, np.float32)


def _fallen(
    gather: Gather, centre: Floats, outward: Floats, down: Floats, layer: Floats, random: np.random.Generator
) -> Floats:
    """Out of the tie in a bow and down, wider on the way, thinner at the tips; NxKx3."""
    count = len(layer)
    first, second = _across(outward)
    at = np.linspace(0, 1, 48)[None]
    gone = at * gather.tail * (1 - 0.45 * random.random((count, 1)) ** 1.5)
    bow = gather.bow * (1 - np.exp(-gone / max(gather.bow, 0.1)))
    fall = np.maximum(gone - bow, 0)
    width = _TIED_CM + gather.width * (1 - np.exp(-gone / _WIDENS_CM)) * (1 - 0.7 * at**2)
    angle, reach = random.uniform(0, 2 * np.pi, (count, 1)), np.sqrt(random.random((count, 1)))
    # Each lock sways and bends by itself: all alike they would shine in stripes across the tail.
    sway = 0.35 * np.sin(gone * 0.22 + random.normal(0.4, 0.8, (count, 1)))
    sway += 0.2 * np.sin(gone * random.uniform(0.3, 0.6, (count, 1)) + random.uniform(0, 2 * np.pi, (count, 1)))
    sway += _CURVE_CM * np.sin(fall * _CURVE)
    points = centre + bow[..., None] * outward + fall[..., None] * down
    points = points + (width * reach * np.cos(angle) + sway)[..., None] * first
    points = points + (width * reach * np.sin(angle))[..., None] * second
    if gather.front:
        # Over the shoulder: outwards and forward as it falls.
        gone_by = fall / (_FALLS_CM * np.exp(random.normal(0, 0.15, (count, 1))))
        points[..., 2] += _FORWARD_CM * (1 - (1 + gone_by) * np.exp(-gone_by))
        points[..., 0] += np.sign(centre[0]) * _ASIDE_CM * (1 - np.exp(-fall / _LEANS_CM))
    return np.asarray(points, np.float32)


def _even(lines: Floats) -> tuple[Floats, Floats]:
    """The same paths with points at even distances, rounded where pieces meet; and their lengths, cm."""
    for _ in range(6):
        lines[:, 1:-1] = lines[:, 1:-1] * 0.5 + (lines[:, :-2] + lines[:, 2:]) * 0.25
    way = np.linalg.norm(np.diff(lines, axis=1), axis=-1)
    arc = np.concatenate([np.zeros((len(lines), 1)), np.cumsum(way, axis=1)], axis=1)
    length = arc[:, -1]
    wanted = length[:, None] * np.linspace(0, 1, _STEPS)[None]
    index = np.clip((arc[:, None, :] <= wanted[..., None]).sum(axis=-1) - 1, 0, lines.shape[1] - 2)
    low, high = np.take_along_axis(arc, index, 1), np.take_along_axis(arc, index + 1, 1)
    share = np.clip((wanted - low) / np.maximum(high - low, 1e-6), 0, 1)[..., None]
    first = np.take_along_axis(lines, index[..., None], 1)
    second = np.take_along_axis(lines, index[..., None] + 1, 1)
    return np.asarray(first + (second - first) * share, np.float32), np.asarray(length, np.float32)
