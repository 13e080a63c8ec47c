"""Drawn hair along its strands: broken strands go on, pinholes close, and what lies beside strands stays apart."""

from __future__ import annotations

import numpy as np
from catchlight.engine.groom import combed

SIDE, CM = 160, 20.0
INNER = np.s_[40:-40, 40:-40]


def dashes(seed: int = 1) -> np.ndarray:
    """Upright strands two pixels wide, each broken into dashes of other brightness."""
    random = np.random.default_rng(seed)
    strand = np.repeat(random.normal(0.6, 0.15, SIDE // 2), 2)[None]
    broken = np.repeat(np.repeat(random.normal(0, 0.12, (SIDE // 5, SIDE // 2)), 5, axis=0), 2, axis=1)
    return (strand + broken).astype(np.float32)


def solid() -> np.ndarray:
    return np.ones((SIDE, SIDE), np.float32)


def rough(plane: np.ndarray, axis: int) -> float:
    return float(np.abs(np.diff(plane[INNER], axis=axis)).mean())


def test_strands_become_even_along_themselves_and_stay_apart() -> None:
    shade = dashes()
    after, cover = combed.combed(shade.copy(), solid(), CM)
    assert rough(after, 0) < 0.6 * rough(shade, 0)
    assert rough(after, 1) > 0.5 * rough(shade, 1)
    assert np.array_equal(cover, solid())
    assert abs(float(after[INNER].mean() - shade[INNER].mean())) < 0.02


def test_pinholes_in_dense_hair_close() -> None:
    cover = solid()
    holes = np.random.default_rng(2).random(cover.shape) < 0.05
    cover[holes] = 0
    after, closed = combed.combed(dashes(), cover.copy(), CM)
    assert closed[INNER][holes[INNER]].mean() > 0.9
    assert after[INNER][holes[INNER]].min() > 0.1


def test_gaps_between_locks_and_thin_hair_stay_open() -> None:
    gap = solid()
    gap[:, 70:90] = 0
    assert combed.combed(dashes(), gap, CM)[1][INNER][:, 34:46].max() < 0.05
    thin = (np.arange(SIDE) % 8 < 3).astype(np.float32)[None] * solid()
    assert np.array_equal(combed.combed(dashes(), thin.copy(), CM)[1], thin)


def test_a_picture_without_hair_comes_back() -> None:
    shade, cover = dashes(), np.zeros((SIDE, SIDE), np.float32)
    after = combed.combed(shade, cover, CM)
    assert after[0] is shade
    assert after[1] is cover
