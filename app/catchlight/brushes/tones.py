"""Tools that change each pixel by itself: dodge, burn, colour, and the light, warmth and saturation of adjust."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.brushes.edits import BrushEdit
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatImage

_DODGED = 0.6
"""Of L (1 - L), what dodge adds to OKLab L at full strength and burn takes away: most in the mid-tones, nothing at black and
white; below 1 order is kept."""
_WARM = np.array([0.012, 0.06], np.float32)
"""What full warmth adds to OKLab a and b, by L: about the way from 5500 K to 4200 K."""


def dodge(rgb: FloatImage, edit: BrushEdit) -> FloatImage:
    """sRGB in 0..1 lighter; OKLab lightness alone, hue kept."""
    return _lightened(rgb, _DODGED * edit.amount)


def burn(rgb: FloatImage, edit: BrushEdit) -> FloatImage:
    """sRGB in 0..1 darker; OKLab lightness alone, hue kept."""
    return _lightened(rgb, -_DODGED * edit.amount)


def _lightened(rgb: FloatImage, share: float) -> FloatImage:
    lab = oklab.from_srgb(rgb)
    light = lab[..., 0]
    light += np.float32(share) * light * (1 - light)
    return oklab.to_srgb(lab)


def tint(rgb: FloatImage, edit: BrushEdit) -> FloatImage:
    """sRGB in 0..1 in the edit's colour; lightness kept. Black and white, which can hold none, stay."""
    lab = oklab.from_srgb(rgb)
    wished = oklab.from_hex(edit.colour)
    lab[..., 1:] += (wished[1:] - lab[..., 1:]) * np.float32(edit.amount)
    return oklab.to_srgb(lab)


def adjust(rgb: FloatImage, edit: BrushEdit) -> FloatImage:
    """sRGB in 0..1 with another exposure (stops), warmth and saturation; more light rolls off towards white."""
    lab = oklab.from_srgb(rgb)
    if edit.exposure:
        # Light times 2^n is OKLab times its cube root (Ottosson 2020).
        gain = np.float32(2 ** (edit.exposure / 3))
        factor: Any = gain
        if gain > 1:
            factor = (gain / (1 + (gain - 1) * lab[..., 0] ** 2))[..., None]
        lab *= factor
    if edit.warmth:
        lab[..., 1:] += _WARM * lab[..., :1] * np.float32(edit.warmth / 100)
    if edit.saturation:
        lab[..., 1:] *= np.float32(1 + edit.saturation / 100)
    return oklab.to_srgb(lab)
