"""Stubble made shorter: its dark dots filled with the skin between them, their shadow lightened to the tone of the cheeks.

A full beard hides the skin, which nobody can show: ``measure`` tells how much of it is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, disc, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.retouch.area import Area

_FINEST = 52.0
"""Pixels per cm at which stubble is told."""
_DOT_CM, _TONE_CM = 0.05, 0.45
"""Half the width of a hair's dot with its surroundings, and the blur at which its shadow is told."""
_SHADOW = (0.012, 0.05)
"""Difference of OKLab lightness to the skin around between which stubble casts a shadow."""
_FULL = 0.115
"""Median difference in lightness to the skin of the cheeks from which a beard hides it."""
_DENSE, _DENSE_SHARE = 0.2, 0.25
"""Difference of single places from which hair covers the skin, and share of the zone that it may cover."""
_NONE = 0.018
"""Median difference below which there is nothing to shave."""
_DOTS = 0.008
"""Mean depth of dots from which dark hairs are seen; below it a shadow or haze is."""
_SKEW = -0.1
"""Skewness of fine lightness up to which dark hairs make it: pale bristles skew it the other way, noise not at all."""
_LEFT = 0.12
"""Share of shadow and dots that stays at full strength."""


@dataclass(frozen=True)
class Stubble:
    """What is seen of a beard's zone. area: the zone; clear: sRGB without it,
    hxwx3 over its box; darker: median of its shadow; dots: mean depth of its hairs, both in OKLab lightness; dense: share of
    the zone where hair covers the skin; skew: skewness of its fine lightness."""

    area: Area
    clear: FloatImage
    darker: float
    dots: float
    dense: float
    skew: float

    @property
    def hides_skin(self) -> bool:
        return self.darker > _FULL or self.dense > _DENSE_SHARE

    @property
    def shows(self) -> bool:
        return self.darker > _NONE and self.dots > _DOTS and self.skew < _SKEW


def measure(pixels: Pixels, zone: Area, cheeks: Area, cm: float) -> Stubble:
    """Stubble in the ``zone`` where a beard grows, against the skin of the ``cheeks`` above it; both soft masks, over one box."""
    import cv2

    x0, y0, x1, y1 = zone.box
    scale = min(1.0, _FINEST / cm)
    size = (max(16, round((x1 - x0) * scale)), max(16, round((y1 - y0) * scale)))
    small = cm * scale
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb: Any = cv2.resize(pixels[y0:y1, x0:x1, :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    mask, bare = (
        np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.float32) for one in (zone.mask, cheeks.mask)
    )
    lab = oklab.from_srgb(rgb)
    light = np.ascontiguousarray(lab[..., 0])
    closed = cv2.morphologyEx(light, cv2.MORPH_CLOSE, disc(max(1.0, _DOT_CM * small)))
    closed = np.asarray(gaussian_blur(closed, max(0.6, 0.5 * _DOT_CM * small)), np.float32)
    dots = np.maximum(closed - light - np.float32(_pores(closed - light, bare)), 0)
    fine = light - np.asarray(gaussian_blur(light, max(0.8, _DOT_CM * small)), np.float32)
    inside = mask > 0.6
    skin = bare > 0.6
    if int(inside.sum()) < 200 or int(skin.sum()) < 200:
        return Stubble(zone, rgb, 0.0, 0.0, 0.0, 0.0)
    without = lab.copy()
    without[..., 0] = light + dots
    tone = blur_within_mask(without, np.asarray(mask > 0.3, np.float32), _TONE_CM * small * 0.5)
    wanted = inpaint.fill_and_blur(np.asarray(lab, np.float32), bare, 2.2 * _TONE_CM * small)
    short = wanted - tone
    darker = float(np.median((wanted[..., 0] - blur_within_mask(lab, mask, _TONE_CM * small)[..., 0])[inside]))
    lift = ramp(short[..., 0], 0.0, _SHADOW[1])
    shift = np.zeros_like(lab)
    # The face's own shading stays: what is taken is the shadow's excess and its bluish cast.
    shift[..., 0] = np.clip(short[..., 0] - _SHADOW[0], 0, 0.14) * lift * 0.7
    shift[..., 1:] = short[..., 1:] * (0.75 * np.clip(lift + 0.25, 0, 1))[..., None]
    shift = np.asarray(gaussian_blur(shift, 0.3 * _TONE_CM * small), np.float32)
    without_hairs = lab + (1 - _LEFT) * shift
    without_hairs[..., 0] += np.float32(1 - _LEFT) * dots
    depth = float(dots[inside].mean())
    patch = blur_within_mask(lab, mask, 0.4 * _TONE_CM * small)[..., 0]
    dense = float((wanted[..., 0] - patch > _DENSE)[inside].mean())
    return Stubble(
        zone, oklab.to_srgb(np.asarray(without_hairs, np.float32)), darker, depth, dense, _skewness(fine[inside])
    )


def _pores(depth: FloatPlane, skin: FloatPlane) -> float:
    """How deep the dots of bare skin are, which stay."""
    seen = depth[skin > 0.6]
    return float(np.median(seen)) if len(seen) > 200 else 0.0


def _skewness(values: FloatPlane) -> float:
    away = values - values.mean()
    return float((away**3).mean() / max(float((away**2).mean()), 1e-12) ** 1.5)
