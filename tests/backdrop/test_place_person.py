"""A person on a scene: what is solid stays, what is clear is scene, and edges carry no old background."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.backdrop import grain, match_light
from catchlight.backdrop.place_person import Person, composite_person
from catchlight.backdrop.scene import render_scene
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import Picture
from catchlight.matting import unmix
from catchlight.portrait.portrait import Portraits


def disc(size: int = 160) -> np.ndarray:
    y, x = np.mgrid[:size, :size].astype(np.float32)
    return np.clip((0.35 * size - np.hypot(x - size / 2, y - size / 2)) / 6 + 0.5, 0, 1).astype(np.float32)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_solid_pixels_stay_and_clear_ones_are_the_scene(dtype: type) -> None:
    top = np.iinfo(dtype).max
    alpha = disc()
    fore = np.full((160, 160, 3), int(0.3 * top), dtype)
    scene = np.full((40, 40, 3), 0.5, np.float32)
    out = composite_person(Person(fore, alpha, 10.0), scene, match_light.UNCHANGED, 0.0, wrap=0.0)
    assert out.dtype == dtype
    assert np.array_equal(out[alpha >= 0.999], fore[alpha >= 0.999])
    wanted = float(oklab.srgb(np.float32(0.5).reshape(1, 1))[0, 0]) * top
    assert np.abs(out[alpha == 0].astype(float) - wanted).max() <= 1 + top / 255
    soft = (alpha > 0.3) & (alpha < 0.7)
    assert 0.3 * top < out[soft].mean() < wanted


def test_light_comes_round_the_edge_only_where_the_scene_is_brighter() -> None:
    alpha = disc()
    fore = np.full((160, 160, 3), 90, np.uint8)
    person = Person(fore, alpha, 10.0)
    rim = (alpha > 0.99) & (np.roll(alpha, 8, axis=1) < 0.9)
    for level, brighter in ((0.9, True), (0.001, False)):
        out = composite_person(person, np.full((40, 40, 3), level, np.float32), match_light.UNCHANGED, 0.0)
        assert (out[rim].mean() > 92) == brighter


def test_a_bright_fringe_is_held_to_the_colours_inside() -> None:
    alpha = disc()
    fore = np.full((160, 160, 3), 40, np.uint8)
    fore[(alpha < 0.9)] = 220
    out = composite_person(
        Person(fore, alpha, 10.0), np.full((40, 40, 3), 0.01, np.float32), match_light.UNCHANGED, 0.0, wrap=0.0
    )
    assert out[(alpha > 0.3) & (alpha < 0.6)].max() < 100


def test_grain_lies_on_the_scene_alone_and_repeats_by_seed() -> None:
    alpha = disc()
    fore = np.full((160, 160, 3), 90, np.uint8)
    scene = np.full((40, 40, 3), 0.2, np.float32)
    one, same, other = (
        composite_person(Person(fore, alpha, 10.0), scene, match_light.UNCHANGED, 3 / 255, 0.0, seed)
        for seed in (1, 1, 2)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    assert one[alpha == 0].std() > 1.5
    assert one[alpha == 1].std() == 0


def test_grain_is_measured() -> None:
    random = np.random.default_rng(4)
    plain = np.full((400, 400, 3), 120, np.uint8)
    noisy = np.clip(plain + random.normal(0, 4, plain.shape), 0, 255).astype(np.uint8)
    assert grain.level_of(plain) < 0.5 / 255
    assert grain.level_of(noisy) > 2 / 255


def test_a_fit_of_nothing_changes_nothing(sample: Picture, portraits: Portraits, catalogue: Catalogue) -> None:
    portrait = portraits.of(sample)
    row = catalogue.backdrops.get("bright_window")
    assert row is not None
    scene = render_scene(row, 100, 100)
    assert match_light.fit(portrait, scene, 0.0).idle
    full = match_light.fit(portrait, scene, 1.0)
    assert not full.idle
    steps = np.diff(full.curves, axis=1)
    assert (steps >= -1e-6).all(), "tones keep their order"
    change = np.abs(full.curves - np.linspace(0, 1, full.curves.shape[1]))
    assert change.max() < 0.16, "skin forgives little"


def test_white_stays_white_where_a_dark_face_is_lifted(sample: Picture, portraits: Portraits) -> None:
    dark: Any = sample.pixels // 2
    portrait = portraits.of(sample).recoloured(sample.with_(pixels=dark))
    bright = match_light.fit(portrait, np.full((40, 60, 3), 0.35, np.float32), 1.0)
    steps = bright.curves.shape[1] - 1
    assert (np.diff(bright.curves, axis=1) >= 0).all()
    assert bright.curves[:, -1].min() > 0.99
    assert bright.curves[1, round(0.4 * steps)] > 0.43


def test_no_trace_is_left_of_what_is_no_person(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    trace = np.where(portrait.alpha == 0, 0.012, portrait.alpha).astype(np.float32)
    fine = unmix.unmix_rim(portrait.picture.pixels, trace, portrait.pose.px_per_cm)
    assert not fine[trace <= 0.015].any()


def test_unmixing_leaves_the_sure_parts_of_a_matte(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    fine, alpha = unmix.fine_alpha(portrait), portrait.alpha
    assert np.array_equal(fine[alpha > 0.99], alpha[alpha > 0.99])
    assert not fine[alpha < 0.01].any()
    assert float(fine.min()) >= 0
    assert float(fine.max()) <= 1


def test_unmixing_finds_hairs_that_the_matte_saw_as_a_veil() -> None:
    size = 200
    truth = np.zeros((size, size), np.float32)
    truth[:, :90] = 1
    truth[::6, 90:110] = 1
    pixels = np.where(truth[..., None] > 0.5, np.uint8(30), np.uint8(200)) * np.ones(3, np.uint8)
    veil = truth.copy()
    veil[:, 90:110] = 0.4
    fine = unmix.unmix_rim(pixels.astype(np.uint8), veil, 30.0)
    before, after = (float(np.abs(plane - truth)[:, 90:110].mean()) for plane in (veil, fine))
    assert after < 0.6 * before
