"""A filled gap is strange where it shows what lies nowhere around it: a line that ends, a lobe of another colour."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.retouch.area import Area
from catchlight.retouch.removal.coherence import strangeness


def striped(size: int = 400) -> np.ndarray:
    """Cloth with light lines every 60 pixels."""
    random = np.random.default_rng(3)
    light = np.full((size, size), 60.0)
    for left in range(20, size, 60):
        light[:, left : left + 6] = 200
    light += random.normal(0, 3, light.shape)
    return np.clip(np.repeat(light[..., None], 3, axis=2), 0, 255).astype(np.uint8)


GAP = Area((150, 150, 250, 250), np.ones((100, 100), np.float32))


def test_lines_that_go_on_are_no_surprise() -> None:
    assert strangeness(striped(), GAP) < 6


@pytest.mark.parametrize("fault", ["a broken line", "a lobe"])
def test_what_lies_nowhere_else_is_strange(fault: str) -> None:
    pixels = striped()
    if fault == "a broken line":
        pixels[170:230, 195:212] = pixels[170:230, 215:232]
    else:
        pixels[180:220, 160:190] = (150, 70, 40)
    assert strangeness(pixels, GAP) > 12


def test_sixteen_bits_are_judged_as_eight_are() -> None:
    pixels = striped()
    deep = pixels.astype(np.uint16) * 257
    assert strangeness(deep, GAP) == pytest.approx(strangeness(pixels, GAP), abs=0.01)


def test_a_gap_that_is_the_whole_picture_has_nothing_to_be_compared_with() -> None:
    assert strangeness(striped(), Area((0, 0, 400, 400), np.ones((400, 400), np.float32))) == 0
