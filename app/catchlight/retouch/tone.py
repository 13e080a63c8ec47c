"""Light and colour of an area: lighten, darken, contrast, saturation, warmth. Pointwise, in linear light or OKLab."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_WARMTH = np.float32(0.16)
"""Share by which red rises and blue falls at full strength."""
_POWERS = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
"""To which gains may be raised where light has a strong colour already."""


def expose(stops: float) -> BrushPlan:
    """Lighter or darker by ``stops`` in the shadows; on the way up highlights run into white without clipping."""
    gain = np.float32(2.0**stops)

    def work(strip: Strip) -> FloatImage:
        import cv2

        light = strip.light
        if gain <= 1:
            return oklab.srgb(light * gain)
        luminance = cv2.transform(light, LUMINANCE[None])
        factor = gain / (1 + (gain - 1) * luminance)
        return oklab.to_srgb(_coloured(oklab.from_linear(light * factor[..., None]), strip.lab))

    return lambda _sample: Brush(work)


def contrast(amount: float) -> BrushPlan:
    """More (positive) or less contrast of lightness about the area's middle; amount -1..1."""

    def plan(sample: Sample) -> Brush:
        middle = np.float32(sample.quantile(0, 0.5))
        gain = np.float32(2.0 ** (0.9 * amount))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            away = lab[..., 0] - middle
            # The middle moves by the gain, the ends stay within black and white.
            room = np.where(away > 0, 1 - middle, middle)
            t = np.clip(np.abs(away) / room, 0, 1)
            curved = gain * t / (1 + (gain - 1) * t)
            lab[..., 0] = middle + np.sign(away) * curved * room
            lab[..., 1:] *= np.float32(1 + 0.2 * amount)
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def saturate(factor: float) -> BrushPlan:
    """Chroma times ``factor``; strong colours are moved less than weak ones on the way up."""

    def work(strip: Strip) -> FloatImage:
        lab = strip.lab.copy()
        if factor <= 1:
            lab[..., 1:] *= np.float32(factor)
        else:
            calm = 1 / (1 + (oklab.chroma(lab) / 0.22) ** 2)
            lab[..., 1:] *= (1 + np.float32(factor - 1) * calm)[..., None]
        return oklab.to_srgb(lab)

    return lambda _sample: Brush(work)


def warm(amount: float) -> BrushPlan:
    """Warmer (positive) or cooler light, at the same luminance; amount -1..1.

    Gains of linear light hardly move what lies under strong coloured light, whose blue is next to nothing: they are raised until
    the area's middle goes as far as a grey would.
    """
    gains = np.array([1 + _WARMTH * amount, 1 + 0.02 * amount, 1 - 1.6 * _WARMTH * amount], np.float32)

    def plan(sample: Sample) -> Brush:
        middle = np.array([sample.quantile(channel, 0.5) for channel in range(3)], np.float32)
        wanted = _moved(np.array([middle[0], 0, 0], np.float32), gains)
        power = next((power for power in _POWERS if _moved(middle, gains**power) >= wanted), _POWERS[-1])
        raised = (gains**power).astype(np.float32)

        def work(strip: Strip) -> FloatImage:
            return oklab.to_srgb(oklab.from_linear(_tinted(strip.light, raised)))

        return Brush(work)

    return plan


def _tinted(light: FloatImage, gains: npt.NDArray[np.float32]) -> FloatImage:
    """Linear light with its channels times ``gains``, at the same luminance."""
    import cv2

    tinted = light * gains
    before, after = cv2.transform(light, LUMINANCE[None]), cv2.transform(tinted, LUMINANCE[None])
    tinted *= (before / np.maximum(after, 1e-5))[..., None]
    return np.asarray(tinted, np.float32)


def _moved(lab: npt.NDArray[np.float32], gains: npt.NDArray[np.float32]) -> float:
    """How far a colour's a and b go by gains of linear light."""
    light = oklab.to_linear(lab[None, None])
    return float(np.hypot(*(oklab.from_linear(_tinted(light, gains))[0, 0] - lab)[1:]))


def _coloured(lab: FloatImage, before: FloatImage) -> FloatImage:
    """Lightened colours without the neon that a plain gain gives to those that were vivid already."""
    limit = np.maximum(oklab.chroma(before) * np.float32(1.25), np.float32(0.02))
    lab[..., 1:] *= np.minimum(1, limit / np.maximum(oklab.chroma(lab), 1e-5))[..., None]
    return lab
