"""Light, dark, pale, deep and bright kinds of a colour."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

from catchlight.language.intents import Colour


def shaded(colour: Colour, modifiers: Sequence[str]) -> Colour:
    """``navy`` with ``light`` gives ``light navy``; the innermost modifier stands last."""
    if colour.hex is None or not modifiers:
        return colour
    value = colour.hex
    for modifier in reversed(modifiers):
        value = _shade(value, modifier)
    return Colour(" ".join([*modifiers, colour.name]), value)


def full_hex(digits: str) -> str:
    """#abc and #aabbcc as #AABBCC."""
    bare = digits.lstrip("#")
    return "#" + (bare if len(bare) == 6 else "".join(d * 2 for d in bare)).upper()


def _shade(value: str, modifier: str) -> str:
    red, green, blue = (int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    if modifier == "light":
        light += 0.45 * (1 - light)
    elif modifier == "pale":
        light, saturation = light + 0.6 * (1 - light), 0.6 * saturation
    elif modifier == "dark":
        light *= 0.55
    elif modifier == "deep":
        light, saturation = 0.7 * light, saturation + 0.3 * (1 - saturation) * (saturation > 0.05)
    else:
        light, saturation = light + 0.15 * (0.55 - light), saturation + 0.6 * (1 - saturation) * (saturation > 0.05)
    rgb = colorsys.hls_to_rgb(hue, min(1.0, light), min(1.0, saturation))
    return "#" + "".join(f"{round(c * 255):02X}" for c in rgb)
