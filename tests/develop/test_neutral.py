"""White balance by a place: what is averaged, why a place is refused, and that the settings found make it grey."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.develop.development import Development
from catchlight.develop.neutral import balance_for, linear_spot, spot_radius
from catchlight.develop.picture_statistics import PictureStats
from catchlight.develop.pipeline import develop
from catchlight.imaging.colour import srgb


def patch(colour: tuple[int, int, int], noise: float = 0.0) -> np.ndarray:
    grain = np.random.default_rng(2).normal(0, noise, (60, 80, 3)) if noise else 0.0
    return np.clip(np.array(colour, float) + np.zeros((60, 80, 3)) + grain, 0, 255).round().astype(np.uint8)


@pytest.mark.parametrize("colour", [(165, 150, 128), (120, 130, 160), (140, 150, 135)])
def test_the_found_settings_make_the_place_grey(colour: tuple[int, int, int]) -> None:
    pixels = patch(colour, noise=3.0)
    spot = linear_spot(pixels, 40, 30, 20)
    assert spot.light is not None
    found = balance_for(spot.light)
    assert found is not None
    grey = develop(pixels, Development(temperature=found[0], tint=found[1]), PictureStats())
    mean = srgb.to_srgb(srgb.to_linear(grey / np.float32(255)).mean(axis=(0, 1))) * 255
    assert np.ptp(mean) < 1.0
    assert abs(float(mean.mean()) - np.mean(colour)) < 8


def test_light_is_averaged_and_not_what_is_stored() -> None:
    pixels = patch((20, 20, 20))
    pixels[:, ::2] = 230
    spot = linear_spot(pixels, 40, 30, 10)
    expected = srgb.to_linear(np.array([20, 230]) / 255).mean()
    assert spot.light == pytest.approx([expected] * 3, rel=1e-4)


def test_a_place_that_says_nothing_says_why() -> None:
    blown = patch((255, 240, 200))
    assert linear_spot(blown, 40, 30, 5).fault == "clipped"
    assert linear_spot(patch((8, 9, 8)), 40, 30, 5).fault == "dark"
    few = patch((150, 140, 130))
    few[30, 40] = 255
    assert linear_spot(few, 40, 30, 5).light == pytest.approx(linear_spot(patch((150, 140, 130)), 40, 30, 5).light)
    red = linear_spot(patch((200, 30, 20)), 40, 30, 5)
    assert red.light is not None
    assert balance_for(red.light) is None


def test_a_place_at_the_corner_has_a_pixel_at_least() -> None:
    spot = linear_spot(patch((100, 100, 100)), 79.9, 0.0, 0.2)
    assert spot.light is not None
    assert balance_for(spot.light) == (0.0, 0.0)


def test_what_is_averaged_is_seen_on_the_screen_at_any_zoom() -> None:
    assert spot_radius(1200, 0.125) == 2.0
    assert spot_radius(6000, 1.0) == 4.0
    assert spot_radius(6000, 8.0) == 16.0
