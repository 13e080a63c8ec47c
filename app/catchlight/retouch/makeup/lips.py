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
_SHINE, _MATT = 1.05, 0.45
"""Share of the light above the lips' usual that stays, plain and matt."""


def lipstick(rgb: tuple[int, int, int], amount: float, matte: bool = False) -> BrushPlan:
    """Lips in a colour (sRGB 0..255); amount 0..1, 0.5 is a normal coat. matte: with less shine than the lips have."""
    colour = oklab.of_colour(rgb)
    cover = np.float32(min(0.95, 0.3 + amount * 1.0))
    chroma = float(np.hypot(*colour[1:]))
    tone = colour[1:] * np.float32(np.clip(chroma, _LEAST_LIP, _MOST_LIP) / chroma if chroma > 0.03 else 1.0)

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.55)
        # Lipstick in the light of this photo: halfway from the lips' own lightness to the colour's, within reach.
        goal = float(np.clip(usual + 0.6 * (float(colour[0]) - usual), usual - 0.24, usual + 0.07))

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
