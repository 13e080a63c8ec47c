"""Sharpening for where a picture will be looked at: what a screen's grid, or ink on paper, takes of its edges."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from catchlight.imaging.filters.alpha import visible_colours
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import Pixels

Medium = Literal["screen", "matte", "glossy"]
MEDIA: tuple[Medium, ...] = get_args(Medium)
ARC_MINUTE = math.radians(1 / 60)
"""What an eye of normal sight tells apart."""
READING_MM = 300.0
"""Nobody looks at a print from nearer; a larger one is looked at from as far as its diagonal is long."""
_PAPER: dict[Medium, tuple[float, float]] = {"glossy": (0.85, 0.8), "matte": (1.15, 1.2)}
"""Radius, by what the eye tells apart, and amount: ink spreads on matte paper."""
_SCREEN_SIGMA, _SCREEN_AMOUNT, _REDUCED_AMOUNT = 0.7, 0.7, 0.2
"""In pixels, which a screen shows one by one; the amount, and what every halving of the size adds to it, twice at most."""
_LEAST_SIGMA, _MOST_SIGMA = 0.5, 4.0
_NOISE, _MOST = 1.5 / 255, 40 / 255
"""Of the whole range: differences that are grain, and the most that a pixel is changed."""
_BAND = 512


@dataclass(frozen=True)
class Sharpening:
    """An unsharp mask of the brightness. sigma: in pixels. amount: of the difference to the blurred picture."""

    sigma: float
    amount: float


def sharpening_for(medium: Medium, size: tuple[int, int], dpi: float, reduction: float) -> Sharpening:
    """The sharpening of a finished size. size: width and height in pixels; dpi: on paper; reduction: by how much it was made
    smaller, 1 where not.

    On paper the radius is what the eye tells apart at the distance that the print is looked at from.
    """
    if medium == "screen":
        halvings = min(2.0, math.log2(max(1.0, reduction)))
        return Sharpening(_SCREEN_SIGMA, _SCREEN_AMOUNT + _REDUCED_AMOUNT * halvings)
    diagonal = math.hypot(*size) / dpi * 25.4
    seen = max(READING_MM, diagonal) * ARC_MINUTE / 25.4 * dpi
    radius, amount = _PAPER[medium]
    return Sharpening(min(_MOST_SIGMA, max(_LEAST_SIGMA, radius * seen)), amount)


def sharpen(pixels: Pixels, how: Sharpening) -> Pixels:
    """HxWx3 or HxWx4 with stronger edges: all channels by the same, so that no colour moves; alpha stays."""
    top = float(np.iinfo(pixels.dtype).max)
    made: Any = pixels.copy()
    margin = math.ceil(4 * how.sigma) + 1
    height = pixels.shape[0]
    for first in range(0, height, _BAND):
        last = min(height, first + _BAND)
        low, high = max(0, first - margin), min(height, last + margin)
        part = pixels[low:high, :, :3].astype(np.float32) / np.float32(top)
        seen = visible_colours(pixels[low:high]).astype(np.float32) / np.float32(top)
        light = seen @ np.array([0.2126, 0.7152, 0.0722], np.float32)
        detail = light - gaussian_blur(light, how.sigma, EXACT)
        detail = np.sign(detail) * np.maximum(np.abs(detail) - np.float32(_NOISE), 0)
        change = np.clip(detail * np.float32(how.amount), -_MOST, _MOST)[..., None]
        rows = slice(first - low, last - low)
        made[first:last, :, :3] = np.rint(np.clip(part[rows] + change[rows], 0, 1) * np.float32(top))
    return made  # type: ignore[no-any-return]
