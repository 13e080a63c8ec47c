"""A veil that looks like what stands close behind it is let go; one that looks like hair, or like both, stays."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.engine.backdrop.behind import behind

CM = 20.0
SHAPE = (160, 200)
HAIR, STRIPES = (0.2, 0.14, 0.1), ((0.85, 0.85, 0.6), (0.55, 0.75, 0.9))
VEIL = np.s_[:, 80:92]
"""Between hair on the left and background on the right."""


def _told(colour: tuple[float, float, float] | None) -> np.ndarray:
    """For a veil of a colour, or of none but the background's own stripes."""
    image = np.empty((*SHAPE, 3), np.float32)
    for start in range(0, SHAPE[0], 16):
        image[start : start + 16] = STRIPES[start // 16 % 2]
    image[:, :80] = HAIR
    if colour is not None:
        image[VEIL] = colour
    alpha = np.zeros(SHAPE, np.float32)
    alpha[:, :80], alpha[VEIL] = 1, 0.5
    image += np.random.default_rng(3).normal(0, 0.004, image.shape).astype(np.float32)
    return behind(image, alpha, (alpha > 0.99, alpha < 0.01), CM)


def test_stripes_seen_through_a_veil_are_known_by_the_stripes_beside_it() -> None:
    told = _told(None)
    inside = np.arange(SHAPE[0]) % 16
    assert told[(inside > 3) & (inside < 12), 84:88].min() > 0.9


@pytest.mark.parametrize("colour", [HAIR, (0.45, 0.42, 0.3), (0.7, 0.2, 0.2)])
def test_hair_and_what_is_like_neither_side_stay(colour: tuple[float, float, float]) -> None:
    assert _told(colour).max() < 0.05


def _seen_through(wall: np.ndarray) -> np.ndarray:
    """What is told of a wall (HxWx3) that shows in a gap of hair, the colours of which are not far from grey."""
    random = np.random.default_rng(5)
    image = wall.copy()
    image[:, :80] = np.array([0.4, 0.34, 0.28]) + random.normal(0, 0.02, (SHAPE[0], 80, 3))
    alpha = np.zeros(SHAPE, np.float32)
    alpha[:, :80], alpha[VEIL] = 1, 0.5
    return behind(image.astype(np.float32), alpha, (alpha > 0.99, alpha < 0.01), CM)[:, 84:90]


def test_a_wall_of_one_colour_is_known_in_gaps_of_hair_of_a_colour_like_it() -> None:
    wall = np.full((*SHAPE, 3), (0.42, 0.41, 0.4)) + np.random.default_rng(4).normal(0, 0.006, (*SHAPE, 3))
    near, common = np.moveaxis(_seen_through(wall), 2, 0)
    assert near.max() < 0.2
    assert common.min() > 0.8


def test_a_varied_background_is_not_known_by_its_colours() -> None:
    random = np.random.default_rng(6).uniform(0, 1, (SHAPE[0] // 4, SHAPE[1] // 4, 3))
    assert _seen_through(np.repeat(np.repeat(random, 4, axis=0), 4, axis=1))[..., 1].mean() < 0.1


def test_where_nothing_is_in_doubt_nothing_is_told() -> None:
    image = np.full((*SHAPE, 3), 0.5, np.float32)
    alpha = (np.arange(SHAPE[1]) < 80).astype(np.float32) * np.ones(SHAPE, np.float32)
    assert not behind(image, alpha, (alpha > 0.99, alpha < 0.01), CM).any()
    everywhere = np.full(SHAPE, 0.5, np.float32)
    assert not behind(image, everywhere, (everywhere > 0.99, everywhere < 0.01), CM).any()
