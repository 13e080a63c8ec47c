"""From guides to single strands: bundles, curls, waves, frizz, uneven tips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Curl, Groom
from catchlight.engine.groom.growth import Guides
from catchlight.engine.groom.head import away

Floats = npt.NDArray[np.floating[Any]]


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
    each = max(1, round(strands / max(count, 1)))
    many = count * each
    guide = np.repeat(np.arange(count), each)
    offset = random.standard_normal((many, 3), np.float32) * (0.5 * fibre.spread)
    normal = guides.roots.normal[guide]
    offset -= (offset * normal).sum(axis=1, keepdims=True) * normal * 0.7
    lines = guides.lines[guide]
    along = np.linspace(0, 1, steps, dtype=np.float32)
    arc = (guides.length[:, None] * along[None]).astype(np.float32)
    first, second = _frames(guides.lines)
    if style.curl is not None:
        lines = lines + _curled(style.curl, arc, first, second, guide, many, random)
    if style.wave is not None:
        lines = lines + _waved(style.wave, guides, arc, first, second, random)[guide]
    bundle = 1 - fibre.clumping * along[None, :] ** 1.2
    lines = lines + offset[:, None] * bundle[..., None]
    lines += _frizzed(style, guides.length[guide], steps, many, random)
    distance, outward = away(lines[:, 0])
    lines[:, 0] -= outward * distance[:, None]
    reach = 1 - style.cut.ragged * 0.3 * random.random(many, np.float32) ** 2
    return Strands(lines, reach, guide, guides.front[guide], guides.fringe[guide])


def _frames(lines: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors across each guide, at each of its points."""
    tangent = np.gradient(lines, axis=1)
    first = _unit(np.cross(tangent, np.array([0.15, 0.1, 1], np.float32)))
    return first, _unit(np.cross(_unit(tangent), first))


def _curled(
    curl: Curl,
    arc: Floats,
    first: Floats,
    second: Floats,
    guide: npt.NDArray[np.intp],
    many: int,
    random: np.random.Generator,
) -> Floats:
    """Helices whose strands keep together within a bundle."""
    count = len(arc)
    phase = (random.random(count) * 2 * np.pi)[guide] + random.standard_normal(many) * (1 - curl.together) * 3
    radius = curl.radius * (1 + 0.18 * random.standard_normal(many))
    pace = (1 + 0.12 * random.standard_normal(count))[:, None]
    turn = (2 * np.pi * curl.turns * arc * pace)[guide] + phase[:, None]
    size = (radius[:, None] * np.clip((arc - 0.5) / curl.begins, 0, 1)[guide]).astype(np.float32)
    turn = turn.astype(np.float32)
    wound = (size * np.cos(turn))[..., None] * first[guide]
    wound += (size * np.sin(turn))[..., None] * second[guide]
    return np.asarray(wound, np.float32)


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


def _frizzed(style: Groom, length: Floats, steps: int, many: int, random: np.random.Generator) -> Floats:
    """A smooth random walk of each strand; flyaways walk far."""
    knots = random.standard_normal((many, 5, 3), np.float32)
    at = np.linspace(0, 4, steps)
    left = np.minimum(at.astype(int), 3)
    share = (at - left).astype(np.float32)[None, :, None]
    walk = knots[:, left] * (1 - share) + knots[:, left + 1] * share
    size = style.fibre.frizz * np.where(random.random(many) < style.fibre.flyaway, 6, 1) * 0.25
    grows = np.linspace(0, 1, steps, dtype=np.float32)[None] * np.minimum(length, 14)[:, None]
    return np.asarray(walk * (size[:, None] * grows)[..., None], np.float32)


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-9), np.float32)
