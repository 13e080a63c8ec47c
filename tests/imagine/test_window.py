"""The window that an engine sees: large enough for its model, no larger than needed, and back again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.imagine.port import Abilities
from catchlight.imagine.window import plan_window

FREE = Abilities("X", "1", ("m",), "exact", True, True, 64, 512, 256, 1024, True, "running")
FIXED = replace(FREE, multiple=8, least=512, most=512)


@pytest.mark.parametrize("abilities", [FREE, FIXED])
@pytest.mark.parametrize(
    ("touched", "shape"),
    [
        ((100, 100, 140, 160), (3000, 4000)),
        ((0, 0, 40, 60), (3000, 4000)),
        ((3900, 2900, 4000, 3000), (3000, 4000)),
        ((500, 200, 2500, 700), (3000, 4000)),
        ((0, 0, 4000, 3000), (3000, 4000)),
        ((10, 10, 50, 90), (100, 80)),
    ],
)
def test_a_window_holds_its_mask_and_fits_the_engine(
    touched: tuple[int, int, int, int], shape: tuple[int, int], abilities: Abilities
) -> None:
    planned = plan_window(touched, shape, abilities)
    x0, y0, x1, y1 = planned.box
    assert 0 <= x0 <= touched[0]
    assert 0 <= y0 <= touched[1]
    assert touched[2] <= x1 <= shape[1]
    assert touched[3] <= y1 <= shape[0]
    for side in planned.size:
        assert abilities.least <= side <= abilities.most
        assert side % abilities.multiple == 0
    assert planned.inner[0] <= planned.size[0]
    assert planned.inner[1] <= planned.size[1]
    aspect = (x1 - x0) / (y1 - y0)
    assert planned.inner[0] / planned.inner[1] == pytest.approx(aspect, rel=0.01)


def test_a_small_hole_in_a_large_picture_is_sent_without_the_rest_and_not_enlarged() -> None:
    planned = plan_window((2000, 1500, 2040, 1560), (3000, 4000), FREE)
    assert planned.box[2] - planned.box[0] == planned.inner[0] == 512


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_what_is_cut_comes_back_where_it_was(depth: type) -> None:
    y, x = np.mgrid[:300, :420]
    top = np.iinfo(depth).max
    pixels = np.stack([x / 420, y / 300, (x + y) / 720, 0 * x + 1], 2)
    pixels = np.round(pixels * top).astype(depth)
    planned = plan_window((50, 40, 120, 90), pixels.shape[:2], FREE)
    sent = planned.cut(pixels)
    assert sent.shape == (planned.size[1], planned.size[0], 3)
    assert sent.dtype == np.uint8
    back = planned.restore(sent)
    x0, y0, x1, y1 = planned.box
    assert np.abs(back - pixels[y0:y1, x0:x1, :3] / top).max() < 0.004


def test_whatever_the_mask_touches_is_to_be_painted() -> None:
    planned = plan_window((400, 400, 1600, 1600), (3000, 4000), FREE)
    mask = np.zeros((planned.box[3] - planned.box[1], planned.box[2] - planned.box[0]), np.float32)
    mask[700, 700] = 0.01
    sent = planned.cut_mask(mask)
    assert set(np.unique(sent)) == {0.0, 1.0}
    assert sent.sum() >= 1
