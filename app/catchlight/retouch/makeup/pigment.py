"""Pigment on skin: a filter over its light, so that pores, lines and shading stay."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_LIGHTER = 1.5
"""By how much powder may be lighter than the skin it lies on: more would glow."""
_THINNEST, _CHALKIEST = 0.3, 1.35
"""Gain of OKLab lightness at least and at most: towards black, and towards a colour lighter than the skin (more shows noise)."""
_THROUGH = 0.25
"""Share of the skin's own differences in hue that come through."""
_LEAN = 0.14
"""Radians by which a hue near the skin's leans to it at most: 8 degrees."""
_GREYEST = 0.4
"""Least chroma of grey pigment near the skin's hue, of the skin's."""


def pigment(rgb: tuple[int, int, int], light: float = 1.0) -> BrushPlan:
    """The area's usual colour becomes ``rgb`` (sRGB 0..255): light in proportion, the hue everywhere.

    light: 0..1, how much light there is in the photo, of a well exposed one.
    """
    linear = oklab.linear(np.array([rgb], np.float32) / 255)[0] * np.float32(light)

    def plan(sample: Sample) -> Brush:
        own = np.array([sample.quantile(channel, 0.5) for channel in range(3)], np.float32)
        below = np.median(oklab.linear(sample.rgb[sample.solid]), axis=0)
        most = _LIGHTER * float(below @ LUMINANCE) / max(float(linear @ LUMINANCE), 1e-6)
        goal = oklab.from_linear((linear * np.float32(min(1.0, most)))[None])[0]
        gain = float(np.clip(goal[0] / max(float(own[0]), 1e-3), _THINNEST, _CHALKIEST))
        tone = _in_light(goal[1:], own[1:])

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            shade = np.clip(lab[..., 0] / np.float32(own[0]), 0.4, 1.3)[..., None]
            lab[..., 1:] = tone * shade + np.float32(_THROUGH * gain) * (lab[..., 1:] - own[1:] * shade)
            lab[..., 0] = np.minimum(lab[..., 0] * np.float32(gain), np.maximum(lab[..., 0], 0.99))
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def _in_light(tone: FloatImage, own: FloatImage) -> FloatImage:
    """OKLab a, b of a pigment as it looks in the light of the photo, which the skin's own a, b tell."""
    chroma, around = float(np.hypot(*tone)), float(np.hypot(*own))
    hue, skin = (float(np.arctan2(both[1], both[0])) for both in (tone, own))
    turn = (skin - hue + np.pi) % (2 * np.pi) - np.pi
    # Near the skin's hue it leans to it; what is nearly grey would look blue on skin.
    hue += float(np.clip(turn, -_LEAN, _LEAN)) if abs(turn) < 1.0 else 0.0
    chroma = max(chroma, _GREYEST * around) if chroma < 0.03 and abs(turn) < 1.0 else chroma
    return np.asarray([chroma * np.cos(hue), chroma * np.sin(hue)], np.float32)


def shade(gain: tuple[float, float, float]) -> BrushPlan:
    """Linear light times ``gain`` a channel: skin in shade or in light, its texture kept."""
    times = np.array(gain, np.float32)

    def work(strip: Strip) -> FloatImage:
        return oklab.srgb(np.minimum(strip.light * times, np.maximum(strip.light, np.float32(0.97))))

    return lambda sample: Brush(work)
