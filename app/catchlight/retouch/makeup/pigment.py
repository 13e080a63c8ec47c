"""Pigment on skin: a filter over its light, so that pores, lines and shading stay."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_LIGHTER = 1.5
"""By how much powder may be lighter than the skin it lies on: more would glow."""
_THINNEST, _CHALKIEST = 0.03, 2.4
"""Gain of linear light at most: towards black, and towards a colour lighter than the skin (more would show the noise)."""


def pigment(rgb: tuple[int, int, int], light: float = 1.0, toned: float = 0.0) -> BrushPlan:
    """The area's usual colour becomes ``rgb`` (sRGB 0..255), everything else in proportion.

    light: 0..1, how much light there is in the photo, of a well exposed one. toned: 0..1, how much of the skin's own hue comes
    through, which also is that of the light.
    """
    colour = oklab.linear(np.array([rgb], np.float32) / 255)[0] * np.float32(light)

    def plan(sample: Sample) -> Brush:
        own = np.median(oklab.linear(sample.rgb[sample.solid]), axis=0)
        hue = np.maximum(own, 1e-4) / max(float(own @ LUMINANCE), 1e-4)
        seen = colour * hue ** np.float32(toned)
        aim = min(float(colour @ LUMINANCE), _LIGHTER * float(own @ LUMINANCE))
        seen *= aim / max(float(seen @ LUMINANCE), 1e-6)
        gain = np.clip(seen / np.maximum(own, 1e-4), _THINNEST, _CHALKIEST).astype(np.float32)

        def work(strip: Strip) -> FloatImage:
            return oklab.srgb(np.minimum(strip.light * gain, np.maximum(strip.light, np.float32(0.97))))

        return Brush(work)

    return plan


def shade(gain: tuple[float, float, float]) -> BrushPlan:
    """Linear light times ``gain`` a channel: skin in shade or in light, its texture kept."""
    times = np.array(gain, np.float32)

    def work(strip: Strip) -> FloatImage:
        return oklab.srgb(np.minimum(strip.light * times, np.maximum(strip.light, np.float32(0.97))))

    return lambda sample: Brush(work)
