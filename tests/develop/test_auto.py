"""Auto exposure and white balance: they mend what is wrong and leave what is right."""

from __future__ import annotations

import math

import numpy as np
import pytest
from catchlight.develop import auto
from catchlight.develop.development import Development
from catchlight.develop.picture_statistics import PictureStats, Skin, measure_picture
from catchlight.develop.pipeline import develop
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.adjust.run import picture_statistics
from catchlight.portrait.portrait import Portraits

from tests.conftest import FACES, PORTRAITS


def seen_in(portraits: Portraits, name: str) -> PictureStats:
    file = next(PORTRAITS.glob(f"{name}*"))
    return picture_statistics(portraits.of(codec.decode(file.read_bytes())))


def skin_of(seen: PictureStats) -> Skin:
    return seen.skins[0]


def test_the_sample_is_left_as_it_is(portraits: Portraits, sample: Picture) -> None:
    seen = picture_statistics(portraits.of(sample))
    assert auto.exposure(seen).exposure == 0
    assert auto.white_balance(seen).is_neutral


@FACES
@pytest.mark.parametrize("name", ["d01", "d07", "d31", "c01a", "d02", "d05", "d30"])
def test_good_portraits_of_every_skin_are_left_nearly_as_they_are(portraits: Portraits, name: str) -> None:
    seen = seen_in(portraits, name)
    exposure, balance = auto.exposure(seen), auto.white_balance(seen)
    assert abs(exposure.exposure) <= 0.4
    assert abs(exposure.shadows) <= 12
    assert abs(balance.temperature) <= 12
    assert abs(balance.tint) <= 15


@FACES
def test_a_dark_face_is_lit_and_an_orange_one_balanced(portraits: Portraits) -> None:
    file = next(PORTRAITS.glob("d06*"))
    portrait = portraits.of(codec.decode(file.read_bytes()))
    seen = picture_statistics(portrait)
    settings = auto.exposure(seen).plus(auto.white_balance(seen))
    assert 0.8 <= settings.exposure <= 1.6
    assert settings.temperature < -15
    face = portrait.faces[0]
    made = measure_picture(
        develop(portrait.picture.pixels, settings, seen), [(face.x, face.y, face.x + face.width, face.y + face.height)]
    )
    before, after = skin_of(seen), skin_of(made)
    assert 0.38 <= after.light <= 0.62
    assert math.hypot(after.p, after.t) < 0.55 * math.hypot(before.p, before.t)


@FACES
def test_a_dim_yellow_tunnel_gets_light_and_a_cooler_white(portraits: Portraits) -> None:
    seen = seen_in(portraits, "d20")
    assert auto.exposure(seen).shadows >= 15
    assert auto.white_balance(seen).temperature <= -25


@FACES
@pytest.mark.parametrize("name", ["d10", "d22", "d26", "d28", "d23"])
def test_grey_and_toned_prints_get_no_white_balance(portraits: Portraits, name: str) -> None:
    assert auto.white_balance(seen_in(portraits, name)).is_neutral


@pytest.mark.parametrize("stops", [-2.4, -1.7])
def test_an_underexposed_copy_comes_back_but_never_beyond(portraits: Portraits, sample: Picture, stops: float) -> None:
    dark = Picture(develop(sample.pixels, Development(exposure=stops), PictureStats()))
    found = auto.exposure(picture_statistics(portraits.of(dark)))
    assert 0.2 * -stops <= found.exposure <= -stops


@pytest.mark.parametrize("temperature", [-70.0, 70.0])
def test_a_cast_over_everything_is_taken_back(portraits: Portraits, sample: Picture, temperature: float) -> None:
    cast = Picture(develop(sample.pixels, Development(temperature=temperature), PictureStats()))
    found = auto.white_balance(picture_statistics(portraits.of(cast)))
    assert found.temperature * temperature < 0
    assert 12 <= abs(found.temperature) <= 95


@pytest.mark.parametrize("temperature", [40.0, 80.0])
def test_a_cast_that_a_person_names_goes_altogether(portraits: Portraits, sample: Picture, temperature: float) -> None:
    cast = Picture(develop(sample.pixels, Development(temperature=temperature), PictureStats()))
    seen = picture_statistics(portraits.of(cast))
    right, warm = skin_of(picture_statistics(portraits.of(sample))), skin_of(seen)
    made = Picture(develop(cast.pixels, auto.white_balance(seen, ("temperature", -1)), seen))
    cool = skin_of(picture_statistics(portraits.of(made)))
    assert math.hypot(cool.p - right.p, cool.t - right.t) < 0.4 * math.hypot(warm.p - right.p, warm.t - right.t)


def test_who_says_that_there_is_a_cast_is_believed(portraits: Portraits, sample: Picture) -> None:
    seen = picture_statistics(portraits.of(sample))
    assert auto.white_balance(seen).is_neutral
    assert auto.white_balance(seen, ("temperature", -1)).temperature <= -18
    assert auto.white_balance(seen, ("tint", 1)).tint >= 18


def test_skin_of_two_kinds_is_not_pulled_to_one_tone() -> None:
    pale = PictureStats(skins=(Skin(0.72, 0.82, 0.15, 0.17, 0.1),))
    dark = PictureStats(skins=(Skin(0.42, 0.68, 0.30, 0.32, 0.1),))
    for seen in (pale, dark):
        assert auto.exposure(seen).exposure == 0
        assert auto.white_balance(seen).is_neutral


def test_a_drawing_on_paper_is_no_portrait_to_expose() -> None:
    paper = np.full((300, 400, 3), 255, np.uint8)
    paper[100:120, 100:300] = 20
    assert auto.exposure(measure_picture(paper)).is_neutral


def test_noise_is_measured() -> None:
    flat = np.full((400, 400, 3), 128, np.uint8)
    noisy: Pixels = np.clip(flat + np.random.default_rng(1).normal(0, 6, flat.shape), 0, 255).astype(np.uint8)
    assert measure_picture(flat).noise < 0.001
    assert 0.008 < measure_picture(noisy).noise < 0.03
