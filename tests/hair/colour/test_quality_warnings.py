"""Which colours are doubted or refused: where hair is not plain, too short, or in a picture without colours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.colour import quality_warnings as doubts
from catchlight.hair.colour.coats import ColourRequest
from catchlight.hair.mask import share
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


def test_a_colour_that_shows_is_refused_where_hair_is_not_plain(hair: Hair) -> None:
    guessed = replace(hair, certainty=0.44)
    own = oklab.to_hex(hair.tones.base)
    for wish in (
        ColourRequest("#CFC1B0"),
        ColourRequest(own, ends="#1F499D"),
        ColourRequest(own, second="#CFC1B0", technique="balayage"),
    ):
        assert doubts.would_show_mask_errors(guessed, wish)
        assert not doubts.would_show_mask_errors(hair, wish)
    assert not doubts.would_show_mask_errors(guessed, ColourRequest(own))


def test_a_colour_far_lighter_than_the_hair_is_refused(hair: Hair) -> None:
    dark = replace(hair, tones=replace(hair.tones, base=np.array([0.3, 0.01, 0.02])))
    light = replace(hair, tones=replace(hair.tones, base=np.array([0.75, 0.01, 0.06])))
    blonde, brown = ColourRequest("#E4D4BC"), ColourRequest("#6B4A36")
    assert doubts.needs_synthetic_strands(dark, blonde, 1.0)
    assert doubts.needs_synthetic_strands(dark, ColourRequest("#3A2A22", second="#E4D4BC", technique="balayage"), 1.0)
    assert doubts.needs_synthetic_strands(
        replace(light, tones=replace(light.tones, base=np.array([0.55, 0.01, 0.06]))), blonde, 1.0
    )
    assert not doubts.needs_synthetic_strands(dark, blonde, 0.2), "a breath of it"
    assert not doubts.needs_synthetic_strands(dark, brown, 1.0)
    assert not doubts.needs_synthetic_strands(light, blonde, 1.0)


def test_a_forelock_that_was_left_out_is_measured(sample: Picture, portraits: Portraits) -> None:
    """Three centimetres of hair that was not taken for it, and is no skin to parsing either."""
    seen = view(portraits.of(sample), longest=900)
    hair, nothing = seen.parsing.plane((head_parsing.HAIR,)), np.zeros(seen.alpha.shape, np.float32)
    assert share._left_out(hair, seen.alpha, nothing, nothing, seen) < 0.01
    rows, columns = np.nonzero((hair > 0.7) & (share._above(seen) > 0.5))
    y, x, reach = round(rows.mean()), round(columns.mean()), round(1.5 * seen.pose.px_per_cm)
    holed = hair.copy()
    holed[y - reach : y + reach, x - reach : x + reach] = 0
    assert share._left_out(holed, seen.alpha, nothing, nothing, seen) > 0.02


def test_skin_that_has_the_colour_of_the_hair_is_told(portraits: Portraits, portraits_folder: Path) -> None:
    for key, wrong in (("d15", True), ("c04a", True), ("d34", False)):
        picture = codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes())
        assert doubts.is_mask_unsure(analysis.analyse_hair(view(portraits.of(picture), longest=900))) == wrong, key


@pytest.mark.parametrize(("key", "wrong"), [("c02a", True), ("c02b", False), ("c03a", False), ("d05", False)])
@pytest.mark.sampled(2)
def test_hair_that_runs_into_the_ground_is_unclear(
    key: str, wrong: bool, portraits: Portraits, portraits_folder: Path
) -> None:
    picture = codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes())
    found = analysis.analyse_hair(view(portraits.of(picture), longest=900))
    assert doubts.would_show_mask_errors(found, ColourRequest("#CFC1B0")) == wrong


def test_hair_whose_ends_are_not_plain_is_told(hair: Hair) -> None:
    assert hair.certainty > 0.7
    assert not doubts.is_mask_unsure(hair)
    assert doubts.is_mask_unsure(replace(hair, certainty=0.62))


def test_colour_in_a_grey_picture_is_told(hair: Hair) -> None:
    samples = np.repeat(hair.tones.samples[:, :1], 3, axis=1)
    grey = replace(hair, tones=replace(hair.tones, samples=samples))
    assert doubts.would_colour_grey_picture(grey, ColourRequest("#C6A474"))
    assert not doubts.would_colour_grey_picture(grey, ColourRequest("#181615"))
    assert not doubts.would_colour_grey_picture(hair, ColourRequest("#C6A474"))


def test_short_hair_has_no_ends_of_another_colour(hair: Hair) -> None:
    long = replace(hair, lie=replace(hair.lie, growth=replace(hair.lie.growth, length=25.0)))
    for wish in (
        ColourRequest("#C6A474", technique="ombre"),
        ColourRequest("#3D2B21", second="#C6A474", technique="balayage"),
    ):
        assert doubts.is_too_short(hair, wish)
        assert not doubts.is_too_short(long, wish)
    assert doubts.is_too_short(hair, ColourRequest("#3D2B21", ends="#5A1A14"))
    assert not doubts.is_too_short(hair, ColourRequest("#C6A474"))


def test_an_ear_that_was_taken_for_hair_is_told(portraits: Portraits, portraits_folder: Path) -> None:
    for key, wrong in (("d08", True), ("d12", False)):
        picture = codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes())
        found = analysis.analyse_hair(view(portraits.of(picture), longest=900))
        assert doubts.is_mask_unsure(found) == wrong, key
