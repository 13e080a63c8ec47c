"""Locks: bundles of long hair come together into larger ones, a few centimetres wide, each with light on its middle and shade
between it and the next. Where all hangs evenly it is a slab.

A hierarchy of clusters of strands, as by Kim and Neumann, Interactive Multiresolution Hair Modeling, 2002.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.synthesis.guides.grow import GuideStrands
from catchlight.imaging.arrays import Floats, Indices

_FROM_CM = 10.0
"""Length of hair from which it lies in locks."""
_WIDE_CM, _ROOTS = 2.2, 0.5
"""About how far apart the middles of two locks are where they hang, and how much roots count for which guide is in which."""
_TOGETHER, _FROM_ROOT_CM, _OVER_CM = 0.35, 3.0, 16.0
"""How far bundles come to their lock's middle in the end, how far from the roots they begin to, and over which length."""
_APART, _BETWEEN = 0.12, 0.28
"""Deviation of the brightness of locks, as a logarithm, and how much darker the border of one is than its middle."""


@dataclass(frozen=True)
class Locks:
    """of: G, the lock of each guide. inside: G, 0 at the border of a lock to 1 in its middle. count: how many there are."""

    of: Indices
    inside: Floats
    count: int


def form_locks(style: Groom, guides: GuideStrands, random: np.random.Generator) -> Locks | None:
    """None where hair is too short or curled to lie in any."""
    from scipy.spatial import cKDTree

    count = len(guides.lines)
    if style.cut.length < _FROM_CM or style.curl is not None:
        return None
    middle = guides.lines[:, guides.lines.shape[1] // 2]
    places = np.concatenate([middle, np.float32(_ROOTS) * guides.lines[:, 0]], axis=1)
    spread = float(np.prod(np.ptp(middle[:, :2], axis=0)))
    many = int(np.clip(spread / _WIDE_CM**2, 4, count / 4)) if count >= 16 else 0
    if not many:
        return None
    centres = places[random.choice(count, many, replace=False)]
    away, which = cKDTree(centres).query(places, k=2)
    border = (away[:, 1] - away[:, 0]) / (away.sum(axis=1) + 1e-6)
    return Locks(which[:, 0].astype(np.intp), np.asarray(np.clip(2 * border, 0, 1), np.float32), many)


def gather_into_locks(lines: Floats, length: Floats, locks: Locks) -> Floats:
    """Guides (GxSx3, canonical cm) of a ``length`` (G, cm) that come to the middles of their locks on their way down."""
    from scipy.sparse import csr_array

    steps = lines.shape[1]
    size = np.bincount(locks.of, minlength=locks.count)
    share = (1 / size[locks.of]).astype(np.float32)
    mean = csr_array((share, (locks.of, np.arange(len(lines)))), (locks.count, len(lines)))
    middle = (mean @ lines.reshape(len(lines), -1))[locks.of].reshape(lines.shape)
    gone = length[:, None] * np.linspace(0, 1, steps, dtype=np.float32)
    share = np.float32(_TOGETHER) * np.clip((gone - _FROM_ROOT_CM) / _OVER_CM, 0, 1)
    return np.asarray(lines + share[..., None] * (middle - lines), np.float32)


def lock_shading(locks: Locks, gone: Floats, random: np.random.Generator) -> Floats:
    """Factor of brightness of guides (G) at ``gone`` (GxS, cm from the root), GxS."""
    own = random.normal(0, _APART, locks.count)[locks.of] - _BETWEEN * (1 - locks.inside) ** 2
    share = np.clip((gone - _FROM_ROOT_CM / 2) / _FROM_ROOT_CM, 0, 1)
    return np.asarray(np.exp(own[:, None] * share), np.float32)
