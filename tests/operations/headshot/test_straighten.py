"""Turning a person straight leaves out what nobody sees, and nothing else."""

from __future__ import annotations

import cv2
import numpy as np
from catchlight.imaging import geometry
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot import straighten

SIZE = (560, 700)
TURN = np.array([[np.cos(0.04), -np.sin(0.04), 24.0], [np.sin(0.04), np.cos(0.04), 60.0]])


def matte(picture: Picture) -> np.ndarray:
    alpha = np.zeros((picture.height, picture.width), np.float32)
    cv2.ellipse(alpha, (picture.width // 2, picture.height // 2), (120, 190), 0, 0, 360, 1.0, -1)
    return cv2.GaussianBlur(alpha, (0, 0), 2)


def test_the_matte_is_what_a_cubic_turn_of_the_whole_gives(sample: Picture) -> None:
    alpha = matte(sample)
    whole = np.clip(cv2.warpAffine(alpha, TURN, SIZE, None, cv2.INTER_CUBIC, cv2.BORDER_CONSTANT, 0), 0, 1)
    assert np.abs(straighten.warp_alpha(alpha, TURN, SIZE) - whole).max() < 0.02  # places are told in 1/32 of a pixel
    far = np.array([[1.0, 0, 9000], [0, 1.0, 0]])
    assert not straighten.warp_alpha(alpha, far, SIZE).any()
    assert straighten.warp_alpha(np.ones((300, 300), np.float32), np.eye(2, 3), (300, 300)).min() == 1


def test_the_person_is_turned_as_finely_as_the_whole_photo(sample: Picture) -> None:
    rgb = np.ascontiguousarray(sample.rgb8)
    person = straighten.warp_alpha(matte(sample), TURN, SIZE)
    whole = geometry.warp_affine(rgb, TURN, SIZE)
    found = straighten.warp_pixels(rgb, person, TURN, SIZE)
    away = np.abs(found.astype(int) - whole)
    near = away[cv2.dilate(person, np.ones((9, 9))) > 0]
    assert near.mean() < 0.05
    assert np.percentile(near, 99.9) <= 3
    assert away.mean() < 2  # the rest is there, only softer
    assert away.mean() > 5 * near.mean()
