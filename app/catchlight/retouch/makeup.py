"""Make-up that lies on the skin: its light, its texture and its shine stay."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

LIPSTICK = (176, 40, 62)
"""A rosy red that suits every skin, where the sentence names no colour."""
_LEAST_LIP, _MOST_LIP = 0.1, 0.15
"""OKLab chroma below which a coloured lipstick looks ashen on living lips, and beyond which it glows."""
_ROSE = np.array([0.075, 0.018], np.float32)
"""OKLab a, b of blood under skin, towards which an unnamed blush moves."""


def lipstick(rgb: tuple[int, int, int], amount: float) -> BrushPlan:
    """Lips in a colour (sRGB 0..255); amount 0..1, 0.5 is a normal coat."""
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
            light = np.where(own < usual, goal * shade, goal + (own - usual) * np.float32(1.05))
            sheen = ramp(own, usual + 0.08, usual + 0.26)
            tint = tone * np.clip(shade, 0.45, 1.0)[..., None] * (1 - 0.72 * sheen)[..., None]
            new = np.dstack([light, tint])
            return oklab.to_srgb(lab + cover * (new - lab))

        return Brush(work)

    return plan


def blush(rgb: tuple[int, int, int] | None, amount: float) -> BrushPlan:
    """Colour on the cheeks, fading out as the mask does; amount 0..1."""
    aim = None if rgb is None else oklab.of_colour(rgb)[1:]

    def plan(sample: Sample) -> Brush:
        own = np.array([sample.quantile(1, 0.5), sample.quantile(2, 0.5)], np.float32)
        light = sample.quantile(0, 0.5)
        goal = (
            aim * np.float32(min(1.0, 0.13 / max(float(np.hypot(*aim)), 1e-4)))
            if aim is not None
            else own + _ROSE * 0.62
        )
        step = (goal - own) * np.float32(min(0.95, 1.15 * amount))
        soft = max(1.0, 0.5 * sample.cm)
        halo = np.ascontiguousarray(
            gaussian_blur(sample.mask, soft) / max(float(gaussian_blur(sample.mask, soft).max()), 1e-3)
        )

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            # Shine stays the colour of the light.
            dull = strip.taken(halo, sample) * (1 - 0.6 * ramp(lab[..., 0], light + 0.1, light + 0.3))
            lab[..., 1:] += step * dull[..., None]
            lab[..., 0] -= np.float32(0.03 * amount) * dull
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def tint(rgb: tuple[int, int, int], amount: float) -> BrushPlan:
    """Skin in a shade of its own range or painted: light and texture stay, hue moves to the colour's; amount 0..1."""
    colour = oklab.of_colour(rgb)

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.6)
        goal = float(np.clip(float(colour[0]), usual - 0.22, usual + 0.16))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            shade = lab[..., 0] / np.float32(usual)
            sheen = ramp(lab[..., 0], usual + 0.1, usual + 0.3)
            new = lab.copy()
            new[..., 0] = np.minimum(goal * shade, np.maximum(lab[..., 0], 0.95))
            new[..., 1:] = colour[1:] * (np.clip(shade, 0.3, 1.1) * (1 - 0.5 * sheen))[..., None]
            return oklab.to_srgb(lab + np.float32(0.85 * amount) * (new - lab))

        return Brush(work)

    return plan
