"""The colour that hair has: how light it is, and which colour goes with which light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Doubles, Singles
from catchlight.imaging.colour import oklab, srgb
from catchlight.imaging.picture import FloatPlane, Pixels

STEPS = 2048
"""Entries of a curve over shade 0..1."""
_TOE = np.float32(0.2068)
_KNOTS = 48
_GREY_CHROMA, _GREY_LIGHT = 0.030, 0.10
"""OKLab chroma below which, and lightness above the base from which, a strand is grey."""
_LARGEST_SAMPLE = 10_000


def shade_of(light: Singles) -> Singles:
    """Shade, 0..1, of OKLab lightness: CIELAB's, whose straight toe does not take the noise of black for strands."""
    straight = np.float32(9.033) * light * light * light
    return np.asarray(np.where(light > _TOE, np.float32(1.16) * light - np.float32(0.16), straight), np.float32)


def lightness(rgb: Pixels) -> FloatPlane:
    """Shade of HxWx3 pixels, HxW float32."""
    import cv2

    top = np.iinfo(rgb.dtype).max
    table = srgb.to_linear(np.linspace(0, 1, top + 1, dtype=np.float32))
    linear = cv2.LUT(rgb, table) if top == 255 else table[rgb]
    cones = cv2.transform(linear, _TO_CONES)
    roots = cv2.pow(np.maximum(cones, 0), 1 / 3)
    light = roots[..., 0] * np.float32(0.2104542553) + roots[..., 1] * np.float32(0.7936177850)
    return shade_of(light)


_TO_CONES = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566]], np.float32
)
"""The first two rows of OKLab's matrix: the third weighs -0.004 in lightness."""


def light_of(shade: Doubles) -> Doubles:
    """OKLab lightness of shades."""
    return np.where(shade > 0.08, (shade + 0.16) / 1.16, np.cbrt(np.maximum(shade, 0) / 9.033))


@dataclass(frozen=True)
class Tones:
    """levels: shade at the 5th, 50th and 95th percentile. base: median colour. highlights, shadows: median colour of
    the lightest and the darkest tenth. roots: median colour beside the roots. curve: STEPSx3, the OKLab colour that goes
    with each shade. grey: share of grey strands, 0..1. samples: Nx3 float32 sRGB with their shades and the depth they lie
    at (deeps), for fitting.
    """

    levels: tuple[float, float, float]
    base: Singles
    highlights: Singles
    shadows: Singles
    roots: Singles
    curve: Doubles
    grey: float
    samples: Singles
    shades: Singles
    deeps: Singles

    @property
    def chroma(self) -> float:
        return float(np.hypot(self.base[1], self.base[2]))


def measure_tones(rgb: Singles, shade: Singles, near_roots: npt.NDArray[np.bool_], deep: Singles) -> Tones:
    """The tones of hair pixels. rgb: Nx3 in 0..1; the others N: lightness as colouring sees it, and the shade they lie in."""
    if len(rgb) > _LARGEST_SAMPLE:
        every = len(rgb) // _LARGEST_SAMPLE + 1
        rgb, shade, near_roots, deep = rgb[::every], shade[::every], near_roots[::every], deep[::every]
    lab = oklab.from_srgb(rgb)
    low, middle, high = (float(value) for value in np.percentile(shade, [5, 50, 95]))
    base = np.asarray(np.median(lab, axis=0), np.float32)
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    dark = lab[lab[:, 0] <= np.percentile(lab[:, 0], 35)]
    own = float(np.median(lab[:, 0]))
    pale = (chroma < max(_GREY_CHROMA, 0.45 * float(np.median(chroma)))) & (
        lab[:, 0] > np.median(dark[:, 0]) + _GREY_LIGHT
    )
    grey = 1.0 if own > 0.6 and float(np.median(chroma)) < _GREY_CHROMA else float(pale.mean())
    roots = np.median(lab[near_roots], axis=0) if near_roots.sum() > 50 else base
    order = np.argsort(lab[:, 0])
    tenth = max(1, len(order) // 10)
    return Tones(
        (low, middle, high),
        base,
        np.asarray(np.median(lab[order[-tenth:]], axis=0), np.float32),
        np.asarray(np.median(lab[order[:tenth]], axis=0), np.float32),
        np.asarray(roots, np.float32),
        _curve(lab, shade),
        grey,
        np.asarray(rgb, np.float32),
        np.asarray(shade, np.float32),
        np.asarray(deep, np.float32),
    )


def _curve(lab: Singles, shade: Singles) -> Doubles:
    """Mean colour at each lightness: means of equally many pixels, joined by straight lines."""
    order = np.argsort(shade)
    parts = [part for part in np.array_split(order, _KNOTS) if len(part)]
    at = np.array([shade[part].mean() for part in parts])
    grid = np.linspace(0, 1, STEPS)
    columns = [np.interp(grid, at, [lab[part, channel].mean() for part in parts]) for channel in range(3)]
    # Beyond the darkest and lightest hair, lightness goes on by itself.
    ends = light_of(np.array([at[0], at[-1]]))
    beyond = light_of(grid)
    columns[0] += np.minimum(beyond - ends[0], 0) + np.maximum(beyond - ends[1], 0)
    return np.stack([np.clip(columns[0], 0, 1), columns[1], columns[2]], axis=1)
