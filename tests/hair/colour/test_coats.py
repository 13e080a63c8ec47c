"""New colours on real hair: the colour that was asked for, the texture that was there, and nothing outside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hair import Technique
from catchlight.core.progress import Cancelled, Progress
from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.colour import palette
from catchlight.hair.colour.coats import ColourRequest, plan_layers
from catchlight.hair.colour.recolour import recolour_hair
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture, Pixels
from catchlight.portrait.portrait import Portrait, Portraits

SHADES = ("#CFC1B0", "#C6A474", "#954724", "#76241A", "#3D2B21", "#181615", "#B3ADA9", "#D3A0B0", "#1F499D")


def done(portrait: Portrait, wish: ColourRequest, strength: float = 1.0) -> Pixels:
    found = analysis.analyse_hair(portrait)
    return recolour_hair(portrait.picture.pixels, found, plan_layers(found, wish), strength)


def core_of(found: Hair) -> npt.NDArray[np.bool_]:
    plane = np.zeros(found.shape, np.uint8)
    x0, y0, x1, y1 = found.box
    plane[y0:y1, x0:x1] = found.mask > 64000
    return np.asarray(cv2.erode(plane, np.ones((5, 5), np.uint8)) > 0, np.bool_)


def lab(pixels: Pixels) -> npt.NDArray[np.float32]:
    top = np.float32(np.iinfo(pixels.dtype).max)
    return np.asarray(cv2.cvtColor(pixels[..., :3].astype(np.float32) / top, cv2.COLOR_RGB2LAB), np.float32)


def lab_of(hex_colour: str) -> npt.NDArray[np.float32]:
    rgb = np.array([[[int(hex_colour[at : at + 2], 16) for at in (1, 3, 5)]]], np.uint8)
    return np.asarray(lab(rgb)[0, 0], np.float32)


@pytest.mark.parametrize("colour", SHADES)
def test_the_hair_measures_what_was_asked_for(colour: str, astronaut: Portrait, hair: Hair) -> None:
    found = np.median(lab(done(astronaut, ColourRequest(colour)))[core_of(hair)], axis=0)
    wanted = lab_of(colour)
    assert np.hypot(*(found - wanted)[1:]) < 6
    assert abs(found[0] - wanted[0]) < 6


@pytest.mark.parametrize("colour", SHADES)
def test_strands_stay_strands(colour: str, astronaut: Portrait, hair: Hair) -> None:
    inside = core_of(hair)
    before = lab(astronaut.picture.pixels)[..., 0][inside]
    after = lab(done(astronaut, ColourRequest(colour)))[..., 0][inside]
    assert np.corrcoef(before, after)[0, 1] > 0.8


def test_outside_the_mask_nothing_changes(astronaut: Portrait, hair: Hair) -> None:
    after = done(astronaut, ColourRequest("#1F499D"))
    outside = np.ones(hair.shape, bool)
    x0, y0, x1, y1 = hair.box
    outside[y0:y1, x0:x1] = hair.mask == 0
    assert np.array_equal(after[outside], astronaut.picture.pixels[outside])
    assert (after[~outside] != astronaut.picture.pixels[~outside]).any()


def test_strength_goes_from_nothing_to_all(astronaut: Portrait, hair: Hair) -> None:
    inside = core_of(hair)
    before = lab(astronaut.picture.pixels)[inside]
    away = [
        float(np.linalg.norm(lab(done(astronaut, ColourRequest("#1F499D"), strength))[inside] - before, axis=1).mean())
        for strength in (0.0, 0.5, 1.0)
    ]
    assert away[0] == 0
    assert away[0] < away[1] < away[2]


@pytest.mark.parametrize("technique", ["balayage", "ombre", "highlights", "roots_kept"])
def test_techniques_leave_a_part_of_the_hair(technique: Technique, astronaut: Portrait, hair: Hair) -> None:
    inside = core_of(hair)
    before = lab(astronaut.picture.pixels)[inside]
    all_over = np.linalg.norm(lab(done(astronaut, ColourRequest("#1F499D")))[inside] - before, axis=1)
    part = np.linalg.norm(lab(done(astronaut, ColourRequest("#1F499D", technique=technique)))[inside] - before, axis=1)
    assert 0.05 * all_over.mean() < part.mean() < 0.97 * all_over.mean()
    assert np.percentile(part, 2) < 0.5 * np.percentile(all_over, 2) + 1


def test_ombre_colours_the_tips_more_than_the_roots(portraits_folder: Path, portraits: Portraits) -> None:
    portrait = portraits.of(codec.decode((portraits_folder / "d05_long_straight_outdoor.jpg").read_bytes()))
    found = analysis.analyse_hair(portrait)
    moved = np.linalg.norm(
        lab(done(portrait, ColourRequest("#1F499D", technique="ombre"))) - lab(portrait.picture.pixels), axis=2
    )
    x0, y0, x1, y1 = found.box
    depth = cv2.resize(found.lie.growth.depth, (x1 - x0, y1 - y0)) / found.lie.growth.length
    inside = core_of(found)[y0:y1, x0:x1]
    moved = moved[y0:y1, x0:x1]
    assert moved[inside & (depth > 0.85)].mean() > 5 * moved[inside & (depth < 0.15)].mean()


def test_the_same_seed_chooses_the_same_strands(astronaut: Portrait) -> None:
    first = done(astronaut, ColourRequest("#1F499D", technique="highlights", seed=3))
    assert np.array_equal(first, done(astronaut, ColourRequest("#1F499D", technique="highlights", seed=3)))
    assert not np.array_equal(first, done(astronaut, ColourRequest("#1F499D", technique="highlights", seed=4)))


def test_covering_grey_leaves_hair_that_is_not(portraits_folder: Path, portraits: Portraits) -> None:
    portrait = portraits.of(codec.decode((portraits_folder / "d02_bob_hair_grey.jpg").read_bytes()))
    found = analysis.analyse_hair(portrait)
    inside, before = core_of(found), lab(portrait.picture.pixels)
    moved = np.linalg.norm(lab(done(portrait, ColourRequest("#954724", technique="cover_grey"))) - before, axis=2)
    dark = inside & (before[..., 0] < np.percentile(before[..., 0][inside], 20))
    light = inside & (before[..., 0] > np.percentile(before[..., 0][inside], 95))
    assert moved[dark].mean() < 1
    assert moved[light].mean() > 5


def test_16_bits_and_alpha_are_kept(sample: Picture, portraits: Portraits) -> None:
    alpha = np.full((*sample.pixels.shape[:2], 1), 65535, np.uint16)
    alpha[:, :40] = 1234
    deep = np.concatenate([sample.pixels[..., :3].astype(np.uint16) * 257, alpha], axis=2)
    portrait = portraits.of(Picture(deep))
    after = done(portrait, ColourRequest("#954724"))
    assert after.dtype == np.uint16
    assert np.array_equal(after[..., 3], deep[..., 3])
    assert len(np.unique(after[..., 0])) > 300


def test_a_palette_rises_with_the_light_and_meets_its_target(hair: Hair) -> None:
    for colour in SHADES:
        made = palette.fit_colour_curve(hair.tones, oklab.from_hex(colour))
        light = oklab.from_srgb(made.lut)[:, 0]
        assert np.diff(light).min() > -0.004
        assert np.abs(made.measured - oklab.from_hex(colour)).max() < 0.02


def test_roots_stay_darker_only_on_hair_that_is_dark_itself(portraits_folder: Path, portraits: Portraits) -> None:
    wish = ColourRequest("#CFC1B0", roots="#8A7763")
    dark = portraits.of(codec.decode((portraits_folder / "d05_long_straight_outdoor.jpg").read_bytes()))
    white = portraits.of(codec.decode((portraits_folder / "d09_white_hair_beard.jpg").read_bytes()))
    assert len(plan_layers(analysis.analyse_hair(dark), wish)) == 2
    assert len(plan_layers(analysis.analyse_hair(white), wish)) == 1


def test_cancelling_stops_between_rows(astronaut: Portrait, hair: Hair) -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        recolour_hair(astronaut.picture.pixels, hair, plan_layers(hair, ColourRequest("#954724")), 1.0, progress)


def test_every_shipped_shade_can_be_laid_on(hair: Hair, astronaut: Portrait, catalogue: Catalogue) -> None:
    for row in catalogue.hair_colours:
        wish = ColourRequest(row.target, row.roots, row.ends if row.technique is None else None)
        after = recolour_hair(astronaut.picture.pixels, hair, plan_layers(hair, wish), 1.0)
        found = np.median(lab(after)[core_of(hair)], axis=0)
        assert np.hypot(*(found - lab_of(row.hex))[1:]) < 16, row.id


def test_a_darker_colour_makes_no_strand_lighter(astronaut: Portrait, hair: Hair) -> None:
    inside = core_of(hair)
    before = lab(astronaut.picture.pixels)[..., 0][inside]
    after = lab(done(astronaut, ColourRequest("#181615")))[..., 0][inside]
    assert np.percentile(after - before, 99.9) < 1


def test_dark_colours_tint_black_hair_and_leave_it_black(hair: Hair) -> None:
    black = replace(hair.tones, base=np.array([0.11, 0.0, 0.0], np.float32))
    found = palette.fit_colour_curve(black, oklab.from_hex("#5C2523"))
    assert found.measured[0] < 0.2
    assert 0.02 < float(np.hypot(*found.measured[1:])) < 0.06


def test_a_dark_dye_leaves_the_black_between_strands_black(hair: Hair) -> None:
    curve = hair.tones.curve.copy()
    curve[:, 0] *= 0.24 / float(hair.tones.base[0])
    dark = replace(hair.tones, base=np.array([0.24, 0.0, 0.0], np.float32), curve=curve)
    found = palette.fit_colour_curve(dark, np.array([0.30, 0.01, 0.02]))
    gained = oklab.from_srgb(found.lut)[:, 0] - curve[:, 0]
    assert gained[curve[:, 0] < 0.06].max() < 0.02
    assert gained.max() < 0.0601


def test_relief_takes_over_where_a_colour_is_lighter_than_the_hair(hair: Hair) -> None:
    own = float(hair.tones.base[0])
    same, lighter, light = (
        palette.relief_share(hair.tones, np.array([own + lift, 0.0, 0.0])) for lift in (0.04, 0.1, 0.3)
    )
    assert same == 0 < lighter < light == 1
    wish = ColourRequest(oklab.to_hex([own + 0.3, 0.0, 0.0]))
    assert plan_layers(hair, wish)[0].palette.light is not None
    assert plan_layers(hair, ColourRequest(oklab.to_hex([own, 0.0, 0.0])))[0].palette.light is None
