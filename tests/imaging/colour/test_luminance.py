"""Luminance and luma have the weights of their standards, and are not each other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.imaging.colour.luminance import LUMA, LUMINANCE, LUMINANCE_WEIGHTS, luma


def test_weights_are_those_of_the_standards() -> None:
    assert LUMINANCE_WEIGHTS == (0.2126, 0.7152, 0.0722)  # BT.709-6, item 3.2
    assert LUMA.tolist() == pytest.approx([0.299, 0.587, 0.114])  # BT.601-7, 2.5.1
    assert float(LUMINANCE.sum()) == pytest.approx(1)
    assert float(LUMA.sum()) == pytest.approx(1)


def test_luma_is_the_grey_of_opencv_for_planes_and_for_lists_of_colours() -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (7, 5, 3)).astype(np.float32)
    expected = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    assert np.allclose(luma(pixels), expected, atol=1e-3)
    assert np.allclose(luma(pixels.reshape(-1, 3)), expected.reshape(-1), atol=1e-3)
