"""Focus and closed eyes are measured: a sharp face is not soft, the same face blurred is, at any contrast and with noise."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import detect
from catchlight.portrait.face.eye_state import EyeState, measure_eyes


def enlarged(sample: Picture) -> ByteImage:
    """The sample's head at four times its size, its edges drawn sharp again."""
    import cv2

    head = sample.rgb8[:220, 130:330]
    large = cv2.resize(head, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, np.uint8)


def state(rgb: ByteImage, models: Models) -> EyeState:
    pyramid = Pyramid(rgb)
    found = measure_eyes(pyramid, detect.detect(pyramid, models)[0], models)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def face(sample: Picture) -> ByteImage:
    return enlarged(sample)


def test_blur_is_measured_in_pixels_whatever_the_contrast_and_the_noise(face: ByteImage, models: Models) -> None:
    import cv2

    sharp = cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(sharp, (0, 0), 3.0)
    faint = np.asarray(blurred * 0.6 + 50, np.uint8)
    noisy = np.clip(blurred + np.random.default_rng(1).normal(0, 2, blurred.shape), 0, 255).astype(np.uint8)
    before = state(np.asarray(sharp, np.uint8), models)
    assert before.blur is not None
    assert not before.soft
    for picture in (blurred, faint, noisy):
        after = state(np.asarray(picture, np.uint8), models)
        assert after.blur is not None
        assert after.blur == pytest.approx(np.hypot(before.blur, 3.0), rel=0.4)
        assert after.soft


def test_open_eyes_are_open_and_small_or_soft_ones_are_not_called_closed(face: ByteImage, models: Models) -> None:
    assert not state(face, models).closed
    assert EyeState(0.10, 60, 1.0).closed
    assert not EyeState(0.20, 60, 1.0).closed
    assert not EyeState(0.10, 12, None).closed
    assert not EyeState(0.10, 60, 5.0).closed


def test_eyes_of_few_pixels_have_no_focus(sample: Picture, models: Models) -> None:
    found = state(sample.rgb8, models)
    assert found.width < 24
    assert found.blur is None
    assert not found.soft
