"""Strands in place of those that the camera has lost in black, or blown out."""

from __future__ import annotations

import numpy as np
from catchlight.engine.hair import flow, shading

SIDE, CM = 160, 20.0
LEFT, RIGHT = np.s_[20:-20, 20:60], np.s_[20:-20, 100:140]


def lost(left: float, right: float, swing: float = 0.0, length: float = 30.0) -> tuple[np.ndarray, np.ndarray]:
    """Hair of two shades side by side, all of it lying upright; ``swing`` of strands on the right."""
    light = np.full((SIDE, SIDE), left, np.float32)
    light[:, SIDE // 2 :] = right + swing * np.sin(np.arange(SIDE // 2) * 1.6)
    mask = np.ones((SIDE, SIDE), np.float32)
    upright = np.dstack([np.zeros_like(mask), np.ones_like(mask)])
    depth = np.tile(np.linspace(0, 8, SIDE, dtype=np.float32)[:, None], (1, SIDE))
    lying = flow.streams(upright, depth, mask, CM)
    return shading.lost(light, np.zeros_like(mask), mask, lying, CM, length)


def test_black_without_strands_gets_strands_along_the_hair() -> None:
    share, strands = lost(0.004, 0.3)
    assert share[LEFT].mean() > 0.9
    assert share[RIGHT].max() < 0.01
    assert strands[LEFT].std() > 0.01
    across = np.abs(np.diff(strands[LEFT], axis=1)).mean()
    along = np.abs(np.diff(strands[LEFT], axis=0)).mean()
    assert across > 2 * along


def test_little_is_drawn_in_short_hair() -> None:
    short, long = (lost(0.004, 0.3, length=length)[1][LEFT].std() for length in (4.0, 30.0))
    assert short < 0.3 * long


def test_strands_that_are_seen_stay_as_they_are() -> None:
    share, strands = lost(0.3, 0.05, swing=0.04)
    assert share[RIGHT].mean() < 0.1
    assert np.abs(strands[RIGHT]).max() < 0.02


def test_what_is_blown_out_gets_darker_strands() -> None:
    _, strands = lost(0.5, 0.995)
    assert strands[RIGHT].mean() < -0.03
    assert strands[RIGHT].std() > 0.01
    assert strands[LEFT].any() == 0


def test_strands_do_not_end_where_neighbours_grow_the_other_way() -> None:
    """Directions have no sign: hair that is told to grow up beside hair that grows down is one bundle all the same."""
    height, width = 120, 80
    direction = np.zeros((height, width, 2), np.float32)
    direction[..., 1] = 1
    depth = np.abs(np.linspace(-1, 1, height, dtype=np.float32))[:, None] * np.ones((1, width), np.float32)
    mask = np.ones((height, width), np.float32)
    bundles = flow.streams(direction, depth, mask, 10.0).strands(0.5, 3)
    above, below = bundles[height // 2 - 6], bundles[height // 2 + 5]
    assert np.corrcoef(above, below)[0, 1] > 0.5
