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
    amount = edit.amount
    wished = oklab.from_hex(edit.colour)
    towards = [[1, 0, 0, 0], [0, 1 - amount, 0, amount * wished[1]], [0, 0, 1 - amount, amount * wished[2]]]
    return oklab.to_srgb(_mapped(oklab.from_srgb(rgb), towards))


def adjust(rgb: FloatImage, edit: BrushEdit) -> FloatImage:
    """sRGB in 0..1 with another exposure (stops), warmth and saturation; more light rolls off towards white."""
    import cv2

    lab = oklab.from_srgb(rgb)
    if edit.exposure:
        # Light times 2^n is OKLab times its cube root (Ottosson 2020).
        gain = np.float32(2 ** (edit.exposure / 3))
        if gain > 1:
            light = np.ascontiguousarray(lab[..., 0])
            factor: Any = gain / (1 + (gain - 1) * light * light)
            lab *= np.asarray(cv2.merge([factor, factor, factor]), np.float32)
        else:
            lab *= gain
    if edit.warmth or edit.saturation:
        strength, (a, b) = 1 + edit.saturation / 100, _WARM * (edit.warmth / 100)
        lab = _mapped(lab, [[1, 0, 0, 0], [strength * a, strength, 0, 0], [strength * b, 0, strength, 0]])
    return oklab.to_srgb(lab)


def _mapped(lab: FloatImage, rows: list[list[float]]) -> FloatImage:
    """OKLab through a 3x4 matrix, its last column added."""
    import cv2

    return np.asarray(cv2.transform(lab, np.array(rows, np.float32)), np.float32)
