"""Lamps: light from the side that was asked for, nothing beyond the person, nothing at rest."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.picture import Picture
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, OVAL, RIGHT_TEMPLE
from catchlight.portrait.portrait import Portraits
from catchlight.retouch.relight import Lamps, relight_portrait


def halves(portrait: object, before: np.ndarray, after: np.ndarray) -> tuple[float, float]:
    """Gain of the face's half at the left and at the right of the picture."""
    import cv2

    landmarks = portrait.landmarks  # type: ignore[attr-defined]
    oval = np.zeros(before.shape[:2], np.uint8)
    cv2.fillPoly(oval, [np.round(landmarks.ring(OVAL)).astype(np.int32)], 1)
    middle = landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE], 0].mean()
    columns = np.arange(before.shape[1])[None] < middle
    gains = [after[side].mean() / before[side].mean() for side in ((oval > 0) & columns, (oval > 0) & ~columns)]
    return float(gains[0]), float(gains[1])


def test_nothing_changes_without_lamps(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    assert relight_portrait(portrait, sample.pixels, portrait.alpha, Lamps()) is sample.pixels


@pytest.mark.parametrize("key", [-1.0, 1.0])
def test_a_key_lights_its_own_side(sample: Picture, portraits: Portraits, key: float) -> None:
    portrait = portraits.of(sample)
    out = relight_portrait(portrait, sample.pixels, portrait.alpha, Lamps(key=key))
    left, right = halves(portrait, sample.pixels[..., :3], out[..., :3])
    assert (left > right * 1.05) if key < 0 else (right > left * 1.05)


def test_a_fill_lifts_and_half_of_it_lifts_less(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    full, half = (
        sum(halves(portrait, sample.pixels, relight_portrait(portrait, sample.pixels, portrait.alpha, Lamps(fill=a))))
        for a in (1, 0.4)
    )
    assert full > half > 2.0


def test_a_rim_lies_at_the_outline(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    out = relight_portrait(portrait, sample.pixels, portrait.alpha, Lamps(rim=1.0))
    change = np.abs(out.astype(int) - sample.pixels).max(axis=2)
    x, y = (int(value) for value in portrait.landmarks.eyes)
    assert change[y - 10 : y + 10, x - 10 : x + 10].max() <= 2
    assert change[portrait.alpha > 0.9].max() > 15


def test_beyond_the_person_every_pixel_is_identical(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    out = relight_portrait(portrait, sample.pixels, portrait.alpha, Lamps(key=0.7, fill=0.5, rim=1.0))
    clear = portrait.alpha == 0
    assert clear.any()
    assert np.array_equal(out[clear], sample.pixels[clear])
