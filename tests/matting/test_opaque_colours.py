"""Things that a matte leaves half transparent, by what their colours can be mixed of."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.picture import ByteImage, FloatPlane, Picture
from catchlight.matting.opaque_colours import solidify_opaque
from catchlight.portrait.portrait import Portraits

CM = 20.0
_WALL = (205, 200, 196)
_THING = np.s_[60:120, 100:180]
"""Beside the person, who covers the left half."""


def _scene(colour: tuple[int, int, int]) -> tuple[ByteImage, FloatPlane]:
    rgb = np.full((200, 240, 3), _WALL, np.uint8)
    alpha = np.zeros((200, 240), np.float32)
    rgb[_THING], alpha[_THING] = colour, 0.3
    rgb[:, :100], alpha[:, :100] = (150, 60, 40), 1
    noise = np.random.default_rng(3).normal(0, 2, rgb.shape)
    return np.clip(rgb + noise, 0, 255).astype(np.uint8), alpha


@pytest.mark.parametrize("colour", [(12, 12, 14), (255, 40, 20), (10, 60, 140)])
def test_a_thing_of_no_mixture_with_the_wall_becomes_solid(colour: tuple[int, int, int]) -> None:
    rgb, alpha = _scene(colour)
    solid = solidify_opaque(rgb, alpha, CM)
    assert solid[62:118, 102:178].min() > 0.95
    assert np.array_equal(solid[alpha == 0], alpha[alpha == 0])
    assert solid.min() >= alpha.min()


@pytest.mark.parametrize("colour", [(150, 146, 143), (196, 188, 180)])
def test_a_shadow_on_the_wall_and_a_veil_stay_as_they_are(colour: tuple[int, int, int]) -> None:
    rgb, alpha = _scene(colour)
    assert np.array_equal(solidify_opaque(rgb, alpha, CM), alpha)


def test_what_is_as_thin_as_hair_is_left_to_the_matte() -> None:
    rgb, alpha = _scene((12, 12, 14))
    thin = np.arange(240) % 6 < 3
    alpha[60:120, 100:180] *= thin[None, 100:180]
    assert np.array_equal(solidify_opaque(rgb, alpha, CM), alpha)


def test_the_ring_behind_the_neck_of_the_sample_is_the_suits(sample: Picture, portraits: Portraits) -> None:
    alpha = portraits.of(sample).alpha
    assert alpha[156:168, 166:185].min() > 0.9
    assert alpha[100:135, 120:150].max() < 0.1
