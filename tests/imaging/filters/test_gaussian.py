"""One Gaussian blur: at full size it is OpenCV's, and a reduced copy changes little."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.imaging.filters.gaussian import COARSE, EXACT, FINE, SMOOTH, WIDE, Reduction, gaussian_blur
from catchlight.imaging.picture import FloatPlane

REDUCTIONS = {"exact": EXACT, "smooth": SMOOTH, "fine": FINE, "wide": WIDE, "coarse": COARSE}


@pytest.fixture(name="plane")
def _plane() -> FloatPlane:
    noise = np.random.default_rng(1).standard_normal((203, 317)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 2) + (np.arange(317) > 150), np.float32)


@pytest.mark.parametrize("reduction", REDUCTIONS.values(), ids=REDUCTIONS)
@pytest.mark.parametrize("sigma", [0.9, 2.0])
def test_narrow_blurs_are_those_of_opencv(plane: FloatPlane, reduction: Reduction, sigma: float) -> None:
    assert np.array_equal(gaussian_blur(plane, sigma, reduction), cv2.GaussianBlur(plane, (0, 0), sigma))


@pytest.mark.parametrize("reduction", REDUCTIONS.values(), ids=REDUCTIONS)
@pytest.mark.parametrize("sigma", [11.0, 25.0])
def test_wide_blurs_are_nearly_those_of_opencv(plane: FloatPlane, reduction: Reduction, sigma: float) -> None:
    image = np.dstack([plane, 1 - plane, plane * plane])
    found, exact = gaussian_blur(image, sigma, reduction), cv2.GaussianBlur(image, (0, 0), sigma)
    assert (found.shape, found.dtype) == (image.shape, image.dtype)
    assert np.abs(found - exact).max() < 0.04
    assert np.array_equal(found, exact) == (reduction is EXACT)


def test_hardly_any_blur_is_none_or_the_least(plane: FloatPlane) -> None:
    assert gaussian_blur(plane, 0.2) is plane
    assert np.array_equal(gaussian_blur(plane, 0.1, EXACT), cv2.GaussianBlur(plane, (0, 0), 0.3))
    assert np.array_equal(gaussian_blur(plane, 0.1, COARSE), cv2.GaussianBlur(plane, (0, 0), 0.5))


def test_a_plane_smaller_than_the_reduction_is_no_fault() -> None:
    tiny = np.ones((3, 2), np.float32)
    for reduction in REDUCTIONS.values():
        assert np.allclose(gaussian_blur(tiny, 40.0, reduction), 1)
