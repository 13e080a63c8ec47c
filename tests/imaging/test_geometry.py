"""Matrices of turned pictures, against numpy's own turning."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging import geometry


@pytest.mark.parametrize("turns", [0, 1, 2, -1])
def test_a_quarter_turn_leads_to_the_same_pixel(turns: int) -> None:
    picture = np.arange(15).reshape(3, 5)
    turned = np.rot90(picture, turns)
    for x, y in ((0, 0), (4, 0), (1, 2)):
        ((there_x, there_y),) = geometry.apply(geometry.quarter_turns(turns, 5, 3), [(x, y)])
        assert turned[int(there_y), int(there_x)] == picture[y, x]
