"""Relief of light hair: the light and dark of strands that a light colour has to show, where dark hair hides it in noise.

Dark hair reflects too little for a photograph to keep its strands: stretched to light hair they become noise and blocks.
Broad light (locks, shade, shine) is taken over in ratios, as what hair reflects is a factor. Strands are taken over in bands,
each at the contrast that it has in light hair: as they are where they rise above the camera's noise, averaged along the strands
where that makes them rise above it, and drawn where they are lost, by line integral convolution of noise along the orientation
field (Cabral and Leedom 1993), in the photograph's own focus. Noise and focus are measured on the picture itself.

References:
    B. Cabral, L. Leedom, "Imaging vector fields using line integral convolution", SIGGRAPH 1993,
    doi:10.1145/166117.166151.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.hair import orientation
from catchlight.hair.colour import camera_response, tones
from catchlight.hair.colour.root_to_tip import Growth
from catchlight.imaging.arrays import Plane16, Singles
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.filters.smooth_planes import enlarge_rows
from catchlight.imaging.picture import FloatPlane, Pixels

_FINEST, _MOST_PIXELS = 60.0, 1_400_000
"""Pixels a centimetre that strands are worked out at, and pixels of all hair, at most."""
_TOE = np.float32(0.03)
"""Shade added before ratios are taken: what black hair mirrors at its surface everywhere."""
_CONTRAST = (0.024, 0.023, 0.024, 0.028)
"""Deviation of OKLab lightness in each of ``camera.BANDS_CM`` for hair of lightness 0.4 to 0.6. Measured on seven heads of blonde
and light brown hair, in octaves: 0.012 to 0.018 from 0.4 to 3 mm, 0.019 to 0.029 at 6 mm; a band spans 1.4 octaves."""
_BROAD, _SHADY = 0.10, 1.35
"""The same of broad light (0.06 to 0.11 on those heads), and how much further shade goes than light."""
_BRIGHT = np.float32(0.2)
"""How much more contrast strands have in the light, for one deviation of broad light."""
_DEEP, _DEEPEST = np.float32(2.5), np.float32(0.2)
"""How much deeper the shade between locks and beside the face is in light hair than in dark, and the most of it."""
_LEAST_SPREAD = 0.12
"""Deviation of the logarithm of broad light below which it is noise."""
_ABOVE_NOISE = 8.0
"""By how much, in variance, a band must exceed the camera's noise to count as strands without being averaged."""
_DETAIL, _FLATTEST, _ABOVE_FLATTEST, _LEAST_DETAIL = 0.018, 5, 5.0, 1e-8
"""Deviation of what is finer still; percentile of the hair whose detail is noise; by how much, in variance, strands are more."""
_STEP_CM, _SHORT = 0.05, 2
"""Steps along strands, and doublings of them that strands are averaged over: 1.5 mm to each side."""
_TAPS, _ALIKE = 2 ** (_SHORT + 1) - 1, 1.3
"""Samples of that average, and sigma of what is alike in a band of noise, by that of its narrower Gaussian."""
_LONG, _DRAWN = 5, 0.15
"""Doublings of a step that drawn strands go to each side, at most, and the share of the hair's length."""
_RIM_CM, _FILL_CM = 0.07, (0.12, 0.4, 1.5, 6.0)
"""Half the width of the rim, whose light is that of what lies behind, and the reach of what takes its place."""
_CORE = 0.9
_SAMPLE, _ROWS, _SEED = 20_000, 256, 5
_LARGEST = 3.0


@dataclass(frozen=True)
class Relief:
    """plane: HxW uint16, 65535 for 1: 0.5 and the deviation of OKLab lightness that hair of lightness 0.4 to 0.6 has there.
    middle: its median, 0..1. sample: N of its values. seen: share of the strands that the picture shows, 0..1, the rest being
    drawn."""

    plane: Plane16
    middle: float
    sample: Singles
    seen: float


