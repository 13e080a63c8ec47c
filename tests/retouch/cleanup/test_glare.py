"""A veil on a lens is subtracted, skin comes back; without one nothing changes; a burnt out eye is told."""

from __future__ import annotations

import numpy as np
from catchlight.imaging.colour import oklab
from catchlight.retouch.cleanup import glare

CM = 30.0
SHAPE = (210, 300)


def worn() -> tuple[np.ndarray, glare.GlassesView]:
    """Skin with a pair of dark frames and two eyes."""
    import cv2

    random = np.random.default_rng(8)
    light = 165 + random.normal(0, 1.5, SHAPE)
    pixels = np.stack([light + 30, light - 12, light - 40], axis=-1).clip(0, 255).round().astype(np.uint8)
    glasses, eyes = np.zeros(SHAPE, np.uint8), np.zeros(SHAPE, np.uint8)
    for x in (80, 220):
        cv2.rectangle(pixels, (x - 62, 50), (x + 62, 150), (25, 24, 24), 9)
        cv2.rectangle(glasses, (x - 66, 46), (x + 66, 154), 255, cv2.FILLED)
        cv2.ellipse(pixels, (x, 90), (22, 9), 0, 0, 360, (225, 220, 216), cv2.FILLED)
        cv2.circle(pixels, (x, 90), 8, (60, 40, 30), cv2.FILLED)
        cv2.ellipse(eyes, (x, 90), (22, 9), 0, 0, 360, 255, cv2.FILLED)
    none = np.zeros(SHAPE, np.float32)
    planes = [plane.astype(np.float32) / 255 for plane in (glasses, eyes)]
    return pixels, glare.GlassesView((0, 0, SHAPE[1], SHAPE[0]), planes[0], planes[1], none, none + 1, CM)


def veiled(pixels: np.ndarray, rows: slice, columns: slice, light: float) -> tuple[np.ndarray, np.ndarray]:
    added = oklab.linear(pixels.astype(np.float32) / 255)
    added[rows, columns] += np.array([0.6, 0.9, 1.0], np.float32) * light
    mask = np.zeros(SHAPE, bool)
    mask[rows, columns] = True
    return np.round(oklab.srgb(np.minimum(added, 1)) * 255).astype(np.uint8), mask


def test_a_veil_goes_and_the_skin_comes_back() -> None:
    pixels, view = worn()
    before, _ = veiled(pixels, np.s_[108:138], np.s_[90:130], 0.22)
    found = glare.find(before, view)
    after = glare.reduce(before, found, 1.0).astype(float)
    inner = np.zeros(SHAPE, bool)
    inner[111:135, 94:126] = True
    assert np.abs(before.astype(float) - pixels)[inner].mean() > 25
    assert np.abs(after - pixels)[inner].mean() < 9
    assert not found.hidden
    assert (after == before)[view.glasses < 0.1].all()


def test_lenses_without_one_stay() -> None:
    pixels, view = worn()
    found = glare.find(pixels, view)
    assert float((found.area.mask > 0.3).mean()) < 0.004
    assert glare.reduce(pixels, found, 0.0) is pixels


def test_an_eye_that_is_burnt_out_is_told() -> None:
    pixels, view = worn()
    pixels[78:104, 190:250] = 255
    assert glare.find(pixels, view).hidden
