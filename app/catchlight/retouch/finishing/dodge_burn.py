"""Dodge and burn: the unevenness of light on skin that is broader than a pore and narrower than the face's form is evened."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, edge_aware_smooth, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_FINE_CM, _MIDDLE_CM = 0.07, 0.9
"""Gaussian widths on the skin between which light is evened: above pores, below cheeks and brow bones."""
_FEATURE = 0.07
"""Steps of OKLab lightness that are features or shadows, which stay."""
_DEEP = (0.02, 0.045)
"""OKLab lightness by which a valley lies below the skin right beside it to be a fold, first signs and surely."""
_BESIDE_CM = 0.12
"""How far from a fold nothing is evened."""
_MOVED = 0.03
"""Change of lightness from which chroma is wholly that of the skin around."""
_CHROMA = (0.7, 1.2)
"""Gain of chroma at least and at most."""


def dodge_burn(amount: float) -> BrushPlan:
    """amount 0..1: how much of the unevenness goes, 0.5 a half. Pores, the form and deep folds stay.

    Only lightness changes, hue never; chroma as far as skin of the new lightness has more or less of it.
    """

    def plan(sample: Sample) -> Brush:
        shift = np.ascontiguousarray(-np.float32(min(1.0, amount)) * unevenness(sample))
        chroma = chroma_gain(sample, shift)

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            lab[..., 0] += strip.taken(shift, sample)
            lab[..., 1:] *= strip.taken(chroma, sample)[..., None]
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def chroma_gain(sample: Sample, shift: FloatPlane) -> FloatPlane:
    """By what chroma changes where lightness moves by ``shift``: to that of the skin around it, whose lightness it takes."""
    cm, solid = sample.cm, _solid(sample)
    chroma = np.hypot(sample.lab[..., 1], sample.lab[..., 2]).astype(np.float32)
    own = np.maximum(blur_within_mask(chroma, solid, _FINE_CM * cm), 0.01)
    around = blur_within_mask(chroma, solid, 0.5 * _MIDDLE_CM * cm)
    moved = ramp(np.abs(shift), 0.0, _MOVED)
    gain = 1 + moved * (np.clip(around / own, *_CHROMA) - 1)
    return np.asarray(gaussian_blur(np.asarray(gain, np.float32), 0.5 * _FINE_CM * cm), np.float32)


def unevenness(sample: Sample) -> FloatPlane:
    """By how much each pixel of a sample is lighter than its surroundings at middle scale, OKLab lightness."""
    cm = sample.cm
    solid = _solid(sample)
    light = np.ascontiguousarray(sample.lab[..., 0])
    fine = blur_within_mask(light, solid, _FINE_CM * cm)
    kept = edge_aware_smooth(np.asarray(fine, np.float32), _MIDDLE_CM * cm, _FEATURE)
    form = blur_within_mask(kept, solid, 0.5 * _MIDDLE_CM * cm)
    away = fine - form
    away = away * (1 - ramp(np.abs(away), 0.8 * _FEATURE, 2 * _FEATURE)) * (1 - _folds(sample, fine, solid))
    return np.asarray(gaussian_blur(np.asarray(away, np.float32), 0.5 * _FINE_CM * cm))


def _folds(sample: Sample, fine: FloatPlane, solid: FloatPlane) -> FloatPlane:
    """0..1: deep folds and corners with what lies close to them; lifted they would look painted."""
    import cv2

    cm = sample.cm
    depth = blur_within_mask(fine, solid, 0.25 * _MIDDLE_CM * cm) - fine
    reach = max(1, round(_BESIDE_CM * cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    deep = cv2.dilate(np.asarray(ramp(depth, *_DEEP), np.float32), kernel)
    return np.asarray(gaussian_blur(deep, _BESIDE_CM * cm), np.float32)


def _solid(sample: Sample) -> FloatPlane:
    return np.asarray(sample.mask / max(float(sample.mask.max()), 1e-3), np.float32)
