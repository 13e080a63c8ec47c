"""Modifiers make lighter, darker and stronger kinds of a colour."""

from __future__ import annotations

import colorsys

from catchlight.language.intents import ColourTerm
from catchlight.language.lexicon.colour_shades import apply_modifiers, full_hex

NAVY = ColourTerm("navy", "#203060")


def hls(colour: ColourTerm) -> tuple[float, float, float]:
    value = str(colour.hex)
    return colorsys.rgb_to_hls(*(int(value[i : i + 2], 16) / 255 for i in (1, 3, 5)))


def test_light_pale_and_dark_change_the_lightness() -> None:
    dark, plain, light, pale = (hls(apply_modifiers(NAVY, said))[1] for said in (["dark"], [], ["light"], ["pale"]))
    assert dark < plain < light < pale


def test_deep_and_bright_are_more_saturated() -> None:
    plain = hls(NAVY)[2]
    assert hls(apply_modifiers(NAVY, ["deep"]))[2] > plain
    assert hls(apply_modifiers(NAVY, ["bright"]))[2] > plain


def test_a_grey_stays_grey() -> None:
    assert hls(apply_modifiers(ColourTerm("grey", "#808080"), ["deep"]))[2] == 0


def test_the_name_tells_all_modifiers() -> None:
    assert apply_modifiers(NAVY, ["very", "light"][1:]).name == "light navy"
    assert apply_modifiers(NAVY, ["dark", "pale"]).name == "dark pale navy"


def test_no_colour_has_no_shades() -> None:
    transparent = ColourTerm("transparent", None)
    assert apply_modifiers(transparent, ["light"]) == transparent


def test_short_codes_are_written_out() -> None:
    assert full_hex("#1af") == "#11AAFF"
    assert full_hex("#1a2b3c") == "#1A2B3C"
