"""The colours that a shade gives to one person's hair: a curve over the lightness of their own strands.

Lightness and contrast of real hair go together: measured on photographs, the 5th and 95th percentile of lightness lie at
0.13 and 0.40 for black hair (median 0.20), at 0.22 and 0.65 for brown (0.37), at 0.27 and 0.77 for blonde (0.56), at 0.72
and 0.99 for white (0.86). Its chroma rises with lightness up to the median and falls again where the light is mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.hair.colour.relief import Relief
from catchlight.hair.colour.tones import STEPS, Tones
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Doubles, Singles
from catchlight.imaging.colour import oklab

MOST_DEVIATION = 0.12
"""A greater deviation is no strand's colour but light from behind, or an edge where something else was taken for hair: of twice
as much nothing stays."""
_ROUNDS = 3


@dataclass(frozen=True)
class PaletteLimits:
    """How a shade becomes the colours of one person's strands. Lightness and chroma in OKLab, 0..1. Measured on photographs of
    real hair where a field says so, else set by eye; ``tests.benchmarks.dye`` renews them: it measures contrast from roots to
    tips and how near the colour comes to its name."""

    medians: tuple[float, float, float, float, float, float, float] = (0.12, 0.20, 0.37, 0.56, 0.72, 0.86, 0.95)
    """Median lightness of real hair."""
    below: tuple[float, float, float, float, float, float, float] = (0.05, 0.07, 0.15, 0.23, 0.23, 0.18, 0.14)
    """Distance of its 5th percentile from the median."""
    above: tuple[float, float, float, float, float, float, float] = (0.08, 0.18, 0.26, 0.21, 0.17, 0.11, 0.05)
    """Distance of its 95th percentile from the median."""
    typical: float = 0.85
    """How far a person's contrast goes to that of real hair as light as the target; the rest is their own."""
    steepest: float = 6.5
    """Most that contrast is raised: beyond it, noise and the steps of 8 bits show."""
    beyond: float = 2.2
    brighter: float = 1.8
    """How far the darkest and lightest strands may go beyond those percentiles, in multiples of their distance."""
    crushed: float = 0.5
    """Black that the camera has lost counts as deeper than this share of the median."""
    mirrored: float = 0.25
    """Dark hair's brightest spots are mirrored light, not pigment: at this far above its 95th percentile ``pale`` of the chroma
    goes."""
    pale: float = 0.45
    """Share of the chroma that goes there."""
    ratio: tuple[float, float, float, float, float, float, float] = (0.0, 0.45, 0.7, 1.0, 1.25, 1.6, 2.2)
    """Lightness relative to the median."""
    chroma: tuple[float, float, float, float, float, float, float] = (0.3, 0.6, 0.87, 1.0, 1.0, 0.85, 0.6)
    """Share of a shade's chroma there."""
    beige: tuple[float, float, float] = (1.5, 0.9, 0.0)
    """Chroma that pale blonde gains in its shadows, which are a darker blonde and not grey."""
    hues: tuple[float, float, float, float, float, float] = (15, 20, 45, 70, 100, 105)
    dark_turn: tuple[float, float, float, float, float, float] = (0, -2, -8, -22, -22, 0)
    light_turn: tuple[float, float, float, float, float, float] = (0, 6, 14, 5, 3, 0)
    """Degrees by which the hue turns in the shadows and in the lights, by that of the median: warm shades turn to red and
    gold."""
    smooth: float = 0.16
    """Reach of the rounding of the curve, by the distance of the percentiles: a corner would part the strands in two tones."""
    own: float = 0.30
    """Share of each strand's own deviation in colour that stays."""
    dark: float = 0.35
    black: float = 0.20
    blacker: float = 0.12
    tint: float = 0.3
    """Lightness below which a colour is dark; of hair that such a colour makes as light as itself, and of hair so black that it
    only goes this share of the way: more shows smooth skin and paint where the camera lost strands."""
    shaded: float = 0.06
    """How much lighter than the hair a colour is from which the shade between locks is laid in full: one as dark has it as it
    is."""
    relief_at: tuple[float, float, float, float, float, float] = (0.3, 0.4, 0.6, 0.75, 0.9, 0.95)
    relief: tuple[float, float, float, float, float, float] = (0.8, 1.0, 1.0, 0.85, 0.6, 0.5)
    """Contrast of hair by its median lightness, that of blonde hair being 1."""
    even: float = 0.6
    """Share of the way to black and white up to which relief is laid as it is; beyond, it is eased."""
    lift: tuple[float, float] = (0.06, 0.10)
    """How much lighter than the hair a colour is from which relief takes the place of its own shade, and further until it
    does."""


_LIMITS = PaletteLimits()


