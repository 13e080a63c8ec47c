"""Fabric tiles: they repeat without a seam, keep the colour's lightness, and draw nothing finer than pixels."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.engine.garment.fabric import Fabric, Kind, laid, tile


def _fabric(kind: Kind, gauge: float = 0.3, fuzz: float = 0.0) -> Fabric:
    return Fabric(kind, gauge, 0.05, fuzz, 0.5, 1.0)


@pytest.mark.parametrize("kind", ["knit", "jersey", "wool", "poplin"])
def test_a_tile_meets_itself(kind: Kind) -> None:
    plane = tile(_fabric(kind, fuzz=0.04), 40)
    assert float(plane.mean()) == pytest.approx(1, abs=1e-3)
    inside = np.abs(np.diff(plane, axis=1)).mean()
    seam = np.abs(plane[:, 0] - plane[:, -1]).mean()
    assert seam < 2.5 * inside


def test_stitches_lie_at_the_gauge() -> None:
    plane = tile(_fabric("jersey"), 40)
    power = np.abs(np.fft.rfft(plane - plane.mean(), axis=1)).mean(axis=0)
    assert 512 / int(power.argmax()) == pytest.approx(0.3 * 40, rel=0.1)


def test_stitches_under_two_pixels_are_not_drawn() -> None:
    assert float(tile(_fabric("knit"), 5).std()) < 1e-3
    assert float(tile(_fabric("knit"), 40).std()) > 0.01


def test_a_window_of_the_repeated_tile() -> None:
    plane = tile(_fabric("wool", fuzz=0.03), 30)
    assert np.array_equal(laid(plane, 500, 700, 40, 30)[:, 12:], laid(plane, 512, 700, 28, 30))
