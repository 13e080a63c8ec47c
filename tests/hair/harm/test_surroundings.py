"""Strange colours and torn outlines where hair was."""

from __future__ import annotations

import numpy as np
from catchlight.hair.harm import surroundings

CM = 10.0
SIZE = 200


def _ground() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A grainy wall, and its left and right halves."""
    random = np.random.default_rng(1)
    wall = np.clip(random.normal(140, 6, (SIZE, SIZE, 3)), 0, 255).astype(np.uint8)
    left = np.broadcast_to(np.arange(SIZE) < SIZE // 2, (SIZE, SIZE))
    return wall, left, ~left


def test_what_goes_on_as_it_was_seen_is_not_strange_however_it_is_patterned() -> None:
    wall, new, seen = _ground()
    assert surroundings.colour_novelty(wall, new, seen, CM) < 0.02
    striped = wall.copy()
    striped[:, (np.arange(SIZE) // 20) % 2 == 0] = (200, 40, 40)
    assert surroundings.colour_novelty(striped, new, seen, CM) < 0.05


def test_a_smear_of_a_colour_that_is_nowhere_else_is_strange_even_where_both_neighbours_go_into_it() -> None:
    wall, new, seen = _ground()
    wall = wall.copy()
    wall[:100, SIZE // 2 :] = (20, 20, 25)
    wall[100:, SIZE // 2 :] = (220, 90, 20)
    wall[:, : SIZE // 2] = (100, 55, 30)
    assert surroundings.colour_novelty(wall, new, seen, CM) > 0.1


def test_too_small_an_area_says_nothing() -> None:
    wall, new, seen = _ground()
    wall = wall.copy()
    wall[:, : SIZE // 2] = 250
    few = np.zeros_like(new)
    few[:8, :8] = True
    assert surroundings.colour_novelty(wall, new, seen, CM) > 0.2
    assert surroundings.colour_novelty(wall, few, seen, CM) == 0


def _shoulder(teeth: float) -> np.ndarray:
    """The matte of a slope with so many pixels of teeth."""
    x = np.arange(SIZE)
    line = 60 + 0.3 * x + teeth * np.sign(np.sin(x / 2.5))
    return (np.arange(SIZE)[:, None] > line).astype(np.float32)


def test_a_torn_outline_departs_from_its_smooth_form_and_a_slope_does_not() -> None:
    everywhere = np.ones((SIZE, SIZE), bool)
    assert surroundings.outline_roughness(_shoulder(0), everywhere, CM) < 0.05
    assert surroundings.outline_roughness(_shoulder(4), everywhere, CM) > 0.1
    assert surroundings.outline_roughness(_shoulder(4), ~everywhere, CM) == 0
