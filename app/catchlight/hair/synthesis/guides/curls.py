"""What bends hair: curls of each bundle, waves that all hair at a place shares, and the frizz of single strands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Curl, Groom
from catchlight.hair.synthesis.guides.grow import GuideStrands
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats

_LOCK_CM, _WAVES, _ONWARD = 4.5, 10, 0.35
"""Width over which waves are alike, how many plane waves make that up, and how fast it changes downwards, by sideways."""
_HANGS_CM, _LYING, _CURLS = (3.0, 8.0), 0.25, 0.5
"""Canonical y (cm) below which hair hangs and above which it lies on the head, and what is left of waves and of curls there."""
_FLAT = 0.6
"""Depth of a curl by its width: neighbours flatten it. Half of them wind to the left: all to one side would be twill."""
_LARGER, _SLOWER, _UNLIKE, _PACE = 0.3, 0.7, 0.18, 0.12
"""Deviation of the width of bundles' curls, as a logarithm, the power by which wider ones wind less often, and the deviations of
strands' widths and of bundles' paces otherwise: where all are alike they are a machine's."""
_DRIFTS, _DRIFTS_CM = 1.2, 3.0
"""How far (radians) a curl runs ahead of its pace or falls behind it, and over which length."""
_PHASES, _ALONE = 1.3, 0.3
"""Deviations (radians) of where a wave begins, from lock to lock, and from guide to guide within one."""


def curl_offsets(
    curl: Curl,
    arc: Floats,
    hangs: Floats,
    first: Floats,
    second: Floats,
    guide: npt.NDArray[np.intp],
    many: int,
    random: np.random.Generator,
) -> Callable[[slice], Floats]:
    """Helices whose strands keep together within a bundle, for some strands at a time. hangs: NxS, of ``hanging_share``."""
    count = len(arc)
    phase = (random.random(count) * 2 * np.pi)[guide] + random.standard_normal(many) * (1 - curl.together) * 3
    phase = phase.astype(np.float32)
    larger = np.exp(_LARGER * random.standard_normal(count).clip(-2, 2))
    radius = (curl.radius * larger[guide] * (1 + _UNLIKE * random.standard_normal(many))).astype(np.float32)
    # A wider curl winds less often.
    pace = (1 + _PACE * random.standard_normal(count))[:, None] / larger[:, None] ** _SLOWER
    drift = (
        _DRIFTS
        * random.standard_normal(count)[:, None]
        * np.sin(arc / np.float32(_DRIFTS_CM) + 6 * random.random((count, 1)))
    )
    winds = np.where(random.random(count) < 0.5, -_FLAT, _FLAT).astype(np.float32)[guide]
    wound = (2 * np.pi * curl.turns * arc * pace + drift).astype(np.float32)
    grows = (np.clip((arc - 0.5) / curl.begins, 0, 1) * (_CURLS + (1 - _CURLS) * hangs)).astype(np.float32)

    def curled(part: slice) -> Floats:
        which = guide[part]
        turn = wound[which] + phase[part, None]
        size = radius[part, None] * grows[which]
        lines, aside = first[which], second[which]
        vec3.scale(lines, size * np.cos(turn))
        vec3.scale(aside, size * winds[part, None] * np.sin(turn))
        lines += aside
        return lines

    return curled


def hanging_share(lines: Floats) -> Floats:
    """1 where points (... x3, canonical cm) lie so low that hair hangs there, 0 where it lies on the head."""
    return np.asarray(np.clip((_HANGS_CM[1] - lines[..., 1]) / (_HANGS_CM[1] - _HANGS_CM[0]), 0, 1), np.float32)


def wave_offsets(
    wave: Curl, guides: GuideStrands, arc: Floats, first: Floats, second: Floats, random: np.random.Generator
) -> Floats:
    """Waves that all hair at a place shares, wherever it grows: locks a few cm wide bend as one, each not quite as the next."""
    lines = guides.lines
    phase = _PHASES * _shared(lines, random) + random.normal(0, _ALONE, (len(arc), 1))
    turn = np.asarray(phase - 2 * np.pi * wave.turns * lines[..., 1], np.float32)
    size = wave.radius * np.clip((arc - 0.5) / wave.begins, 0, 1) ** 2
    size *= _LYING + (1 - _LYING) * hanging_share(lines)
    return np.asarray(
        (size * np.sin(turn))[..., None] * first + (0.5 * size * np.cos(turn))[..., None] * second, np.float32
    )


def _shared(points: Floats, random: np.random.Generator) -> Floats:
    """A chance at each of some points (... x3, canonical cm), of deviation 1, about the same within a lock and slowly changing
    down it: a sum of plane waves."""
    waves = random.normal(0, 2 * np.pi / _LOCK_CM, (_WAVES, 3)) * np.array([0.7, 0.7 * _ONWARD, 0.7])
    starts = random.uniform(0, 2 * np.pi, _WAVES).astype(np.float32)
    total = np.zeros(points.shape[:-1], np.float32)
    for way, start in zip(waves.astype(np.float32), starts, strict=True):
        total += np.sin(vec3.dot(points, way) + start)
    return total * np.float32(np.sqrt(2 / _WAVES))


def frizz_offsets(
    style: Groom, length: Floats, steps: int, flies: npt.NDArray[np.bool_], random: np.random.Generator
) -> Callable[[slice], Floats]:
    """A smooth random walk of each strand; those that fly walk far. For some strands at a time."""
    many = len(flies)
    knots = random.standard_normal((many, 5, 3), np.float32)
    at = np.linspace(0, 4, steps)
    # Raised cosines: a walk from knot to knot in straight lines had corners there.
    apart = np.minimum(np.abs(at[:, None] - np.arange(5)[None]), 1)
    share = (0.5 + 0.5 * np.cos(np.pi * apart)).astype(np.float32)
    size = style.fibre.frizz * np.where(flies, 6, 1) * 0.25
    size = (size * np.minimum(length, 14)).astype(np.float32)
    grows = np.linspace(0, 1, steps, dtype=np.float32)

    def frizzed(part: slice) -> Floats:
        walk: Floats = share @ knots[part]
        vec3.scale(walk, size[part, None] * grows)
        return walk

    return frizzed
