"""Lipstick: the lips' own light and texture stay; matt with less of their shine."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

LIPSTICK = (176, 40, 62)
"""A rosy red that suits every skin, where the sentence names no colour."""
_LEAST_LIP, _MOST_LIP = 0.08, 0.15
"""OKLab chroma below which a coloured lipstick looks ashen on living lips, and beyond which it glows."""
_DEEPER, _VIVID = 0.12, 0.03
"""OKLab lightness by which the most vivid colours are deeper, and chroma that they have beyond ``_MOST_LIP``."""
_LEAN = 0.14
"""Radians by which a hue near the lips' own leans to it at most: 8 degrees."""
_WARMEST = 0.4
"""Hue (radians in OKLab) up to which a hue may lean to a warmer one: a plain red."""
_SHINE, _MATT = 1.05, 0.45
"""Share of the light above the lips' usual that stays, plain and matt."""


def lipstick(rgb: tuple[int, int, int], amount: float, matte: bool = False) -> BrushPlan:
    """Lips in a colour (sRGB 0..255); amount 0..1, 0.5 is a normal coat. matte: with less shine than the lips have."""
    colour = oklab.of_colour(rgb)
    cover = np.float32(min(0.95, 0.3 + amount * 1.0))
    chroma = float(np.hypot(*colour[1:]))
    # What is more vivid than lips can be is deep rather than pale: pure red would turn into salmon.
    vivid = float(np.clip((chroma - _MOST_LIP) / _MOST_LIP, 0, 1))
    aim = float(colour[0]) - _DEEPER * vivid
    kept = float(np.clip(chroma, _LEAST_LIP, _MOST_LIP + _VIVID * vivid)) if chroma > 0.03 else chroma

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.55)
        hue = _in_light(colour, sample)
        tone = np.array([kept * np.cos(hue), kept * np.sin(hue)], np.float32)
        # Lipstick in the light of this photo: halfway from the lips' own lightness to the colour's, within reach.
        goal = float(np.clip(usual + 0.6 * (aim - usual), usual - 0.24, usual + 0.07))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            own = lab[..., 0]
            shade = own / np.float32(usual)
            light = np.where(own < usual, goal * shade, goal + (own - usual) * np.float32(_MATT if matte else _SHINE))
            sheen = ramp(own, usual + 0.08, usual + 0.26) * np.float32(_MATT if matte else 1.0)
            tint = tone * np.clip(shade, 0.45, 1.0)[..., None] * (1 - 0.72 * sheen)[..., None]
            new = np.dstack([light, tint])
            return oklab.to_srgb(lab + cover * (new - lab))

        return Brush(work)

    return plan


def _in_light(colour: FloatImage, sample: Sample) -> float:
    """Hue of the colour (radians in OKLab) in the light of the photo, which the lips' own hue tells where it is near."""
    hue = float(np.arctan2(colour[2], colour[1]))
    own = float(np.arctan2(sample.quantile(2, 0.5), sample.quantile(1, 0.5)))
    turn = (own - hue + np.pi) % (2 * np.pi) - np.pi
    if abs(turn) > 1.0:
        return hue
    # Red that leaned towards orange would be coral.
    return min(hue + float(np.clip(turn, -_LEAN, _LEAN)), max(hue, _WARMEST))
