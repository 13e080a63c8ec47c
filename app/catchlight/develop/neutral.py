"""White balance by a place that is to be neutral: its light averaged, and the settings that make it grey."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from catchlight.develop import decoding, space
from catchlight.develop.stages import light_colour
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Pixels

SpotFault = Literal["clipped", "dark", "coloured"]
"""Why a place says nothing of the light: a channel is at its end, it is too dark, or no light could make grey look so."""
_CLIPPED, _MOST_CLIPPED = 0.985, 0.1
"""Share of the whole range from which a channel counts as clipped, and the share of such pixels that a place may have."""
_DARK = 0.004
"""Luminance (white is 1) below which noise and black level decide the colour."""
_LEFT = 0.03
"""Cast, as P / I and T / I, that may be left where a setting has come to its end: it is hardly seen on grey."""


@dataclass(frozen=True, eq=False)
class LightSpot:
    """light: mean of the linear channels of a place, white 1; None where ``fault`` says why not."""

    light: Doubles | None
    fault: SpotFault | None = None


def spot_radius(longest: int, screen_step: float) -> float:
    """Radius, in pixels of the picture, of the place that is averaged: 2 pixels of the picture at least, and of the screen, and
    enough to even out grain. longest: the picture's longer side; screen_step: pixels of the picture for one of the screen."""
    return max(2.0, 2.0 * screen_step, longest / 1500)


def linear_spot(pixels: Pixels, x: float, y: float, radius: float) -> LightSpot:
    """The light of a place of an sRGB picture (HxWx3 or x4, uint8 or uint16)."""
    part = cut_spot(pixels, x, y, radius)
    return mean_light(decoding.linear(part).reshape(-1, 3), part[..., :3].reshape(-1, 3) / np.iinfo(pixels.dtype).max)


def cut_spot(pixels: Pixels, x: float, y: float, radius: float) -> Pixels:
    """The square around (x, y), at least a pixel, as far as it lies in the picture."""
    height, width = pixels.shape[:2]
    left, top = min(width - 1, max(0, round(x - radius))), min(height - 1, max(0, round(y - radius)))
    right, bottom = min(width, max(left + 1, round(x + radius))), min(height, max(top + 1, round(y + radius)))
    part: Any = pixels[top:bottom, left:right]
    return plane(part)


def mean_light(light: npt.NDArray[Any], stored: npt.NDArray[Any]) -> LightSpot:
    """The mean of Nx3 linear light. stored: Nx3, the same as a share of what can be stored, which tells what is clipped."""
    clipped = (stored >= _CLIPPED).any(axis=1)
    if clipped.mean() > _MOST_CLIPPED:
        return LightSpot(None, "clipped")
    mean = np.asarray(light[~clipped].mean(axis=0), np.float64)
    if float(LUMINANCE @ mean) < _DARK:
        return LightSpot(None, "dark")
    return LightSpot(mean)


def balance_for(light: Doubles) -> tuple[float, float] | None:
    """Temperature and tint (-100..100) that make linear sRGB light neutral; None where none of them does."""
    i, p, t = (float(value) for value in space.ipt_of(light))
    found = neutralise(np.array([p / i, t / i]))
    left = space.ipt_of(light_colour.white_balance(*found) @ light)
    if np.hypot(left[1], left[2]) > _LEFT * left[0]:
        return None
    return round(found[0], 1) + 0.0, round(found[1], 1) + 0.0


def neutralise(cast: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Temperature and tint that make light of that chromaticity neutral (Newton's method), within -100..100."""
    light = space.rgb_of(np.array([0.6, 0.6 * cast[0], 0.6 * cast[1]]))
    at = np.zeros(2)

    def left(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        i, p, t = space.ipt_of(light_colour.white_balance(float(values[0]), float(values[1])) @ light)
        return np.array([p / max(i, 1e-6), t / max(i, 1e-6)])

    for _ in range(6):
        now = left(at)
        slope = np.column_stack([(left(at + step) - now) for step in np.eye(2)])
        at = np.clip(at - np.linalg.solve(slope, now), -100, 100)
    return float(at[0]), float(at[1])
