"""Shirts under jackets, to the edge of their collars."""

from __future__ import annotations

from catchlight.clothing.garment_matte import garment
from catchlight.imaging.picture import FloatPlane

from tests.conftest import Worn


def _at(plane: FloatPlane, x: float, y: float) -> float:
    return float(plane[round(y * plane.shape[0]), round(x * plane.shape[1])])


def test_a_collar_in_its_own_shade_is_no_jacket(worn: Worn) -> None:
    jacket = garment(worn("d02"), "jacket")
    for x, y in ((0.325, 0.85), (0.335, 0.89), (0.335, 0.82)):
        assert _at(jacket, x, y) < 0.3
    assert _at(jacket, 0.75, 0.96) > 0.9


def test_what_lies_between_collar_and_neck_is_no_jacket(worn: Worn) -> None:
    jacket = garment(worn("d02"), "jacket")
    for x, y in ((0.368, 0.812), (0.372, 0.86), (0.384, 0.876)):
        assert _at(jacket, x, y) < 0.3


def test_the_edge_of_a_shirt_in_the_shadow_of_the_jacket_is_the_shirts(worn: Worn) -> None:
    shirt, jacket = (garment(worn("d01"), name) for name in ("shirt", "jacket"))
    for x, y in ((0.5925, 0.735), (0.583, 0.77)):
        assert _at(shirt, x, y) > 0.7
        assert _at(jacket, x, y) < 0.3
    assert _at(jacket, 0.66, 0.83) > 0.9
