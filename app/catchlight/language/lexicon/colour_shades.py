"""Colour modifiers: light, dark, pale, deep and bright kinds of a colour."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

from catchlight.language.intents import ColourTerm

_TOWARDS_WHITE = {"light": 0.42, "pale": 0.65}
_GREY = 0.05
"""Saturation below which a colour has no hue to strengthen."""


def apply_modifiers(colour: ColourTerm, modifiers: Sequence[str]) -> ColourTerm:
    """``navy`` with ``light`` gives ``light navy``; the innermost modifier stands last."""
    if colour.hex is None or not modifiers:
        return colour
    value = colour.hex
    for modifier in reversed(modifiers):
        value = _shade(value, modifier)
    return ColourTerm(" ".join([*modifiers, colour.name]), value)


def full_hex(digits: str) -> str:
    """#abc and #aabbcc as #AABBCC."""
    bare = digits.lstrip("#")
    return "#" + (bare if len(bare) == 6 else "".join(d * 2 for d in bare)).upper()


def _shade(value: str, modifier: str) -> str:
    rgb = tuple(int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
    if modifier in _TOWARDS_WHITE:
        share = _TOWARDS_WHITE[modifier]
        return _hex(tuple(part + share * (1 - part) for part in rgb))
    if modifier == "dark":
        return _hex(tuple(0.55 * part for part in rgb))
    hue, light, saturation = colorsys.rgb_to_hls(*rgb)
    coloured = saturation > _GREY
    if modifier == "deep":
        light, saturation = 0.7 * light, saturation + 0.3 * (1 - saturation) * coloured
    else:
        light, saturation = light + 0.15 * (0.55 - light), saturation + 0.6 * (1 - saturation) * coloured
    return _hex(colorsys.hls_to_rgb(hue, light, saturation))


def _hex(rgb: tuple[float, ...]) -> str:
    return "#" + "".join(f"{round(255 * part):02X}" for part in rgb)
