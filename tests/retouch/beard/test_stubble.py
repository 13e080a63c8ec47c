"""Dark stubble on skin is made shorter; a beard that hides the skin, pale bristles and a shaven chin are told."""

from __future__ import annotations

import numpy as np
from catchlight.retouch.area import Area
from catchlight.retouch.beard import stubble
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
    found = stubble.measure(stubbly, *masks(), CM)
    assert found.shows
    assert not found.hides_skin
    after = lay_over(stubbly, found.area, found.clear)
    zone = np.s_[150:220, 40:220]
    assert after[zone].mean() > stubbly[zone].mean() + 5
    assert after[zone].std(axis=(0, 1)).max() < 0.75 * stubbly[zone].std(axis=(0, 1)).max()
    assert (after[:128] == stubbly[:128]).all()


def test_a_beard_hides_the_skin_and_a_shaven_chin_has_none() -> None:
    assert stubble.measure(chin(0.3, 95), *masks(), CM).hides_skin
    assert not stubble.measure(chin(0.0, 0), *masks(), CM).shows


def test_pale_bristles_and_a_shadow_without_hairs_are_no_stubble() -> None:
    pale = chin(0.0, 9).astype(int)
    bristles = np.random.default_rng(3).uniform(size=SHAPE) < 0.1
    bristles[:130] = bristles[240:] = False
    pale[bristles] += 40
    assert not stubble.measure(np.clip(pale, 0, 255).astype(np.uint8), *masks(), CM).shows
    assert not stubble.measure(chin(0.0, 14), *masks(), CM).shows