def estimate_relief(
    picture: Pixels, shade: Plane16, mask: Plane16, growth: Growth, deep: FloatPlane, px_per_cm: float
) -> Relief:
    """The relief of the hair in ``picture`` (HxWx3), of ``shade`` under ``mask`` (HxW, 65535 for 1).

    growth, deep: hxw, at a reduced size; the second is lightness lost to the shade of head and locks.
    """
    work = _Work(picture, shade, mask, growth, px_per_cm)
    strands, seen = work.strands()
    sure = work.inside > _CORE
    if not sure.any():
        sure = work.inside >= work.inside.max()
    broad = _broad(work.smooth[-1], sure)
    relief = (
        strands * (1 + _BRIGHT * broad) + np.float32(_BROAD) * broad - np.minimum(_DEEP * work.small(deep), _DEEPEST)
    )
    value = np.clip(np.float32(0.5) + relief, 0, 1)
    gain = work.gain(shade, sure)
    plane = np.empty(mask.shape, np.uint16)
    for top in range(0, len(mask), _ROWS):
        rows = slice(top, min(len(mask), top + _ROWS))
        level = enlarge_rows(work.shade, rows, mask.shape)
        detail = (shade[rows] * np.float32(1 / 65535) - level) / (level + _TOE)
        detail *= enlarge_rows(gain, rows, mask.shape)
        detail += enlarge_rows(value, rows, mask.shape)
        plane[rows] = np.clip(detail, 0, 1) * np.float32(65535)
    found = value[sure]
    return Relief(plane, float(np.median(found)), found[:: len(found) // _SAMPLE + 1], seen)


class _Work:
    """What the relief is made of, at the size it is worked out at."""

    def __init__(self, picture: Pixels, shade: Plane16, mask: Plane16, growth: Growth, px_per_cm: float) -> None:
        height, width = mask.shape
        scale = min(1.0, _FINEST / px_per_cm, (_MOST_PIXELS / (height * width)) ** 0.5)
        self.size = (max(8, round(width * scale)), max(8, round(height * scale)))
        self.cm = px_per_cm * scale
        self.inside, self.shade = (self._reduced(plane) * np.float32(1 / 65535) for plane in (mask, shade))
        reduced: Any = self._reduced(picture).astype(picture.dtype)
        self.light = tones.lightness(reduced)
        self.depth = self.small(growth.depth)
        self.doublings = int(np.clip(np.log2(max(_DRAWN * growth.length / _STEP_CM, 1)), 1, _LONG))
        solid = gaussian_blur((self.inside > 0.97).astype(np.float32), max(1.0, _RIM_CM * self.cm), WIDE)
        self.weight = np.asarray(np.clip((solid - 0.8) / 0.18, 0, 1), np.float32)
        self.smooth = camera_response.gaussian_stack(_filled(np.log(self.shade + _TOE), self.weight, self.cm), self.cm)

    def _reduced(self, plane: Any) -> Singles:
        import cv2

        return np.asarray(cv2.resize(np.ascontiguousarray(plane), self.size, interpolation=cv2.INTER_AREA), np.float32)

    def small(self, plane: FloatPlane) -> FloatPlane:
        """A plane of another size at this one."""
        import cv2

        return np.asarray(cv2.resize(plane, self.size, interpolation=cv2.INTER_LINEAR), np.float32)

    def strands(self) -> tuple[FloatPlane, float]:
        """HxW: deviation of lightness by strands, and the share of them that is seen, 0..1."""
        bands = np.dstack([fine - broad for fine, broad in zip(self.smooth, self.smooth[1:], strict=False)])
        bands *= self.weight[..., None]
        lines = orientation.direction(self.smooth[1], self.inside, self.cm)
        lying = orientation.trace_streamlines(lines, self.depth, self.inside, self.cm, _STEP_CM, _LONG)
        kept = lying.along(bands, _SHORT) / np.float32(_TAPS)
        drawn = self._drawn(lying)
        noise = camera_response.noise_variances(self.light, self.shade, self.cm) / (self.shade + _TOE)[..., None] ** 2
        total = np.zeros_like(self.inside)
        seen = 0.0
        for band, contrast in enumerate(_CONTRAST):
            near = camera_response.averaging_radius(band, self.cm)
            powers = (self._within(plane[..., band] ** 2, near) for plane in (bands, kept))
            raw, along = (np.maximum(power, np.float32(1e-9)) for power in powers)
            floor = noise[..., band] * np.float32(_left(band))
            share = np.clip((along - floor) / along, 0, 1)
            plain = np.clip(1 - np.float32(_ABOVE_NOISE) * noise[..., band] / raw, 0, 1)
            # Averaging costs coils and crossing strands; where it costs nothing, it leaves less noise.
            plain *= np.clip(np.float32(1.6) - np.float32(1.2) * share, 0, 1)
            value = share * _unit(kept[..., band], along + floor) + np.sqrt(1 - share**2) * drawn[..., band]
            value = plain * _unit(bands[..., band], raw) + np.sqrt(1 - plain**2) * value
            total += np.float32(contrast) * value
            seen += float((self.weight * np.maximum(plain, share)).sum()) / max(float(self.weight.sum()), 1e-3)
        return total, seen / len(_CONTRAST)

    def gain(self, shade: Plane16, sure: npt.NDArray[np.bool_]) -> FloatPlane:
        """HxW: what detail finer than this size, a share of the light around it, counts in the relief; none where it is noise."""
        value = shade * np.float32(1 / 65535)
        varied = np.maximum(self._reduced(value * value) - self.shade**2, np.float32(_LEAST_DETAIL))
        noise = np.float32(np.percentile(varied[sure], _FLATTEST)) / (self.shade + _TOE) ** 2
        power = self._within(varied / (self.shade + _TOE) ** 2, camera_response.averaging_radius(0, self.cm))
        plain = np.clip(1 - np.float32(_ABOVE_FLATTEST) * noise / np.maximum(power, np.float32(1e-9)), 0, 1)
        return np.asarray(
            self.weight * plain * np.float32(_DETAIL) / np.sqrt(np.maximum(power, _DETAIL**2)), np.float32
        )

    def _drawn(self, lying: orientation.Streamlines) -> Singles:
        """HxWx4: strands in each band, of deviation 1 before the camera's focus."""
        random = np.random.default_rng(_SEED)
        planes = []
        for width in camera_response.BANDS_CM[:-1]:
            plane = random.standard_normal(self.inside.shape).astype(np.float32)
            planes.append(gaussian_blur(plane, max(0.5, width * self.cm), WIDE))
        drawn = lying.along(np.dstack(planes), self.doublings)
        sure = self.inside > 0.5
        if sure.any():
            drawn -= drawn[sure].mean(axis=0)
            drawn /= drawn[sure].std(axis=0) + np.float32(1e-6)
        focus = camera_response.focus_sigma(self.light, self.inside)
        return (
            drawn
            if focus < 0.6
            else np.dstack([gaussian_blur(drawn[..., band], focus, WIDE) for band in range(drawn.shape[2])])
        )

    def _within(self, plane: FloatPlane, sigma: float) -> FloatPlane:
        """Gaussian mean over the hair alone."""
        return np.asarray(
            gaussian_blur(plane * self.weight, sigma, WIDE)
            / np.maximum(gaussian_blur(self.weight, sigma, WIDE), np.float32(0.02)),
            np.float32,
        )


def _left(band: int) -> float:
    """Share of the variance of white noise in a band that averaging along the strands leaves: samples as far apart as its
    Gaussian is wide are hardly alike."""
    away = _STEP_CM * np.subtract.outer(np.arange(_TAPS), np.arange(_TAPS))
    return float(np.exp(-((away / (2 * _ALIKE * camera_response.BANDS_CM[band])) ** 2)).mean())


def _unit(band: FloatPlane, power: FloatPlane) -> FloatPlane:
    return np.asarray(np.clip(band / np.sqrt(np.maximum(power, np.float32(1e-7))), -_LARGEST, _LARGEST), np.float32)


def _broad(log: FloatPlane, sure: npt.NDArray[np.bool_]) -> FloatPlane:
    """Broad light in its own deviations, at most two to each side, shade going further."""
    low, middle, high = (float(value) for value in np.percentile(log[sure], [16, 50, 84]))
    spread = max((high - low) / 2, _LEAST_SPREAD)
    broad = 2 * np.tanh((log - middle) / (2 * spread))
    return np.asarray(np.where(broad < 0, np.float32(_SHADY) * broad, broad), np.float32)


def _filled(plane: FloatPlane, weight: FloatPlane, cm: float) -> FloatPlane:
    """``plane`` where it has weight, carried smoothly to where it has none."""
    total: FloatPlane = np.full_like(plane, float((plane * weight).sum() / max(float(weight.sum()), 1e-3)))
    for reach in reversed(_FILL_CM):
        mass = gaussian_blur(weight, max(1.0, reach * cm), WIDE)
        known = np.clip(mass / 0.1, 0, 1)
        total += known * (gaussian_blur(plane * weight, max(1.0, reach * cm), WIDE) / np.maximum(mass, 1e-4) - total)
    return np.asarray(weight * plane + (1 - weight) * total, np.float32)
