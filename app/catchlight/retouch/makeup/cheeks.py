"""Colour on the skin: blush, and skin in another shade. Its light, its texture and its shine stay."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_ROSE = np.array([0.075, 0.018], np.float32)
"""OKLab a, b of blood under skin, towards which an unnamed blush moves."""


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
