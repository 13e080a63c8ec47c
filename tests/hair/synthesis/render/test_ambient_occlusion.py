"""Hair in a hollow is dark: behind the jaw and under other hair, but not where it stands free."""

from __future__ import annotations

import numpy as np
from catchlight.hair.synthesis.render import ambient_occlusion
from catchlight.hair.synthesis.strands import strand_directions

SHAPE, CM, STEPS, COUNT = (240, 240), 12.0, 20, 8000
NONE = np.full(SHAPE, -1e3, np.float32)


def _hung(left: float, right: float, depth: float) -> tuple[np.ndarray, np.ndarray]:
    pixels = np.empty((COUNT, STEPS, 2), np.float32)
    pixels[..., 0] = np.linspace(left, right, COUNT)[:, None]
    # Each begins somewhere else, so that all cells between have some.
    pixels[..., 1] = np.random.default_rng(1).uniform(0, 12, (COUNT, 1)) + np.linspace(0, 228, STEPS)[None]
    return pixels, np.full((COUNT, STEPS), depth, np.float32)


def _light(body: np.ndarray, *curtains: tuple[float, float, float]) -> list[np.ndarray]:
    """Light on each of some curtains (left, right, view z), NxS."""
    pixels, near = (np.concatenate(each) for each in zip(*(_hung(*one) for one in curtains), strict=True))
    lying = strand_directions.orientation_of_strands(pixels, near, np.zeros(len(near), bool), SHAPE, CM)
    return np.split(ambient_occlusion.ambient_occlusion(pixels, near, lying, body), len(curtains))


def test_free_hair_has_all_of_the_light() -> None:
    (light,) = _light(NONE, (60, 180, 0.0))
    assert light.min() > 0.99


def test_hair_behind_the_jaw_has_less_light_the_deeper_it_lies() -> None:
    jaw = NONE.copy()
    jaw[:, :110] = 4.0
    near, middle, deep = (_light(jaw, (112, 150, depth))[0][:1600].mean() for depth in (3.0, -1.0, -6.0))
    assert near > 0.97
    assert near > middle + 0.05 > deep + 0.1
    assert deep < 0.75


def test_hair_under_other_hair_has_less_light_than_that() -> None:
    over, under = _light(NONE, (40, 200, 2.0), (40, 200, -5.0))
    inner = slice(2400, 5600)
    assert over[inner, 5:-5].mean() > 0.97
    assert under[inner, 5:-5].mean() < 0.6
