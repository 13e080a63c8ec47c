"""Strands through more points: those between lie on the curve, not on its chords."""

from __future__ import annotations

import numpy as np
from catchlight.hair.synthesis.strands import refine


def test_points_between_lie_on_the_curve_and_the_others_stay() -> None:
    turn = np.linspace(0, 2 * np.pi, 13, dtype=np.float32)
    circle = (10 * np.stack([np.cos(turn), np.sin(turn)], axis=1))[None].astype(np.float32)
    found = refine.subdivide_points(circle)
    assert found.shape == (1, 25, 2)
    assert (found[:, ::2] == circle).all()
    inner = np.linalg.norm(found[0, 3:-3:2], axis=1)
    # Halfway on a chord it would be 9.66.
    assert np.abs(inner - 10).max() < 0.05


def test_values_between_are_means() -> None:
    assert refine.subdivide_values(np.array([[0, 2, 3]], np.float32)).tolist() == [[0, 1, 2, 2.5, 3]]
