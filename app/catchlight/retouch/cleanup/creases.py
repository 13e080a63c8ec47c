"""Creases ironed: soft shading of the size of a crease is evened out, while seams, lapels, buttons and weave stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, ramp
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.retouch.area import Area

_FINEST = 24.0
"""Pixels per cm at which creases are told."""
_WEAVE_CM, _CREASE_CM = 0.07, 1.3
"""Gaussian width above which shading is a crease's, and the radius over which cloth is evened."""
_COARSE, _LIKE = 8.0, 0.05
"""Pixels per cm at which cloth is evened, and the difference of OKLab lightness within which it is one piece."""
_DEEP = 0.1
"""Difference of OKLab lightness up to which shading is a crease and no border of two cloths."""
_SHARP_CM, _SOFT_CM, _SHARP = 0.05, 0.16, 2.0
"""Widths at which steepness is measured, and its ratio from which an edge is cut or sewn and no fold."""
_STEP, _APART_CM = 0.02, 0.18
"""Step of lightness that counts as such an edge, and how far from it nothing is evened."""
_STRONGEST = 0.85
"""Share of a crease that goes at full strength: cloth without any is cardboard."""


@dataclass(frozen=True)
class Creases:
    """shift: OKLab lightness that ironing adds, hxw over ``cloth.box`` at a reduced size. depth: mean of what it takes away.

    sewn: share of the cloth that is edges.
    """

    cloth: Area
    shift: FloatPlane
    depth: float
    sewn: float


def find(pixels: Pixels, cloth: Area, cm: float) -> Creases:
    """The creases of a garment. cm: pixels for one cm."""
    import cv2

    x0, y0, x1, y1 = cloth.box
    scale = min(1.0, _FINEST / cm)
    size = (max(16, round((x1 - x0) * scale)), max(16, round((y1 - y0) * scale)))
    small = cm * scale
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb: Any = cv2.resize(pixels[y0:y1, x0:x1, :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    mask = np.asarray(cv2.resize(cloth.mask, size, interpolation=cv2.INTER_AREA), np.float32)
    light = np.ascontiguousarray(oklab.from_srgb(rgb)[..., 0])
    inside = np.asarray(mask > 0.6, np.float32)
    # Beyond the cloth its own tone goes on, so that no border is evened with it.
    whole = np.where(inside > 0, light, blur_within_mask(light, inside, _CREASE_CM * small)).astype(np.float32)
    forms = np.asarray(cv2.GaussianBlur(whole, (0, 0), max(0.5, _WEAVE_CM * small)), np.float32)
    base = _evened(forms, small)
    away = forms - base
    sewn = _edges(light, small)
    keep = np.asarray(cv2.GaussianBlur(sewn.astype(np.float32), (0, 0), max(0.7, 0.08 * small)))
    weight = inside * (1 - np.clip(1.3 * keep, 0, 1)) * (1 - ramp(np.abs(away), 0.6 * _DEEP, 1.4 * _DEEP))
    weight = cv2.GaussianBlur(np.asarray(weight, np.float32), (0, 0), max(0.7, 0.1 * small))
    shift = np.asarray(-_STRONGEST * away * weight, np.float32)
    covered = inside > 0
    share = float(sewn[covered].mean()) if covered.any() else 1.0
    depth = float(np.abs(shift[covered]).mean()) if covered.any() else 0.0
    return Creases(cloth, shift, depth, share)


def _evened(forms: FloatPlane, cm: float) -> FloatPlane:
    """Cloth without what is smaller than a crease; what differs by more than one belongs to another piece (bilateral filter,
    Tomasi and Manduchi 1998)."""
    import cv2

    share = min(1.0, _COARSE / cm)
    size = (max(8, round(forms.shape[1] * share)), max(8, round(forms.shape[0] * share)))
    small = cv2.resize(forms, size, interpolation=cv2.INTER_AREA)
    even = cv2.bilateralFilter(small, -1, _LIKE, 0.8 * _CREASE_CM * cm * share)
    return np.asarray(cv2.resize(even, forms.shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _edges(light: FloatPlane, cm: float) -> Mask:
    """What is cut or sewn, and patterns: steps that are sharp; folds turn softly."""
    sharp, soft = (_steepness(light, max(0.6, width * cm)) for width in (_SHARP_CM, _SOFT_CM))
    step = sharp * max(0.6, _SHARP_CM * cm) * 2.5
    return dilate_mask((sharp > _SHARP * soft) & (step > _STEP), _APART_CM * cm)


def _steepness(light: FloatPlane, width: float) -> FloatPlane:
    import cv2

    smooth = cv2.GaussianBlur(light, (0, 0), width)
    slopes = [cv2.Sobel(smooth, cv2.CV_32F, dx, dy, ksize=3) / 8 for dx, dy in ((1, 0), (0, 1))]
    return np.asarray(cv2.magnitude(*slopes), np.float32)


def iron(pixels: Pixels, creases: Creases, area: Area, amount: float) -> Pixels:
    """A copy with the creases inside ``area`` evened, amount 0..1; every pixel outside is identical."""
    import cv2

    x0, y0, x1, y1 = area.box
    touched = area.mask > 0.02
    if not touched.any() or amount <= 0:
        return pixels
    result: Any = pixels.copy()
    top = np.float32(np.iinfo(pixels.dtype).max)
    shift = cv2.resize(creases.shift, (x1 - x0, y1 - y0), interpolation=cv2.INTER_CUBIC)[touched]
    part = result[y0:y1, x0:x1, :3]
    lab = oklab.from_srgb((part[touched].astype(np.float32) / top)[None])
    factor = 1 + np.float32(amount) * area.mask[touched] * shift / np.maximum(lab[0, :, 0], 0.08)
    # Shading scales light and colour alike.
    lab *= np.clip(factor, 0.6, 1.6)[None, :, None]
    new: FloatImage = oklab.to_srgb(lab)[0]
    part[touched] = np.round(np.clip(new, 0, 1) * top).astype(pixels.dtype)
    changed: Pixels = result
    return changed
