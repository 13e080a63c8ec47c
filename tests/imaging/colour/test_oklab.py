"""OKLab and its tables: to linear light and back, whatever the shape and size."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.colour import oklab


@pytest.mark.parametrize("shape", [(0, 3), (1, 3), (7,), (40, 300, 3)])
def test_light_and_srgb_undo_each_other(shape: tuple[int, ...]) -> None:
    srgb = np.random.default_rng(4).random(shape).astype(np.float32)
    back = oklab.srgb(oklab.linear(srgb))
    assert back.shape == shape
    np.testing.assert_allclose(back, srgb, atol=2e-4)


def test_what_lies_beyond_is_cut() -> None:
    np.testing.assert_allclose(oklab.srgb(np.array([-0.5, 1.7], np.float32)), [0, 1], atol=1e-6)


def test_grey_has_no_hue_and_the_lightness_of_its_root() -> None:
    lab = oklab.from_linear(np.full((1, 3), 0.125, np.float32))
    np.testing.assert_allclose(lab, [[0.5, 0, 0]], atol=1e-4)
