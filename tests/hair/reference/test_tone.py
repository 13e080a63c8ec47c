"""Hair of one tone in another."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.hair.reference.tone import HairTone, match_tone, measure_tone
from catchlight.imaging.colour import oklab


def _hair(lightness: float, spread: float, a: float, b: float, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    light = lightness + spread * (random.random((200, 200)) - 0.5)
    lab = np.dstack([light, np.full_like(light, a), np.full_like(light, b)]).astype(np.float32)
    return np.round(oklab.to_srgb(lab) * 255).astype(np.uint8)


def _tone(rgb: np.ndarray) -> HairTone:
    found = measure_tone(rgb, np.ones(rgb.shape[:2], np.float32))
    assert found is not None
    return found


def test_a_tone_is_what_was_made() -> None:
    tone = _tone(_hair(0.4, 0.2, 0.03, 0.05))
    assert tone.lightness == pytest.approx(0.4, abs=0.01)
    assert tone.spread == pytest.approx(0.18, abs=0.01)
    assert np.allclose(tone.colour_at(np.array([0.4])), [[0.03, 0.05]], atol=0.006)
    assert tone.hex == oklab.to_hex(np.array([tone.lightness, *tone.colour_at(np.array([tone.lightness]))[0]]))


def test_hair_takes_lightness_contrast_and_colour_and_keeps_its_strands() -> None:
    dark, brown = _hair(0.25, 0.2, 0.0, 0.005), _hair(0.42, 0.24, 0.03, 0.05, seed=1)
    after = match_tone(dark.astype(np.float32), _tone(dark), _tone(brown))
    made = _tone(np.round(after).astype(np.uint8))
    assert made.lightness == pytest.approx(_tone(brown).lightness, abs=0.015)
    assert made.spread == pytest.approx(_tone(brown).spread, abs=0.02)
    assert np.allclose(made.colour_at(np.array([0.42])), _tone(brown).colour_at(np.array([0.42])), atol=0.01)
    rows = np.corrcoef(dark.mean(axis=2).ravel(), after.mean(axis=2).ravel())
    assert rows[0, 1] > 0.99


def test_a_grey_picture_gets_grey_hair() -> None:
    red, own = _hair(0.4, 0.2, 0.08, 0.06), _hair(0.5, 0.2, 0.0, 0.0)
    after = match_tone(red.astype(np.float32), _tone(red), _tone(own).without_colour())
    assert np.ptp(after, axis=2).max() < 2.5


def test_too_little_dense_hair_tells_none() -> None:
    rgb = _hair(0.4, 0.2, 0.03, 0.05)
    cover = np.full(rgb.shape[:2], 0.8, np.float32)
    assert measure_tone(rgb, cover) is None
