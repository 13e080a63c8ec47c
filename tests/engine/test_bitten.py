"""Holes that a matte leaves in clothes, told from what is seen between an arm and the body."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.engine import codec
from catchlight.engine.bitten import made_whole
from catchlight.engine.picture import ByteImage, FloatPlane
from catchlight.engine.portrait import Portraits

CM = 12.0
CHIN = 60.0
_WALL, _SHIRT = (200, 205, 210), (150, 60, 40)
_HOLE = np.s_[140:180, 110:150]
_SIDE = np.s_[200:240, 230:260]


def _scene() -> tuple[ByteImage, FloatPlane]:
    """A body in a red shirt, from row 80 on and up to the right border below row 180, before a grey wall."""
    rgb = np.full((240, 260, 3), _WALL, np.uint8)
    alpha = np.zeros((240, 260), np.float32)
    for body in (np.s_[80:, 60:200], np.s_[180:, 60:]):
        rgb[body], alpha[body] = _SHIRT, 1
    noise = np.random.default_rng(3).normal(0, 4, rgb.shape)
    return np.clip(rgb + noise, 0, 255).astype(np.uint8), alpha


@pytest.mark.parametrize("bite", [_HOLE, _SIDE], ids=["in the shirt", "at the side"])
def test_a_bite_into_cloth_is_filled(bite: tuple[slice, slice]) -> None:
    rgb, whole = _scene()
    alpha = whole.copy()
    alpha[bite] = 0
    assert np.abs(made_whole(rgb, alpha, CHIN, CM) - whole).max() < 0.02


def test_the_wall_between_an_arm_and_the_body_is_seen_on() -> None:
    rgb, alpha = _scene()
    rgb[_HOLE], alpha[_HOLE] = rgb[:40, :40], 0
    assert np.array_equal(made_whole(rgb, alpha, CHIN, CM), alpha)


def test_a_hole_in_colours_that_the_wall_has_too_is_left() -> None:
    rgb, alpha = _scene()
    alpha[_HOLE] = 0
    rgb[:60] = rgb[80:140, 60:61]
    assert np.array_equal(made_whole(rgb, alpha, CHIN, CM), alpha)


@pytest.mark.parametrize(
    ("chin", "side"), [(200.0, 40), (CHIN, 8)], ids=["beside the head", "as small as between locks"]
)
def test_what_may_be_hair_is_left_to_the_matte(chin: float, side: int) -> None:
    rgb, alpha = _scene()
    alpha[140 : 140 + side, 110 : 110 + side] = 0
    assert np.array_equal(made_whole(rgb, alpha, chin, CM), alpha)


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("d14_glasses_pattern_bg.jpg", [(0.44, 0.84), (0.62, 0.86), (0.25, 0.8)]),
        ("d07_dark_skin_woman.jpg", [(0.98, 0.95)]),
        ("d38_officer_cap_glasses.jpg", [(0.97, 0.86)]),
    ],
)
def test_the_clothes_of_portraits_are_whole(
    name: str, places: list[tuple[float, float]], portraits_folder: Path, portraits: Portraits
) -> None:
    alpha = portraits.of(codec.decode((portraits_folder / name).read_bytes())).alpha
    height, width = alpha.shape
    assert min(alpha[int(y * height), int(x * width)] for x, y in places) > 0.95
