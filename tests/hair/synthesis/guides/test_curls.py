"""Waves: what hangs at one place bends as one, wherever it grows."""

from __future__ import annotations

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import Curl
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.synthesis.guides import curls
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.guides.grow import GuideStrands

from tests.hair.styles import groom_of

STEPS, LENGTH = 60, 30.0
WAVE = Curl(radius=0.6, turns=0.1, begins=4)


def _bent(across: np.ndarray, begins: np.ndarray) -> np.ndarray:
    """Sideways moves (NxS) of upright guides, which begin at some height (cm), at the same heights."""
    count = len(across)
    roots = scalp_roots.scatter_roots(count, Hairline(), np.random.default_rng(1))
    lines = np.zeros((count, STEPS, 3), np.float32)
    lines[..., 0] = across[:, None]
    lines[..., 1] = begins[:, None] - np.linspace(0, LENGTH, STEPS)[None]
    flags = np.zeros(count, bool)
    guides = GuideStrands(lines, np.full(count, LENGTH, np.float32), np.zeros(count), flags, flags, roots)
    arc = np.tile(np.linspace(0, LENGTH, STEPS, dtype=np.float32), (count, 1))
    first, second = np.zeros_like(lines), np.zeros_like(lines)
    first[..., 0], second[..., 2] = 1, 1
    moved = curls.wave_offsets(WAVE, guides, arc, first, second, np.random.default_rng(2))[..., 0]
    heights = np.linspace(-4, -18, 40)
    return np.array([np.interp(-heights, -line[:, 1], move) for line, move in zip(lines, moved, strict=True)])


def test_hair_at_one_place_waves_alike_wherever_it_grows() -> None:
    moved = _bent(np.full(40, 6.0), np.linspace(2, 10, 40))
    alike = np.corrcoef(moved)
    assert alike.mean() > 0.85
    assert np.abs(moved).max() > 0.4


def test_locks_far_apart_wave_each_by_itself() -> None:
    alike = np.corrcoef(_bent(np.linspace(-200, 200, 80), np.full(80, 8.0)))
    apart = alike[np.triu_indices(80, 2)]
    assert apart.std() > 0.3
    assert (apart < 0.5).mean() > 0.3


def test_curls_wind_to_both_sides_and_are_flat() -> None:
    """Curls that all wind one way are twill."""
    count = 200
    arc = np.tile(np.linspace(0, LENGTH, STEPS, dtype=np.float32), (count, 1))
    first, second = np.zeros((count, STEPS, 3), np.float32), np.zeros((count, STEPS, 3), np.float32)
    first[..., 0], second[..., 2] = 1, 1
    curl = Curl(radius=0.6, turns=0.2, begins=4, together=1.0)
    curled = curls.curl_offsets(
        curl, arc, np.ones_like(arc), first, second, np.arange(count), count, np.random.default_rng(5)
    )
    moved = curled(slice(0, count))
    x, z = moved[:, 20:, 0], moved[:, 20:, 2]
    turns = (x[:, :-1] * np.diff(z, axis=1) - z[:, :-1] * np.diff(x, axis=1)).mean(axis=1)
    assert 0.4 < (turns > 0).mean() < 0.6
    assert 0.5 < z.std() / x.std() < 0.75


def test_curls_that_lie_on_the_head_are_flatter_than_those_that_hang() -> None:
    arc = np.linspace(0, LENGTH, STEPS, dtype=np.float32)[None]
    first, second = np.zeros((1, STEPS, 3), np.float32), np.zeros((1, STEPS, 3), np.float32)
    first[..., 0], second[..., 2] = 1, 1
    curl = Curl(radius=0.6, turns=0.2, begins=4, together=1.0)
    lines = np.zeros((2, STEPS, 3), np.float32)
    lines[:, :, 1] = [[12.0], [-5.0]]
    lying, hanging = (
        curls.curl_offsets(curl, arc, row[None], first, second, np.zeros(1, np.intp), 1, np.random.default_rng(5))(
            slice(0, 1)
        )
        for row in curls.hanging_share(lines)
    )
    assert np.abs(lying[:, 20:]).max() < 0.6 * np.abs(hanging[:, 20:]).max()


def test_a_strand_that_flies_has_no_corners(catalogue: Catalogue) -> None:
    shape = groom_of(catalogue, "long")
    flies = np.ones(50, bool)
    walks = curls.frizz_offsets(shape, np.full(50, 12.0), 60, flies, np.random.default_rng(1))(slice(0, 50))
    bent = np.linalg.norm(np.diff(walks, 2, axis=1), axis=2)
    assert (bent.max(axis=1) < 5 * bent.mean(axis=1)).all()


def test_curls_differ_in_width_from_bundle_to_bundle() -> None:
    count, steps = 60, 200
    arc = np.tile(np.linspace(0, 30, steps, dtype=np.float32), (count, 1))
    first, second = (np.zeros((count, steps, 3), np.float32) for _ in range(2))
    first[..., 0], second[..., 2] = 1, 1
    curl = Curl(radius=0.6, turns=0.2, begins=4, together=1.0)
    curled = curls.curl_offsets(
        curl, arc, np.ones_like(arc), first, second, np.arange(count), count, np.random.default_rng(5)
    )
    across = curled(slice(0, count))[:, steps // 2 :, 0]
    width = np.abs(across).max(axis=1)
    assert 0.25 < np.log(width).std() < 0.5
    # A wider one winds less often.
    crossings = (np.diff(np.sign(across), axis=1) != 0).sum(axis=1)
    assert np.corrcoef(width, crossings)[0, 1] < -0.3
