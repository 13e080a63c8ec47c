"""Noise that runs along strands."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from catchlight.hair import orientation

HEIGHT, WIDTH = 120, 80
MASK = np.ones((HEIGHT, WIDTH), np.float32)


def upright(depth: npt.NDArray[np.float32]) -> orientation.Streamlines:
    direction = np.zeros((HEIGHT, WIDTH, 2), np.float32)
    direction[..., 1] = 1
    return orientation.trace_streamlines(direction, depth * np.ones((1, WIDTH), np.float32), MASK, 10.0)


def test_strands_do_not_end_where_neighbours_grow_the_other_way() -> None:
    """Directions have no sign: hair that is told to grow up beside hair that grows down is one bundle all the same."""
    lying = upright(np.abs(np.linspace(-1, 1, HEIGHT, dtype=np.float32))[:, None])
    bundles = lying.strands(0.5, 3)
    above, below = bundles[HEIGHT // 2 - 6], bundles[HEIGHT // 2 + 5]
    assert np.corrcoef(above, below)[0, 1] > 0.5


def test_a_sum_along_strands_goes_on_where_the_way_to_the_tip_turns_round() -> None:
    random = np.random.default_rng(1).standard_normal((HEIGHT, WIDTH)).astype(np.float32)
    turning = upright(np.abs(np.linspace(-1, 1, HEIGHT, dtype=np.float32))[:, None])
    plain = upright(np.linspace(0, 1, HEIGHT, dtype=np.float32)[:, None])
    middle = np.s_[40:80, 4:-4]
    first, second = turning.along(random)[middle], plain.along(random)[middle]
    assert np.corrcoef(first.ravel(), second.ravel())[0, 1] > 0.9


def test_every_plane_of_several_is_summed_for_itself() -> None:
    random = np.random.default_rng(2).standard_normal((HEIGHT, WIDTH, 3)).astype(np.float32)
    lying = upright(np.linspace(0, 1, HEIGHT, dtype=np.float32)[:, None])
    assert np.allclose(lying.along(random, 2)[..., 1], lying.along(np.ascontiguousarray(random[..., 1]), 2), atol=1e-4)


def test_strands_of_one_way_agree_and_those_of_any_way_do_not() -> None:
    x = np.arange(WIDTH, dtype=np.float32)[None] / 10
    strands = np.broadcast_to(0.5 + 0.2 * np.sin(12 * x), (HEIGHT, WIDTH)).astype(np.float32)
    noise = np.random.default_rng(4).random((HEIGHT, WIDTH), np.float32)
    inside = np.s_[20:-20, 20:-20]
    assert orientation.agreement(strands, MASK, 10.0, 0.4)[inside].min() > 0.95
    assert orientation.agreement(noise, MASK, 10.0, 0.4)[inside].mean() < 0.4
