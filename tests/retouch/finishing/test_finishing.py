"""A portrait's finish: middle scales evened with pores kept, red pupils told."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.retouch.area import Area
from catchlight.retouch.finishing import dodge_burn, red_pupils
from catchlight.retouch.makeup.geometry.eye_frame import eye_frames
from catchlight.retouch.paint import paint

CM = 30.0


def test_dodge_and_burn_evens_patches_and_keeps_pores() -> None:
    chance = np.random.default_rng(1)
    patches = gaussian_blur(chance.normal(0, 1, (300, 300)).astype(np.float32), 0.3 * CM)
    pores = gaussian_blur(chance.normal(0, 1, (300, 300)).astype(np.float32), 0.02 * CM)
    light = 0.55 + 0.025 * patches / patches.std() + 0.02 * pores / pores.std()
    pixels = np.round(np.clip(light[..., None] * [1.1, 0.85, 0.7], 0, 1) * 65535).astype(np.uint16)
    whole = Area((0, 0, 300, 300), np.ones((300, 300), np.float32))
    after = paint(pixels, whole, dodge_burn.dodge_burn(0.5), CM)
    middle = np.s_[60:240, 60:240]

    def bands(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        grey = image[..., 1].astype(np.float32)
        fine = gaussian_blur(grey, 0.1 * CM)
        return (grey - fine)[middle], fine[middle]

    (fine, broad), (fine_after, broad_after) = bands(pixels), bands(after)
    assert 0.25 < broad_after.std() / broad.std() < 0.75
    assert np.corrcoef(fine.ravel(), fine_after.ravel())[0, 1] > 0.99


def test_lifted_shadows_keep_their_hue_and_do_not_redden() -> None:
    rows, columns = np.mgrid[:300, :300]
    shade = np.exp(-((rows - 150) ** 2 + (columns - 150) ** 2) / (2 * (0.35 * CM) ** 2))[..., None]
    lab = np.array([0.7, 0.05, 0.05]) + shade * np.array([-0.05, 0.012, 0.012])
    pixels = np.round(oklab.to_srgb(lab.astype(np.float32)) * 65535).astype(np.uint16)
    whole = Area((0, 0, 300, 300), np.ones((300, 300), np.float32))
    after = oklab.from_srgb(paint(pixels, whole, dodge_burn.dodge_burn(1.0), CM).astype(np.float32) / 65535)
    middle, before = after[150, 150], lab[150, 150]
    assert middle[0] > before[0] + 0.015
    assert abs(np.arctan2(middle[2], middle[1]) - np.arctan2(before[2], before[1])) < 0.01
    assert np.hypot(*middle[1:]) < np.hypot(*before[1:]) - 0.003


@pytest.fixture
def person(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)


def _dulled(person: Portrait, colour: tuple[int, int, int]) -> Portrait:
    """The person with pupils and irises of one colour."""
    import cv2

    pixels = person.picture.pixels.copy()
    for eye in eye_frames(person):
        centre, radius = red_pupils.iris_disc(person, eye)
        cv2.circle(pixels, tuple(np.round(centre).astype(int)), round(0.8 * radius), colour, cv2.FILLED)
    return person.recoloured(person.picture.with_(pixels=pixels))


def test_red_pupils_are_told_from_brown_and_grey_ones(person: Portrait) -> None:
    eyes = eye_frames(person)
    assert red_pupils.red_pupils(person, eyes) is None
    for colour, red in (((200, 50, 45), True), ((40, 30, 25), False), ((90, 90, 100), False)):
        seen = _dulled(person, colour)
        assert (red_pupils.red_pupils(seen, eye_frames(seen)) is not None) is red, colour
