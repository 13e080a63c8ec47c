"""What a sentence comes to on a picture: complaints by what the picture shows, several looks, black and white."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.develop.development import Development
from catchlight.develop.picture_statistics import PictureStats, Skin
from catchlight.develop.pipeline import develop
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.run import parse_settings, resolve_settings

WARM = PictureStats(p=0.08, t=0.22, colour=0.3, spread=0.5, skins=(Skin(0.6, 0.75, 0.32, 0.46, 0.1),))
"""A picture in lamplight: greys and skin agree."""
PALE = PictureStats(low=0.18, median=0.5, high=0.85, colour=0.1, skins=(Skin(0.6, 0.75, 0.2, 0.22, 0.1),))
"""A picture without black, white and colour."""


@pytest.mark.parametrize(
    "sentence", ["fix the white balance, way too orange", "way too orange", "the photo is too yellow, fix it", "太黄了"]
)
def test_an_orange_picture_is_balanced_by_what_it_shows(sentence: str, catalogue: Catalogue) -> None:
    found = parse_settings(sentence, WARM, catalogue)
    assert -100 <= found.temperature < -45
    assert not found.auto_white_balance
    assert not found.auto_exposure


def test_half_a_complaint_takes_half(catalogue: Catalogue) -> None:
    whole, half = (parse_settings(said, WARM, catalogue).temperature for said in ("too orange", "a bit too orange"))
    assert half == pytest.approx(whole / 2, abs=1)


def test_a_wish_for_cooler_light_is_no_measurement(catalogue: Catalogue) -> None:
    assert parse_settings("cooler", WARM, catalogue) == parse_settings("cooler", PictureStats(), catalogue)


def test_washed_out_gets_what_the_picture_lacks(catalogue: Catalogue) -> None:
    pale = parse_settings("it's washed out", PALE, catalogue)
    assert pale.blacks < -20
    assert pale.contrast > 5
    assert pale.vibrance > 5
    rich = parse_settings("it's washed out", replace(PALE, low=0.01, high=1.0, colour=0.3), catalogue)
    assert rich.blacks == rich.contrast == rich.vibrance == 0
    assert rich.saturation > 0


def test_a_dark_face_gets_the_light_it_needs_and_a_bright_ground_stays(catalogue: Catalogue) -> None:
    dark = replace(PALE, low=0.02, median=0.3, skins=(Skin(0.25, 0.3, 0.2, 0.22, 0.1),))
    against = replace(dark, median=0.7, high=1.0)
    plain = parse_settings("the face is too dark", dark, catalogue)
    lit = parse_settings("the face is too dark", against, catalogue)
    assert plain.exposure >= 0.9
    assert lit.shadows > plain.shadows + 15
    assert lit.highlights < -15
    assert lit.exposure < plain.exposure


def test_pop_is_contrast_clarity_and_colour_but_not_what_is_to_stay(catalogue: Catalogue) -> None:
    pop = parse_settings("make it pop", PALE, catalogue)
    assert min(pop.contrast, pop.clarity, pop.vibrance) > 5
    assert parse_settings("make it pop without oversaturating", PALE, catalogue).vibrance == 0


@pytest.mark.parametrize(("gamma", "brighter"), [(1.2, True), (0.9, False)])
def test_gamma_bends_the_tones_between_black_and_white(gamma: float, brighter: bool, catalogue: Catalogue) -> None:
    settings = parse_settings(f"gamma {gamma}", PALE, catalogue)
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    made = develop(ramp, settings, PictureStats())[0, :, 0].astype(int)
    assert made[0] == 0
    assert made[255] == 255
    assert made[128] == pytest.approx(255 * (128 / 255) ** (1 / gamma), abs=4)
    assert (made[128] > 128) == brighter


def test_looks_go_together_as_the_stronger_of_each(catalogue: Catalogue) -> None:
    high, airy = (resolve_settings(Development(look=look), PALE, catalogue) for look in ("high_key", "airy"))
    both = parse_settings("high key, airy", PALE, catalogue)
    assert both.exposure == max(high.exposure, airy.exposure)
    assert both.fade == airy.fade
    assert both.look is None


def test_looks_that_want_opposite_things_are_refused(catalogue: Catalogue) -> None:
    with pytest.raises(UnusablePicture, match="brighter"):
        parse_settings("high key and low key", PALE, catalogue)


@pytest.mark.parametrize(
    "sentence", ["black and white", "moody black and white", "black and white film look", "b/w, high key", "黑白"]
)
def test_black_and_white_has_no_colour_anywhere(sentence: str, catalogue: Catalogue, sample: Picture) -> None:
    seen = replace(PALE, colour=0.3)
    made = develop(sample.pixels, resolve_settings(parse_settings(sentence, seen, catalogue), seen, catalogue), seen)
    assert int(np.ptp(made.astype(int), axis=2).max()) <= 1


def test_warm_black_and_white_is_toned_and_a_hint_of_sepia_a_hint(catalogue: Catalogue) -> None:
    warm = parse_settings("warm black and white", PALE, catalogue)
    assert warm.look == "black_and_white"
    assert warm.temperature == 0
    assert 10 <= warm.toning.midtones.amount <= 40
    hint = parse_settings("black and white with a hint of sepia", PALE, catalogue)
    whole = resolve_settings(Development(look="sepia"), PALE, catalogue)
    assert hint.monochrome == 100
    assert 0 < hint.toning.midtones.amount < 0.4 * whole.toning.midtones.amount


def test_grain_beside_a_look_is_wished_for_and_else_is_noise(catalogue: Catalogue) -> None:
    assert parse_settings("black and white, grainy", PALE, catalogue).grain > 0
    assert parse_settings("it is grainy", PALE, catalogue).noise_reduction > 0


_TINTING = {"golden_hour", "blue_hour", "cool_night", "film", "cinematic", "teal_orange", "cross_process", "vintage", "polaroid",
            "sepia", "pastel", "warm_portrait"}  # fmt: skip
"""Looks whose colour lies over everything by intention."""


def test_looks_keep_grey_grey_unless_they_are_meant_to_tint_it(catalogue: Catalogue) -> None:
    ramp = np.repeat(np.linspace(25, 235, 12).round().astype(np.uint8)[None, :, None], 3, axis=2).repeat(32, axis=0)
    for row in catalogue.looks:
        settings = resolve_settings(Development(look=row.id), PALE, catalogue)
        settings = settings.model_copy(update={"grain": 0.0})
        made = develop(np.ascontiguousarray(ramp), settings, PictureStats())
        if row.id not in _TINTING:
            assert int(np.ptp(made.astype(int), axis=2).max()) <= 4, row.id
