"""An answer made to fit: its colours, its rim, its grain, and nothing else of the photo touched."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imagine import match
from catchlight.imaging.inpaint import measure_grain

SIDE = 256


def wall(grain: float = 0.0) -> np.ndarray:
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    photo = np.stack([0.3 + 0.3 * x / SIDE, 0.4 + 0.2 * y / SIDE, 0.5 - 0.2 * x / SIDE], 2)
    noise = np.random.default_rng(1).standard_normal((SIDE, SIDE, 1)).astype(np.float32)
    return np.asarray(np.clip(photo + noise * grain, 0, 1), np.float32)


@pytest.fixture
def mask() -> np.ndarray:
    plane = np.zeros((SIDE, SIDE), np.float32)
    plane[80:180, 90:170] = 1
    return plane


def test_a_shift_of_all_colours_is_taken_back(mask: np.ndarray) -> None:
    photo = wall()
    shifted = np.asarray(np.clip(photo + np.float32([0.08, -0.05, 0.1]), 0, 1), np.float32)
    assert np.abs(match.fit_colours(photo, shifted, mask) - photo)[mask > 0].max() < 0.02


def test_a_rim_that_shows_although_the_rest_agrees_is_closed(mask: np.ndarray) -> None:
    photo = wall()
    pasted = photo.copy()
    pasted[mask > 0] += 0.09
    assert np.abs(match.fit_colours(photo, pasted, mask) - pasted)[mask > 0].max() < 0.03
    assert np.abs(match.close_seam(photo, pasted, mask) - photo)[mask > 0].mean() < 0.03


def test_grain_of_the_photo_is_laid_on_what_has_none(mask: np.ndarray) -> None:
    photo, clean = wall(0.015), wall()
    inside = mask > 0
    made = match.add_grain(photo, clean, mask, 3)
    assert measure_grain(made * 255, inside) == pytest.approx(measure_grain(photo * 255, inside), rel=0.25)
    assert np.array_equal(match.add_grain(photo, clean, mask, 3), made)
    assert match.add_grain(photo, photo, mask, 3) is photo or measure_grain(
        match.add_grain(photo, photo, mask, 3) * 255, inside
    ) == pytest.approx(measure_grain(photo * 255, inside), rel=0.1)


@pytest.mark.parametrize(("depth", "channels"), [(np.uint8, 3), (np.uint8, 4), (np.uint16, 3), (np.uint16, 4)])
def test_nothing_outside_the_mask_and_no_alpha_changes(depth: type, channels: int, mask: np.ndarray) -> None:
    random = np.random.default_rng(5)
    pixels = random.integers(0, np.iinfo(depth).max, (SIDE, SIDE, channels)).astype(depth)
    mask[80, 90:170] = 0.3
    made = match.lay_in(pixels, wall(), mask, 1)
    assert made.dtype == depth
    assert np.array_equal(made[mask == 0], pixels[mask == 0])
    assert np.array_equal(made[..., 3:], pixels[..., 3:])
    assert np.abs(made[120, 130, :3] / np.iinfo(depth).max - wall()[120, 130]).max() < 0.004


def test_sixteen_bits_are_dithered(mask: np.ndarray) -> None:
    flat = np.full((SIDE, SIDE, 3), 0.5, np.float32)
    made = match.lay_in(np.zeros((SIDE, SIDE, 3), np.uint16), flat, mask, 1)
    inside = made[mask > 0][:, 0]
    assert len(np.unique(inside)) > 100
    assert abs(float(inside.mean()) / 65535 - 0.5) < 0.001
