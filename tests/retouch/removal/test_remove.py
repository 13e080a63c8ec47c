"""What is taken away leaves its surroundings as they were, and no person's pixels in a wall."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.retouch.area import Area
from catchlight.retouch.removal.remove import remove


def wall(size: int = 400) -> np.ndarray:
    random = np.random.default_rng(2)
    _, x = np.mgrid[:size, :size]
    light = 150 + 25 * np.sin(x / 7) + random.normal(0, 3, (size, size))
    return np.clip(np.stack([light, light - 10, light - 25], axis=-1), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("side", [60, 220])
def test_a_thing_on_a_wall_vanishes(side: int) -> None:
    clean = wall(700)
    before = clean.copy()
    before[200 : 200 + side, 250 : 250 + side] = (200, 30, 30)
    hole = Area((250, 200, 250 + side, 200 + side), np.ones((side, side), np.float32))
    after = remove(before, hole, None)
    inside = after[200 : 200 + side, 250 : 250 + side].astype(float)
    assert abs(inside.mean() - clean[200 : 200 + side, 250 : 250 + side].mean()) < 8
    assert inside.std() > 0.6 * clean[200 : 200 + side, 250 : 250 + side].std()  # texture, no smear
    far = np.ones(before.shape[:2], bool)
    far[200 - 30 : 230 + side, 250 - 30 : 280 + side] = False
    assert np.array_equal(after[far], before[far])


def test_nothing_forbidden_is_copied() -> None:
    before = wall()
    before[:, 220:] = (20, 220, 40)
    allowed = np.zeros(before.shape[:2], np.float32)
    allowed[:, :210] = 1
    hole = Area((140, 150, 200, 210), np.ones((60, 60), np.float32))
    after = remove(before, hole, allowed)
    assert after[150:210, 140:200, 0].min() > 60  # green has little red


def test_no_surroundings_is_said() -> None:
    hole = Area((150, 150, 250, 250), np.ones((100, 100), np.float32))
    with pytest.raises(UnusablePicture) as refusal:
        remove(wall(), hole, np.zeros((400, 400), np.float32))
    assert refusal.value.code == "nothing_at_hotspot"
