"""Which colours are doubted: light ones on hair too black to show its strands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from catchlight.engine import codec
from catchlight.engine.hair import analysis, doubts
from catchlight.engine.hair.analysis import Hair
from catchlight.engine.hair.colouring import Wish
from catchlight.engine.portrait import Portraits
from catchlight.engine.view import view


def blackened(hair: Hair) -> Hair:
    return replace(hair, tones=replace(hair.tones, base=np.array([0.12, 0.0, 0.0], np.float32)))


def test_light_colours_on_black_hair_are_doubted(hair: Hair) -> None:
    for colour in ("#CFC1B0", "#C6A474", "#D3A0B0", "#1F499D", "#7A2F22"):
        assert doubts.lost(blackened(hair), Wish(colour))
    for colour in ("#5A1A14", "#3D2B21", "#16306A"):
        assert not doubts.lost(blackened(hair), Wish(colour))


def test_light_tips_on_black_hair_are_doubted(hair: Hair) -> None:
    assert doubts.lost(blackened(hair), Wish("#3D2B21", ends="#DDD2BD"))
    assert doubts.lost(blackened(hair), Wish("#3D2B21", second="#DDD2BD", technique="balayage"))


def test_brown_hair_takes_every_colour(hair: Hair) -> None:
    assert not doubts.lost(hair, Wish("#CFC1B0"))


def test_dark_hair_made_light_leaves_a_rim_that_is_told(hair: Hair) -> None:
    dark = replace(hair, tones=replace(hair.tones, base=np.array([0.33, 0.0, 0.0], np.float32)))
    assert doubts.rimmed(dark, Wish("#DDD2BD"))
    assert not doubts.rimmed(dark, Wish("#76241A"))
    assert not doubts.lost(dark, Wish("#DDD2BD"))


def test_skin_that_has_the_colour_of_the_hair_is_told(portraits: Portraits, portraits_folder: Path) -> None:
    for key, wrong in (("d15", True), ("c04a", True), ("d34", False)):
        picture = codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes())
        assert doubts.unsure(analysis.of(view(portraits.of(picture), longest=900))) == wrong, key


def test_hair_whose_ends_are_not_plain_is_told(hair: Hair) -> None:
    assert hair.certainty > 0.7
    assert not doubts.unsure(hair)
    assert doubts.unsure(replace(hair, certainty=0.62))


def test_colour_in_a_grey_picture_is_told(hair: Hair) -> None:
    samples = np.repeat(hair.tones.samples[:, :1], 3, axis=1)
    grey = replace(hair, tones=replace(hair.tones, samples=samples))
    assert doubts.colourless(grey, Wish("#C6A474"))
    assert not doubts.colourless(grey, Wish("#181615"))
    assert not doubts.colourless(hair, Wish("#C6A474"))


def test_short_hair_has_no_ends_of_another_colour(hair: Hair) -> None:
    long = replace(hair, lie=replace(hair.lie, growth=replace(hair.lie.growth, length=25.0)))
    for wish in (Wish("#C6A474", technique="ombre"), Wish("#3D2B21", second="#C6A474", technique="balayage")):
        assert doubts.short(hair, wish)
        assert not doubts.short(long, wish)
    assert doubts.short(hair, Wish("#3D2B21", ends="#5A1A14"))
    assert not doubts.short(hair, Wish("#C6A474"))


def test_an_ear_that_was_taken_for_hair_is_told(portraits: Portraits, portraits_folder: Path) -> None:
    for key, wrong in (("d08", True), ("d12", False)):
        picture = codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes())
        found = analysis.of(view(portraits.of(picture), longest=900))
        assert doubts.unsure(found) == wrong, key
