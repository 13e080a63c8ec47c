"""A person pulled before a ground of lines: the lines stay, also where the person was, and what does not move is identical."""

from __future__ import annotations

import numpy as np
from catchlight.shape.field import STEP_CM, FieldGrid
from catchlight.shape.ground import Ground
from catchlight.shape.layers import PersonLayers
from catchlight.shape.warp import PersonWarp, warp_person

CM, SIZE = 20.0, 320


def lined() -> np.ndarray:
    rows = np.where((np.arange(SIZE) // 8) % 2, 60, 190)
    noise = np.random.default_rng(1).integers(-3, 4, (SIZE, SIZE))
    return np.repeat((rows[:, None] + noise)[..., None], 3, axis=2).astype(np.uint8)


def scene() -> tuple[np.ndarray, PersonLayers]:
    """A red disc before the lines, as a person with an exact matte."""
    y, x = np.indices((SIZE, SIZE))
    alpha = np.clip(80 - np.hypot(x - 160, y - 160) + 0.5, 0, 1).astype(np.float32)
    red = np.full((SIZE, SIZE, 3), (200, 30, 30), np.uint8)
    pixels = np.rint(alpha[..., None] * red + (1 - alpha[..., None]) * lined()).astype(np.uint8)
    return pixels, PersonLayers((0, 0, SIZE, SIZE), red, alpha, Ground(pixels, alpha, CM))


def narrowing(amount: float) -> PersonWarp:
    """The disc drawn together across by ``amount`` cm at its sides."""
    grid = FieldGrid((0.0, 0.0), STEP_CM * CM, (65, 65))
    away = (grid.points - 160) / CM
    ways = np.zeros((*grid.shape, 2), np.float32)
    ways[..., 0] = amount * np.sin(np.clip(away[..., 0] / 4, -2, 2) * np.pi / 2) * np.exp(-((away[..., 1] / 3) ** 2))
    return PersonWarp(-ways, np.abs(ways).max(axis=2), grid, CM, cut_out=False)


def test_lines_run_on_where_the_person_was() -> None:
    pixels, layers = scene()
    made = warp_person(pixels, layers, narrowing(0.6)).astype(float)
    was, free = layers.alpha > 0.5, np.abs(made - [200, 30, 30]).max(axis=2) > 60
    uncovered = was & free
    assert uncovered.sum() > 400
    apart = np.abs(made - lined()).max(axis=2)[uncovered]
    assert np.median(apart) <= 8
    assert np.quantile(apart, 0.9) < 40
    assert np.abs(made - pixels)[~was & (layers.alpha == 0)].max() <= 8  # beside the person nothing moved


def test_nothing_moves_where_no_way_leads() -> None:
    pixels, layers = scene()
    made = warp_person(pixels, layers, narrowing(0.6))
    still = np.abs(np.indices((SIZE, SIZE))[0] - 160) > 150
    assert np.array_equal(made[still], pixels[still])
    assert np.array_equal(warp_person(pixels, layers, narrowing(0.0)), pixels)


def test_a_cut_out_takes_its_own_alpha_along() -> None:
    _, layers = scene()
    own = np.dstack([layers.person, np.rint(255 * layers.alpha).astype(np.uint8)])
    warp = narrowing(0.6)
    made = warp_person(own, layers, PersonWarp(warp.back, warp.reach, warp.grid, CM, cut_out=True))
    assert (made[160, :, 3] > 128).sum() < (own[160, :, 3] > 128).sum() - 8
    assert np.array_equal(made[5], own[5])
