"""Halved pictures: those of 16 bit are halved without a copy of the whole, and come out the same."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.picture import Picture
from catchlight.imaging.pyramid import Pyramid


@pytest.mark.parametrize("channels", [3, 4])
def test_halves_of_16_bit_are_those_of_its_bytes(channels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catchlight.imaging.pyramid._BAND", 5_000)  # several bands, the last of them shorter
    pixels = np.random.default_rng(1).integers(0, 65_535, (601, 403, channels)).astype(np.uint16)
    picture = Picture(pixels)
    pyramid = Pyramid.of(picture)
    level, halved = pyramid.level(0.25)
    assert "rgb8" not in vars(picture)  # the whole was not made for it
    wanted, times = Pyramid(picture.rgb8).level(0.25)
    assert (halved, times, level.shape) == (2, 2, (150, 100, 3))
    assert np.array_equal(level, wanted)
    assert pyramid.level(1.0)[0] is picture.rgb8
