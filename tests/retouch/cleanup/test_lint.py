"""Specks on plain cloth go, the cloth comes back; buttons, seams and patterns stay."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup import lint
from catchlight.retouch.cleanup.cloth_pattern import is_pattern, repeats
from catchlight.retouch.cleanup.replace import lay_over

CM = 30.0
SHAPE = (300, 300)
CLOTH = Area((0, 0, 300, 300), np.ones(SHAPE, np.float32))


def cloth(light: float) -> np.ndarray:
    random = np.random.default_rng(4)
    plane = light + random.normal(0, 2.5, SHAPE) + 6 * np.sin(np.arange(300) / 60)
    return np.clip(np.stack([plane, plane, plane + 8], axis=-1), 0, 255).round().astype(np.uint8)


def speckled(clean: np.ndarray, colour: int) -> tuple[np.ndarray, np.ndarray]:
    import cv2

    random = np.random.default_rng(6)
    mask = np.zeros(SHAPE, np.uint8)
    for x, y in random.uniform(20, 280, (30, 2)):
        cv2.circle(mask, (int(x), int(y)), 1, 255, cv2.FILLED)
    pixels = clean.copy()
    pixels[mask > 0] = colour
    return pixels, mask > 0


def cleaned(pixels: np.ndarray) -> np.ndarray:
    area, clean = lint.find(pixels, CLOTH, CM)
    return lay_over(pixels, area, clean)


@pytest.mark.parametrize(("light", "speck"), [(40, 200), (220, 90)])
def test_specks_go_and_the_cloth_comes_back(light: int, speck: int) -> None:
    clean = cloth(light)
    pixels, mask = speckled(clean, speck)
    after = cleaned(pixels)
    assert np.abs(after.astype(float) - clean)[mask].mean() < 8
    assert float((after != pixels).any(axis=2).mean()) < 0.06


def test_a_button_and_plain_cloth_stay() -> None:
    import cv2

    pixels = cloth(40)
    cv2.circle(pixels, (150, 150), 17, (180, 180, 180), cv2.FILLED)
    assert (cleaned(pixels) == pixels).all()


def test_polka_dots_stay() -> None:
    import cv2

    dotted = cloth(40)
    for x in range(10, 300, 12):
        for y in range(10, 300, 12):
            cv2.circle(dotted, (x, y), 2, (200, 200, 205), cv2.FILLED)
    assert (cleaned(dotted) == dotted).all()


def test_stripes_and_stitches_of_a_seam_stay() -> None:
    striped = cloth(40)
    striped[:, 5::24] = striped[:, 6::24] = 200
    assert (cleaned(striped) == striped).all()
    sewn = cloth(40)
    for x in range(60, 240, 4):
        sewn[150, x : x + 2] = 170
    assert (cleaned(sewn) == sewn).all()


def test_a_thread_stays() -> None:
    threaded = cloth(40)
    threaded[150:153, 130:160] = 200
    assert (cleaned(threaded) == threaded).all()


def test_stripes_repeat_and_noise_does_not() -> None:
    random = np.random.default_rng(0)
    noise = random.normal(0, 1, SHAPE).astype(np.float32)
    stripes = noise + 6 * np.sign(np.sin(np.arange(300) * 2 * np.pi / 15)).astype(np.float32)
    everywhere = np.ones(SHAPE, bool)
    assert is_pattern(repeats(stripes, everywhere, CM)).all()
    assert not is_pattern(repeats(noise, everywhere, CM)).any()
