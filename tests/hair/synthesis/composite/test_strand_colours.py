"""Colours of new hair: black that mirrors the sky is black where it hangs, and grey hair stays grey."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.synthesis.composite import strand_colours
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits


def tones(light: tuple[float, float], b: float) -> np.ndarray:
    ramp = np.linspace(*light, 64, dtype=np.float32)
    return np.stack([ramp, np.full(64, 1.5, np.float32), np.full(64, b, np.float32)], axis=-1)


def test_black_under_a_blue_sky_is_black() -> None:
    after = strand_colours._without_sky(tones((19, 52), -6.5))
    assert np.median(after[:, 0]) < 24
    assert np.abs(after[:, 2]).max() < 3
    assert (np.diff(after[:, 0]) >= 0).all()


def test_grey_brown_and_dyed_hair_keep_their_colours() -> None:
    for kept in (tones((60, 90), -7.0), tones((19, 52), 6.0), tones((19, 52), -25.0), tones((10, 25), 0.0)):
        assert np.allclose(strand_colours._without_sky(kept), kept, atol=1e-4)


def test_hair_out_of_braids_has_no_glint_of_each_bend() -> None:
    braided = tones((5, 65), 3.0)
    free = strand_colours._without_glints(braided)
    dark = braided[:, 0] < np.median(braided[:, 0])
    assert np.array_equal(free[dark], braided[dark])
    assert free[:, 0].max() < 51
    assert (np.diff(free[:, 0]) > 0).all()
    assert np.array_equal(free[:, 1:], braided[:, 1:])


def test_hues_are_no_noise_of_the_dark(
    portraits: Portraits, portraits_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strand_colours.texture_synthesis, "build_exemplar", lambda scene: None)
    portrait = portraits.of(codec.decode((portraits_folder / "d02_bob_hair_grey.jpg").read_bytes()))
    known = strand_colours.measure_strand_colours(styling_scene.read_scene(portrait), portrait)
    apart = np.linalg.norm(known.hues, axis=1)
    assert apart.max() > 1
    assert (apart[:20] < 0.2 * known.tones[:20, 0] + 0.2).all()


def test_cropped_hair_that_grows_long_shines_more_and_keeps_its_colour() -> None:
    short = tones((9, 33), 3.0)
    long = strand_colours._longer(short)
    assert np.ptp(long[:, 0]) > 1.4 * np.ptp(short[:, 0])
    assert long[:, 0].min() >= 0.5
    assert abs(np.median(long[:, 0]) - np.median(short[:, 0])) < 0.2
    assert (np.diff(long[:, 0]) > 0).all()
    assert np.array_equal(long[:, 1:], short[:, 1:])


def test_strands_of_one_brightness_differ_in_hue_by_chance() -> None:
    known = strand_colours.StrandColours(tones((20, 40), 6.0), np.zeros(3, np.float32), True)
    hued = strand_colours.StrandColours(
        known.tones, known.ombre, True, hues=np.tile(np.array([[1.0, 3.0]], np.float32), (64, 1))
    )
    shade, along, levels = np.full(3, 0.5, np.float32), np.zeros(3, np.float32), np.linspace(0, 1, 33, dtype=np.float32)
    chances = np.array([-1, 0, 1], np.float32)
    plain = strand_colours.colour_strand_points(shade, along, known, levels, chances)
    cool, middle, warm = strand_colours.colour_strand_points(shade, along, hued, levels, chances)
    assert np.allclose(plain, middle, atol=1e-3)
    assert warm[0] - warm[2] > middle[0] - middle[2] + 4 > cool[0] - cool[2] + 8
    assert abs(warm.mean() - cool.mean()) < 6


def test_hair_with_less_light_has_less_colour() -> None:
    lab = tones((20, 60), 12.0)
    dim = strand_colours._at_light(lab, lab[:, 0] / 2)
    assert np.allclose(dim[:, 0], lab[:, 0] / 2)
    assert (dim[:, 2] < lab[:, 2]).all()
    assert np.ptp(dim[:, 1] / dim[:, 2]) < 1e-5
    assert np.allclose(strand_colours._at_light(lab, lab[:, 0]), lab, atol=1e-5)


def test_new_hair_is_brought_near_to_the_photos_brightness() -> None:
    known = strand_colours.StrandColours(tones((20, 50), 5.0), np.zeros(3, np.float32), True)
    photo = np.full((50, 3), 80.0, np.float32)
    darker, lighter = known.as_bright(photo / 2), known.as_bright(2 * photo)
    assert 1.1 < darker < 1.5
    assert 0.8 < lighter < 0.95
    assert known.as_bright(np.zeros((0, 3), np.float32)) == 1


def test_the_darkest_tones_are_as_dark_as_between_locks() -> None:
    even, seen = tones((20, 50), 5.0), np.linspace(2, 60, 1000)
    after = strand_colours._with_depths(even, seen)
    assert after[0, 0] < 4
    assert after[32:] == pytest.approx(even[32:])
    assert (np.diff(after[:, 0]) > 0).all()
    assert strand_colours._with_depths(even, np.linspace(30, 60, 1000)) == pytest.approx(even)
