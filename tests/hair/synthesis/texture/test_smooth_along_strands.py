"""Drawn hair along its strands: broken strands go on, pinholes close, and what lies beside strands stays apart."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.hair.synthesis.texture import smooth_along_strands

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
    even = smooth_along_strands.smooth_along_strands(shade.copy(), solid(), CM)
    after, cover = even.shade, even.cover
    assert rough(after, 0) < 0.6 * rough(shade, 0)
    assert rough(after, 1) > 0.5 * rough(shade, 1)
    assert np.array_equal(cover, solid())
    assert abs(float(after[INNER].mean() - shade[INNER].mean())) < 0.02


def aslant(degrees: float) -> tuple[np.ndarray, np.ndarray]:
    """Strands in any direction, as they are and broken into dashes."""
    random = np.random.default_rng(3)
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    along, across = x * cosine + y * sine, y * cosine - x * sine
    strand, dash = ((plane / size).astype(int) + SIDE for plane, size in ((across, 2.5), (along, 5)))
    whole = random.normal(0.6, 0.15, 3 * SIDE)[strand]
    return whole.astype(np.float32), (whole + random.normal(0, 0.12, (3 * SIDE, 3 * SIDE))[dash, strand]).astype(
        np.float32
    )


def unevenness(degrees: float) -> float:
    whole, broken = aslant(degrees)
    return float(np.abs(smooth_along_strands.smooth_along_strands(broken, solid(), CM).shade - whole)[INNER].mean())


@pytest.mark.parametrize("degrees", [0, 5, 45, 135, 175])
def test_strands_become_as_even_in_every_direction(degrees: int) -> None:
    """One that lies flat goes left in one cell and right in the next: it has no direction."""
    assert unevenness(degrees) < 1.06 * unevenness(90)


def test_single_strands_change_across_but_hardly_along() -> None:
    single = smooth_along_strands.smooth_along_strands(dashes(), solid(), CM, seed=1).single
    assert single is not None
    first, second = single[INNER][..., 0], single[INNER][..., 1]
    assert np.abs(np.diff(first, axis=0)).mean() < 0.3 * np.abs(np.diff(first, axis=1)).mean()
    assert abs(float(np.corrcoef(first.ravel(), second.ravel())[0, 1])) < 0.1
    again = smooth_along_strands.smooth_along_strands(dashes(), solid(), CM, seed=1).single
    assert again is not None
    assert np.array_equal(single, again)


def test_pinholes_in_dense_hair_close() -> None:
    cover = solid()
    holes = np.random.default_rng(2).random(cover.shape) < 0.05
    cover[holes] = 0
    even = smooth_along_strands.smooth_along_strands(dashes(), cover.copy(), CM)
    after, closed = even.shade, even.cover
    assert closed[INNER][holes[INNER]].mean() > 0.9
    assert after[INNER][holes[INNER]].min() > 0.1


def test_gaps_between_locks_and_thin_hair_stay_open() -> None:
    gap = solid()
    gap[:, 70:90] = 0
    assert smooth_along_strands.smooth_along_strands(dashes(), gap, CM).cover[INNER][:, 34:46].max() < 0.05
    thin = (np.arange(SIDE) % 8 < 3).astype(np.float32)[None] * solid()
    assert np.array_equal(smooth_along_strands.smooth_along_strands(dashes(), thin.copy(), CM).cover, thin)


def test_a_picture_without_hair_comes_back() -> None:
    shade, cover = dashes(), np.zeros((SIDE, SIDE), np.float32)
    after = smooth_along_strands.smooth_along_strands(shade, cover, CM)
    assert after.shade is shade
    assert after.cover is cover
    assert after.single is None


def test_the_top_of_hair_is_no_flat_line() -> None:
    """What is followed along a flat arc must not go on along the edge of the drawing."""
    across, down = np.meshgrid(np.arange(SIDE) - SIDE / 2, np.arange(SIDE))
    away = np.hypot(across, down - 220.0)
    dome = (away < 190).astype(np.float32)
    shade = (0.5 + 0.2 * np.sin(away)).astype(np.float32) * dome
    also = dome.copy()
    after = smooth_along_strands.smooth_along_strands(shade, dome.copy(), CM, also).cover
    for row in range(30, 36):
        assert (after[row] > 0.5).sum() <= (dome[row] > 0.5).sum() + 2


def test_at_half_the_size_strands_become_even_and_pinholes_close_too() -> None:
    shade, cover = np.repeat(np.repeat(dashes(), 2, axis=0), 2, axis=1), np.ones((2 * SIDE, 2 * SIDE), np.float32)
    holes = np.random.default_rng(5).random(cover.shape) < 0.01
    cover[holes] = 0
    light, dense = smooth_along_strands.smooth_at_half_size(shade.copy(), cover.copy(), 2 * CM, cover)
    inner = np.s_[80:-80, 80:-80]

    def broken(plane: np.ndarray) -> float:
        """How far one dash differs from the next along its strand."""
        return float(np.abs(np.diff(plane[inner].reshape(16, 10, -1).mean(axis=1), axis=0)).mean())

    assert broken(light) < 0.8 * broken(shade)
    assert np.abs(np.diff(light[inner], axis=1)).mean() > 0.5 * np.abs(np.diff(shade[inner], axis=1)).mean()
    assert dense[inner][holes[inner]].mean() > 0.5
    assert (dense >= cover).all()
