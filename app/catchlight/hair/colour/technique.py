"""Where on the hair a colour goes: all over, on the ends, on painted or foiled strands, not at the roots, only on grey."""

from __future__ import annotations

import numpy as np

from catchlight.hair.analysis import Hair, HairGeometry
from catchlight.hair.colour.tones import STEPS
from catchlight.imaging.picture import FloatPlane

_FINE_CM, _BROAD_CM = 0.35, 0.9
_WEAVE_CM = (0.10, 0.28, 1.0)
_RAGGED = 0.5
"""How far strands run ahead of, or stay behind, a border across the hair, as a share of its width."""
_ROOT_CM = 2.2
"""Grown-out roots: about two months."""


def root_weights(lie: HairGeometry, seed: int, reach_cm: float = _ROOT_CM) -> FloatPlane:
    """1 at the roots, 0 beyond about ``reach_cm``, strand by strand; on short hair at most a third of its length."""
    reach = min(reach_cm, 0.38 * lie.growth.length)
    ragged = lie.streams.strands(_FINE_CM, seed + 1) - 0.5
    return 1 - _step(np.asarray(lie.growth.depth / reach + ragged * 2 * _RAGGED, np.float32), 0.45, 1.45)


def end_weights(lie: HairGeometry, seed: int, start: float = 0.34, stop: float = 0.78) -> FloatPlane:
    """0 at the roots, 1 at the tips, along each strand; start and stop: shares of the hair's length."""
    ragged = lie.streams.strands(_BROAD_CM, seed + 2) - 0.5
    fine = lie.streams.strands(_FINE_CM, seed + 3) - 0.5
    along = lie.growth.depth / lie.growth.length
    return _step(np.asarray(along + (0.7 * ragged + 0.3 * fine) * _RAGGED * (stop - start), np.float32), start, stop)


def highlight_weights(lie: HairGeometry, seed: int, share: float = 0.6) -> FloatPlane:
    """Foiled strands from near the root to the tip; share: of the strands."""
    woven = _woven(lie, seed + 4)
    chosen = _step(woven, 0.95 - share, 1.25 - 0.6 * share)
    return np.asarray(0.9 * chosen * _step(lie.growth.depth, 0.0, min(2.5, 0.4 * lie.growth.length)), np.float32)


def balayage_weights(lie: HairGeometry, seed: int) -> FloatPlane:
    """Painted by hand: strands from about a third of the length on, more of them towards the tips."""
    broad = lie.streams.strands(_BROAD_CM, seed + 6)
    along = lie.growth.depth / lie.growth.length
    reached = _step(along + 0.22 * (broad - 0.5), 0.18, 0.9)
    strand = _step(_woven(lie, seed + 7) + 0.85 * reached, 0.55, 1.35)
    return np.asarray(strand * _step(along, 0.08, 0.5), np.float32)


def _woven(lie: HairGeometry, seed: int) -> FloatPlane:
    """Strands of three widths together, 0..1: a foil holds many fine ones, and foils lie in groups."""
    fine, middle, broad = (lie.streams.strands(width, seed + 20 * number) for number, width in enumerate(_WEAVE_CM))
    return np.asarray(0.45 * fine + 0.35 * middle + 0.2 * broad, np.float32)


def top_strand_weights(hair: Hair) -> FloatPlane:
    """STEPS entries: lightened strands are those that lie on top and catch the light."""
    low, middle, high = hair.tones.levels
    grid = np.linspace(0, 1, STEPS, dtype=np.float32)
    return 0.45 + 0.55 * _step(grid, 0.5 * (low + middle), 0.5 * (middle + high))


def grey_weights(hair: Hair) -> FloatPlane:
    """STEPS entries: how far strands of each lightness count as grey: pale, and lighter than this person's own colour."""
    tones = hair.tones
    grid = np.linspace(0, 1, STEPS, dtype=np.float32)
    dark = float(tones.shadows[0]) * 0.5 + tones.levels[1] * 0.5
    if tones.grey >= 1.0:
        return np.ones(STEPS, np.float32)
    return _step(grid, dark + 0.05, dark + 0.22)


def _step(value: FloatPlane, low: float | FloatPlane, high: float | FloatPlane) -> FloatPlane:
    """Smooth step from 0 at ``low`` to 1 at ``high``."""
    t = np.clip((value - low) / np.maximum(np.asarray(high) - low, 1e-4), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)
