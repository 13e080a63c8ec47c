"""The box of all differences, to the pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.imaging.difference import box


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("width", [64, 61, 8, 1])
def test_the_box_is_exact(dtype: Any, channels: int, width: int) -> None:
    random = np.random.default_rng(width)
    before = random.integers(0, 200, (40, width, channels), dtype)
    for _ in range(30):
        after = before.copy()
        points = [(int(random.integers(40)), int(random.integers(width))) for _ in range(int(random.integers(1, 4)))]
        for y, x in points:
            after[y, x, int(random.integers(channels))] += 1
        rows, columns = [y for y, _ in points], [x for _, x in points]
        wanted = (min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)
        if (before != after).any(axis=2).sum() == len(set(points)):
            assert box(before, after) == wanted


def test_equal_pictures_differ_nowhere() -> None:
    before = np.zeros((9, 7, 3), np.uint8)
    assert box(before, before) is None
    assert box(before, before.copy()) is None
