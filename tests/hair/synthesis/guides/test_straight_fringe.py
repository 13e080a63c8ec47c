"""Ends of a straight fringe come together in wisps, of which each ends as one; other hair stays."""

from __future__ import annotations

import numpy as np
from catchlight.hair.synthesis.guides import straight_fringe


def test_ends_of_a_fringe_come_together() -> None:
    random = np.random.default_rng(1)
    x = random.uniform(-4, 4, 3000).astype(np.float32)
    lines = np.zeros((3000, 12, 3), np.float32)
    lines[..., 0] = x[:, None]
    lines[..., 1] = np.linspace(10, 5, 12)
    lines[..., 2] = 5
    fringe = np.arange(3000) < 2000
    before = lines.copy()
    shorter = straight_fringe.gather_into_wisps(lines, fringe, np.random.default_rng(2))
    np.testing.assert_array_equal(lines[~fringe], before[~fringe])
    np.testing.assert_array_equal(lines[:, :5], before[:, :5])
    assert not shorter[~fringe].any()
    assert 0 < shorter[fringe].mean() < 0.2
    moved = np.abs(lines[fringe, -1, 0] - before[fringe, -1, 0])
    assert 0.01 < moved.mean() < 0.15

    # Strands of a wisp end as one, and lie nearer to each other than before.
    def apart(all_lines: np.ndarray) -> float:
        groups = [all_lines[fringe, -1, 0][shorter[fringe] == each].std() for each in np.unique(shorter[fringe])]
        return float(np.mean(groups))

    assert apart(lines) < 0.6 * apart(before)


def test_without_a_fringe_nothing_is_moved() -> None:
    lines = np.random.default_rng(3).normal(size=(20, 8, 3)).astype(np.float32)
    before = lines.copy()
    assert not straight_fringe.gather_into_wisps(lines, np.zeros(20, bool), np.random.default_rng(2)).any()
    np.testing.assert_array_equal(lines, before)