@dataclass(frozen=True)
class HairColourCurve:
    """lut: STEPSx3 float32 sRGB in 0..1 by the lightness of a strand. own: the same for the hair as it is. fine: STEPS, how
    much of the finest detail counts. stays: share of a strand's deviation from ``own`` that stays. deep: what counts of the
    shade between locks. measured: OKLab median of the sampled hair in this palette. lifted: how far the relief of light hair
    takes the place of the strands as they are, 0..1; light: STEPSx3 sRGB in 0..1 by that relief, where it does.
    """

    lut: Singles
    fine: Singles
    stays: float
    deep: float
    measured: Singles
    lifted: float = 0.0
    light: Singles | None = None

    def coloured(self, rest: Singles, index: npt.NDArray[np.int32]) -> Singles:
        """Nx3 sRGB, about 0..1, for strands that deviate by ``rest`` from the curve of their own, by entry of the curve."""
        result = np.take(self.lut, index, axis=0, mode="clip")
        result += rest * np.float32(self.stays)
        return result


def relief_share(tones: Tones, target: npt.ArrayLike) -> float:
    """How far a colour shows more than dark hair can: 0 where its own strands do, 1 where its relief has to."""
    wanted = float(np.asarray(target)[0])
    own = float(tones.base[0])
    return float(
        np.clip((wanted - own - _LIMITS.lift[0]) / _LIMITS.lift[1], 0, 1)
        * np.clip((wanted - _LIMITS.dark) / _LIMITS.lift[1], 0, 1)
    )


def colours_by_relief(tones: Tones, target: npt.ArrayLike, relief: Relief) -> Singles:
    """STEPSx3 sRGB by relief: the colour of hair of median ``target`` at each."""
    wanted = np.array(target, float)
    aim = wanted.copy()
    index = curve_indices(relief.sample)
    contrast = float(np.interp(wanted[0], _LIMITS.relief_at, _LIMITS.relief))
    grid = np.linspace(0, 1, STEPS)
    for _ in range(_ROUNDS):
        away = contrast * (grid - relief.middle)
        low, high = aim[0] - 0.03, 0.99 - aim[0]
        light = (
            aim[0]
            - _eased(-away / (_LIMITS.even * low), _LIMITS.even * low, low)
            + _eased(away / (_LIMITS.even * high), _LIMITS.even * high, high)
        )
        lut = np.asarray(oklab.to_srgb(_pigment(aim, light)), np.float32)
        found = np.median(oklab.from_srgb(np.clip(np.take(lut, index, axis=0), 0, 1)), axis=0)
        aim += 0.9 * (wanted - found)
        aim[0] = np.clip(aim[0], 0.03, 0.97)
    return lut


def fit_colour_curve(tones: Tones, target: npt.ArrayLike) -> HairColourCurve:
    """The palette that gives the sampled hair the median colour ``target`` (OKLab), found in a closed loop."""
    wanted = np.array(target, float)
    own = float(tones.base[0])
    without_bleach = wanted[0] < _LIMITS.dark
    if own < wanted[0] < _LIMITS.dark:
        # No dark colour makes black hair lighter: that takes bleach, and there are no strands that it could show. It tints it.
        share = float(np.clip((own - _LIMITS.blacker) / (_LIMITS.black - _LIMITS.blacker), _LIMITS.tint, 1))
        less = (own + share * (wanted[0] - own)) / wanted[0]
        wanted *= (less, less**0.5, less**0.5)
    aim = wanted.copy()
    chroma = float(np.hypot(wanted[1], wanted[2]))
    stays = _LIMITS.own * min(1.0, (chroma + 0.012) / (tones.chroma + 0.012))
    lifted = float(wanted[0]) - own
    deep = float(np.clip(lifted / _LIMITS.shaded, 0, 1))
    index = curve_indices(tones.shades - np.float32(deep) * tones.deeps)
    rest = deviation(tones, tones.samples, curve_indices(tones.shades))
    most = max(lifted, 0.0) if without_bleach or lifted <= 0 else None
    for _ in range(_ROUNDS):
        curve, fine = _curve(tones, aim, most)
        lut = np.asarray(oklab.to_srgb(curve), np.float32)
        palette = HairColourCurve(lut, fine, stays, deep, np.zeros(3, np.float32))
        found = np.median(oklab.from_srgb(np.clip(palette.coloured(rest, index), 0, 1)), axis=0)
        palette = HairColourCurve(lut, fine, stays, deep, np.asarray(found, np.float32))
        aim += 0.9 * (wanted - found)
        aim[0] = np.clip(aim[0], 0.03, 0.97)
    return palette


def deviation(tones: Tones, rgb: Singles, index: npt.NDArray[np.int32]) -> Singles:
    """Nx3: how far strands of colour ``rgb`` (0..1) lie from the colour that this hair has at their shade."""
    rest = rgb - np.take(np.asarray(oklab.to_srgb(tones.curve), np.float32), index, axis=0, mode="clip")
    most = vec3.largest(np.abs(rest))[..., None]
    rest *= np.clip(np.float32(2) - most / np.float32(MOST_DEVIATION), 0, 1)
    return np.asarray(np.clip(rest, -MOST_DEVIATION, MOST_DEVIATION), np.float32)


