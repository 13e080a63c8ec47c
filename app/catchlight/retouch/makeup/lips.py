"""Lipstick: the lips' own light and texture stay; matt without their shine, or wet with more of it."""

from __future__ import annotations

from typing import Literal

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

Finish = Literal["matte", "gloss"]

LIPSTICK = (176, 40, 62)
"""A rosy red that suits every skin, where the sentence names no colour."""
_LEAST_LIP, _MOST_LIP = 0.1, 0.15
"""OKLab chroma below which a coloured lipstick looks ashen on living lips, and beyond which it glows."""
_THIN = 0.8
"""How much of the lips' own hue comes through the thinnest matt or glossy coat."""


def lipstick(rgb: tuple[int, int, int], amount: float, finish: Finish | None = None) -> BrushPlan:
    """Lips in a colour (sRGB 0..255); amount 0..1, 0.5 is a normal coat. finish: else as the lips themselves shine."""
    if finish == "matte":
        return _matte(rgb, amount)
    colour = oklab.of_colour(rgb)
    cover = np.float32(min(0.95, 0.3 + amount * 1.0))
    chroma = float(np.hypot(*colour[1:]))
    tone = colour[1:] * np.float32(np.clip(chroma, _LEAST_LIP, _MOST_LIP) / chroma if chroma > 0.03 else 1.0)

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.55)
        hue = tone
        if finish == "gloss":
            own_hue = np.array([sample.quantile(channel, 0.5) for channel in (1, 2)], np.float32)
            full = colour[1:] * np.float32(min(1.0, _MOST_LIP / max(chroma, 1e-4)))
            hue = full + np.float32(max(0.0, _THIN * (1 - amount))) * (own_hue - full)
        # Lipstick in the light of this photo: halfway from the lips' own lightness to the colour's, within reach.
        goal = float(np.clip(usual + 0.6 * (float(colour[0]) - usual), usual - 0.24, usual + 0.07))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            own = lab[..., 0]
            shade = own / np.float32(usual)
            light = np.where(own < usual, goal * shade, goal + (own - usual) * np.float32(1.05))
            sheen = ramp(own, usual + 0.08, usual + 0.26)
            tint = hue * np.clip(shade, 0.45, 1.0)[..., None] * (1 - 0.72 * sheen)[..., None]
            new = np.dstack([light, tint])
            return oklab.to_srgb(lab + cover * (new - lab))

        return Brush(work)

    return plan


def _matte(rgb: tuple[int, int, int], amount: float) -> BrushPlan:
    """A dense coat without shine: broad light of the lips is evened, their fine lines stay."""
    colour = oklab.of_colour(rgb)
    cover = np.float32(min(0.97, 0.4 + 1.1 * amount))
    chroma = float(np.hypot(*colour[1:]))
    full = colour[1:] * np.float32(min(1.0, _MOST_LIP / max(chroma, 1e-4)))

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.5)
        own_hue = np.array([sample.quantile(channel, 0.5) for channel in (1, 2)], np.float32)
        # A thin coat lets the lips' own hue through, which also is that of the photo's light.
        tone = full + np.float32(max(0.0, _THIN * (1 - amount))) * (own_hue - full)
        goal = float(np.clip(usual + 0.75 * (float(colour[0]) - usual), usual - 0.28, usual + 0.1))
        wide = 0.09 * sample.cm / sample.scale

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            own = np.ascontiguousarray(lab[..., 0])
            broad = gaussian_blur(own, wide)
            # Form stays in the shade; what is lighter than the lips' usual self is shine.
            form = np.where(broad < usual, 0.85 * (broad - usual), 0.3 * (broad - usual))
            fine = own - broad
            light = goal + form + np.where(fine > 0, 0.45, 0.85) * fine
            shade = np.clip(light / np.float32(max(goal, 0.1)), 0.45, 1.05)
            new = np.dstack([light, tone * shade[..., None]])
            return oklab.to_srgb(lab + cover * (new - lab))

        return Brush(work, reach=round(3 * wide) + 2)

    return plan
