"""Loose hairs before a known ground go, and the ground comes back; what is solid stays byte for byte."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.retouch.cleanup import flyaways
from catchlight.retouch.cleanup.replace import lay_over

from tests.benchmarks.painted import curve, hair_cover, lay

CM = 30.0
SHAPE = (420, 480)


def head(texture: float = 1.2) -> tuple[np.ndarray, np.ndarray]:
    """A round head of dark hair before a shaded wall with grain, and its matte."""
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]].astype(np.float32)
    random = np.random.default_rng(5)
    wall = 150 + 0.08 * x + random.normal(0, texture, SHAPE)
    alpha = np.clip((100 - np.hypot(x - 240, y - 300)) / 2 + 0.5, 0, 1).astype(np.float32)
    hair = 40 + random.normal(0, 4, SHAPE)
    grey = wall * (1 - alpha) + hair * alpha
    return np.clip(np.stack([grey + 4, grey, grey - 4], axis=-1), 0, 255).round().astype(np.uint8), alpha


LINES = [curve((240 + 90 * s, 300 - 45), (240 + 150 * s, 190 + 12 * k), 0.12 * s) for k in range(3) for s in (-1, 1)]


def tidied(pixels: np.ndarray, alpha: np.ndarray, amount: float = 0.65) -> np.ndarray:
    found = flyaways.find(pixels, flyaways.Surroundings((0, 0, SHAPE[1], SHAPE[0]), alpha, alpha, CM), amount)
    return lay_over(pixels, found.area, found.ground, found.grain)


def test_strands_go_and_the_wall_comes_back() -> None:
    clean, alpha = head()
    cover = hair_cover(SHAPE, LINES, 1.2) * (alpha < 0.05)
    painted = lay(clean, cover, (44, 40, 36), 0.8)
    after = tidied(painted, alpha)
    away = np.hypot(*(np.mgrid[: SHAPE[0], : SHAPE[1]] - np.array([300, 240])[:, None, None])) > 100 + 0.4 * CM
    sure = (cover > 0.35) & away
    before_error = np.abs(painted.astype(float) - clean)[sure].mean()
    error = np.abs(after.astype(float) - clean)[sure].mean()
    assert before_error > 40
    assert error < 6
    far = gaussian_blur(cover.astype(np.float32), 3) < 0.002
    assert (after == painted)[far & (alpha > 0.99)].all()
    assert float((after != painted).any(axis=2)[far].mean()) < 0.01


def test_less_leaves_a_wider_rim() -> None:
    clean, alpha = head()
    painted = lay(clean, hair_cover(SHAPE, LINES, 1.2) * (alpha < 0.05), (44, 40, 36), 0.8)
    changed = [int((tidied(painted, alpha, amount) != painted).any(axis=2).sum()) for amount in (0.1, 1.0)]
    assert 0 < changed[0] < changed[1]


def test_nothing_is_found_where_nothing_is_loose() -> None:
    clean, alpha = head()
    assert float((tidied(clean, alpha) != clean).any(axis=2).mean()) < 0.004


def test_grass_is_not_combed() -> None:
    clean, alpha = head()
    random = np.random.default_rng(1)
    blades = [curve(at, at + random.normal(0, 30, 2), 0.1) for at in random.uniform(0, 420, (500, 2))]
    lively = lay(clean, hair_cover(SHAPE, blades, 1.2) * (alpha < 0.05), (44, 60, 30), 0.9)
    assert float((tidied(lively, alpha) != lively).any(axis=2).mean()) < 0.03


@pytest.mark.parametrize("deep", [False, True])
def test_sixteen_bits_and_alpha_stay(deep: bool) -> None:
    clean, alpha = head()
    painted = lay(clean, hair_cover(SHAPE, LINES, 1.2) * (alpha < 0.05), (44, 40, 36), 0.8)
    pixels = np.dstack([painted, np.full(SHAPE, 200, np.uint8)])
    pixels = pixels.astype(np.uint16) * 257 if deep else pixels
    after = tidied(pixels, alpha)
    assert after.dtype == pixels.dtype
    assert (after[..., 3] == pixels[..., 3]).all()
    assert (after != pixels).any()