def curve_indices(shade: Singles) -> npt.NDArray[np.int32]:
    """Lightness 0..1 as entries of a curve."""
    return np.asarray(np.clip(shade * np.float32(STEPS - 1) + np.float32(0.5), 0, STEPS - 1), np.int32)


def _curve(tones: Tones, target: npt.NDArray[np.float64], most: float | None) -> tuple[Doubles, Singles]:
    """STEPSx3 OKLab over the hair's own lightness, and the share of fine detail at each. most: that a strand gets lighter, None
    for any."""
    grid = np.linspace(0, 1, STEPS)
    light = _lightness(tones.levels, float(target[0]), grid)
    if most is not None:
        # Dye takes light away, from every strand; without bleach none gets lighter than all of them, and the black between
        # strands stays black, unless all is black.
        own, base = tones.curve[:, 0], float(tones.base[0])
        between = float(np.clip((base - _LIMITS.blacker) / (_LIMITS.black - _LIMITS.blacker), 0, 1))
        light = np.minimum(light, own + most * (1 - between * np.clip(1 - own / max(base, _LIMITS.blacker), 0, 1)))
    mirrored = np.clip((grid - tones.levels[2]) / _LIMITS.mirrored, 0, 1) * np.clip(
        (0.62 - tones.levels[1]) / 0.3, 0, 1
    )
    curve = _pigment(target, light, 1 - _LIMITS.pale * mirrored)
    slope = np.gradient(light, grid)
    fine = np.clip(2.0 / np.maximum(slope, 1e-3), 0.4, 1.0)
    return curve, np.asarray(fine, np.float32)


def _pigment(target: npt.NDArray[np.float64], light: Doubles, colourful: Doubles | float = 1.0) -> Doubles:
    """Nx3 OKLab: the colour that hair of median ``target`` has at each lightness; colourful: what stays of its chroma."""
    ratio = light / max(float(target[0]), 0.03)
    hue = float(np.degrees(np.arctan2(target[2], target[1])))
    pale = float(np.clip((target[0] - 0.62) / 0.15, 0, 1)) * float(np.interp(hue, (40, 55, 105, 120), (0, 1, 1, 0)))
    full = float(np.hypot(target[1], target[2]))
    pale *= float(np.clip((0.07 - full) / 0.04, 0, 1)) * float(np.clip((full - 0.012) / 0.01, 0, 1))
    share = np.interp(ratio, _LIMITS.ratio, _LIMITS.chroma) + pale * np.interp(ratio, (0.45, 0.75, 1.0), _LIMITS.beige)
    share *= np.sqrt(np.clip((1.0 - light) / 0.10, 0, 1))
    chroma = full * share * colourful
    ends = (
        float(np.interp(hue, _LIMITS.hues, _LIMITS.dark_turn)),
        0.0,
        float(np.interp(hue, _LIMITS.hues, _LIMITS.light_turn)),
    )
    turn = np.radians(hue + np.interp(ratio, (0.4, 1.0, 1.6), ends))
    return np.stack([light, chroma * np.cos(turn), chroma * np.sin(turn)], axis=1)


def _lightness(levels: tuple[float, float, float], target: float, grid: npt.NDArray[np.float64]) -> Doubles:
    low, middle, high = levels
    below, above = max(min(middle - low, _LIMITS.crushed * middle), 0.004), max(high - middle, 0.008)
    to_below = _contrast(below, float(np.interp(target, _LIMITS.medians, _LIMITS.below)))
    to_above = _contrast(above, float(np.interp(target, _LIMITS.medians, _LIMITS.above)))
    deepest = max(min(target - 0.02, _LIMITS.beyond * to_below), 1.05 * to_below)
    brightest = max(min(0.985 - target, _LIMITS.brighter * to_above), 0.4 * (0.995 - target))
    to_above = min(to_above, 0.9 * brightest)
    dark = target - _eased((middle - grid) / below, to_below, deepest)
    bright = target + _eased((grid - middle) / above, to_above, brightest)
    light = np.where(grid < middle, dark, bright)
    reach = int(np.clip(_LIMITS.smooth * (high - low) * STEPS, 6, 120))
    kernel = np.hanning(2 * reach + 1)
    padded = np.pad(light, reach, mode="reflect", reflect_type="odd")
    smooth = np.convolve(padded, kernel / kernel.sum(), mode="valid")
    return np.asarray(np.clip(np.maximum.accumulate(smooth), 0.0, 0.995), np.float64)


def _contrast(own: float, typical: float) -> float:
    return float(min(typical**_LIMITS.typical * own ** (1 - _LIMITS.typical), _LIMITS.steepest * own))


def _eased(steps: npt.NDArray[np.float64], unit: float, most: float) -> npt.NDArray[np.float64]:
    """``unit`` for each step up to the first, then ever less, never more than ``most``."""
    room = max(most - unit, 1e-3)
    beyond = room * (1 - np.exp(-np.maximum(steps - 1, 0) * unit / room))
    return np.asarray(np.clip(steps, 0, 1) * unit + beyond, np.float64)
