"""Grey strands take the hair's own colour; blond hair is not grey, and white hair tells no colour."""

from __future__ import annotations

import numpy as np
from catchlight.imaging.colour import oklab
from catchlight.retouch.area import Area
from catchlight.retouch.beard import grey
from catchlight.retouch.paint import paint


def hair(own: tuple[int, int, int], strand: tuple[int, int, int], share: float) -> np.ndarray:
    random = np.random.default_rng(7)
    pixels = np.empty((80, 200, 3), np.uint8)
    pixels[:] = own
    pixels[:, random.uniform(size=200) < share] = strand
    return np.clip(pixels + random.normal(0, 3, pixels.shape), 0, 255).astype(np.uint8)


def measured(pixels: np.ndarray) -> grey.Grey:
    return grey.measure(oklab.from_srgb(pixels.astype(np.float32) / 255), np.ones(pixels.shape[:2], np.float32))


def test_grey_strands_go_dark_and_dark_ones_stay() -> None:
    pixels = hair((52, 38, 30), (165, 163, 160), 0.35)
    found = measured(pixels)
    assert 0.25 < found.share < 0.45
    area = Area((0, 0, 200, 80), np.ones((80, 200), np.float32))
    after = paint(pixels, area, grey.cover(found, 1.0), 30.0)
    light = [oklab.from_srgb(image.astype(np.float32) / 255)[..., 0].mean(axis=0) for image in (pixels, after)]
    pale = light[0] > 0.55
    assert light[1][pale].mean() < light[0][pale].mean() - 0.12
    assert np.abs(light[1] - light[0])[~pale].max() < 0.03


def test_blond_and_white_hair_are_told() -> None:
    blond = measured(hair((190, 150, 95), (225, 195, 140), 0.4))
    assert blond.share == 0
    assert not blond.whole
    assert measured(hair((200, 199, 196), (230, 230, 228), 0.4)).whole
