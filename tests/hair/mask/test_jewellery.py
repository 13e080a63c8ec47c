"""Earrings before the hair keep their own colour."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.hair.mask import jewellery
from catchlight.imaging.picture import ByteImage

CM = 40.0
MARKS = np.zeros((478, 2))
MARKS[[132, 361]] = [(160, 100), (600, 100)]


def strands() -> ByteImage:
    """Dark brown strands that run down, a few of them lit."""
    random = np.random.default_rng(3)
    level = 28 + 10 * random.standard_normal(760) + 40 * (random.random(760) < 0.03)
    columns = np.clip(level, 5, 255)[None, :, None] * np.array([1.15, 1.0, 0.9])
    noise = random.normal(0, 2, (400, 760, 1))
    return np.asarray(np.clip(columns + noise, 0, 255), np.uint8)


def spared(rgb: ByteImage) -> np.ndarray:
    matte = np.ones(rgb.shape[:2], np.float32)
    jewellery.remove_earrings(matte, rgb, MARKS, CM)
    return matte


def test_a_gold_ring_is_taken_out_and_the_strands_about_it_stay() -> None:
    rgb = strands()
    cv2.circle(rgb, (150, 170), 30, (214, 170, 70), 4, cv2.LINE_AA)
    ring = cv2.circle(np.zeros(rgb.shape[:2], np.uint8), (150, 170), 30, 1, 1)
    matte = spared(rgb)
    assert np.median(matte[ring > 0]) < 0.2
    away = cv2.dilate(ring, np.ones((15, 15), np.uint8)) == 0
    assert matte[away].min() == pytest.approx(1.0)


def test_a_ring_gets_no_outline_of_the_old_colour() -> None:
    rgb, ring = strands(), np.zeros((400, 760), np.float32)
    cv2.circle(rgb, (150, 170), 30, (214, 170, 70), 4, cv2.LINE_AA)
    cv2.circle(ring, (150, 170), 30, 1.0, 4)
    ring = np.asarray(cv2.GaussianBlur(ring, (0, 0), 1.0), np.float32)
    kept = 1 - spared(np.asarray(cv2.GaussianBlur(rgb, (0, 0), 1.0), np.uint8))  # as a lens has it
    assert kept[ring > 0.95].min() > 0.8
    assert float(np.abs(kept - ring)[ring > 0.01].mean()) < 0.2
    assert kept[(ring > 0.05) & (ring < 0.25)].mean() < 0.5


def test_lit_strands_and_gilded_tips_everywhere_are_hair() -> None:
    rgb = strands()
    assert spared(rgb).min() == pytest.approx(1.0)
    gilded = rgb.copy()
    gilded[:, ::6] = (190, 150, 70)  # highlights: as far off as a ring, but all over
    assert spared(gilded).min() == pytest.approx(1.0)


def test_gold_far_from_the_ears_is_not_looked_for() -> None:
    rgb = strands()
    cv2.circle(rgb, (380, 170), 30, (214, 170, 70), 4, cv2.LINE_AA)
    assert spared(rgb).min() == pytest.approx(1.0)
