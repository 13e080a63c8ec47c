"""Stubble on skin is shaven; a beard that hides the skin is told, and so is a shaven chin."""

from __future__ import annotations

import numpy as np
from catchlight.retouch.area import Area
from catchlight.retouch.beard import shaving
from catchlight.retouch.cleanup.replace import lay_over

CM = 40.0
SHAPE = (260, 260)
BOX = (0, 0, 260, 260)


def masks() -> tuple[Area, Area]:
    zone, cheeks = np.zeros(SHAPE, np.float32), np.zeros(SHAPE, np.float32)
    zone[130:240, 20:240], cheeks[20:110, 20:240] = 1, 1
    return Area(BOX, zone), Area(BOX, cheeks)


def chin(dots: float, shadow: float) -> np.ndarray:
    random = np.random.default_rng(9)
    light = 175 + random.normal(0, 1.5, SHAPE)
    light[130:240] -= shadow
    hairs = random.uniform(size=SHAPE) < dots
    hairs[:130] = hairs[240:] = False
    light[hairs] -= 60
    return np.clip(np.stack([light + 25, light - 12, light - 35], axis=-1), 0, 255).round().astype(np.uint8)


def test_stubble_goes() -> None:
    stubbly = chin(0.1, 9)
    found = shaving.measure(stubbly, *masks(), CM)
    assert found.shows
    assert not found.hides_skin
    after = lay_over(stubbly, found.area, found.clear)
    zone = np.s_[150:220, 40:220]
    assert after[zone].mean() > stubbly[zone].mean() + 5
    assert after[zone].std(axis=(0, 1)).max() < 0.75 * stubbly[zone].std(axis=(0, 1)).max()
    assert (after[:128] == stubbly[:128]).all()


def test_a_beard_hides_the_skin_and_a_shaven_chin_has_none() -> None:
    assert shaving.measure(chin(0.3, 95), *masks(), CM).hides_skin
    assert not shaving.measure(chin(0.0, 0), *masks(), CM).shows
