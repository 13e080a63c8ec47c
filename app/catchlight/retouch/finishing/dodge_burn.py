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


def dodge_burn(amount: float) -> BrushPlan:
    """amount 0..1: how much of the unevenness goes, 0.5 a half. Pores and the form stay."""

    def plan(sample: Sample) -> Brush:
        uneven = unevenness(sample)
        gain = np.ascontiguousarray(np.exp2(-np.float32(3.0 * min(1.0, amount)) * uneven / _reference(sample)))

        def work(strip: Strip) -> FloatImage:
            return oklab.srgb(strip.light * strip.taken(gain, sample)[..., None])

        return Brush(work)

    return plan


def unevenness(sample: Sample) -> FloatPlane:
    """By how much each pixel of a sample is lighter than its surroundings at middle scale, OKLab lightness."""
    cm = sample.cm
    solid = np.asarray(sample.mask / max(float(sample.mask.max()), 1e-3), np.float32)
    light = np.ascontiguousarray(sample.lab[..., 0])
    fine = blur_within_mask(light, solid, _FINE_CM * cm)
    kept = edge_aware_smooth(np.asarray(fine, np.float32), _MIDDLE_CM * cm, _FEATURE)
    form = blur_within_mask(kept, solid, 0.5 * _MIDDLE_CM * cm)
    away = fine - form
    return np.asarray(gaussian_blur(away * (1 - ramp(np.abs(away), 0.8 * _FEATURE, 2 * _FEATURE)), 0.5 * _FINE_CM * cm))


def _reference(sample: Sample) -> FloatPlane:
    """Of a step of lightness, in stops: OKLab lightness is the cube root of light, so that three times its share is light's."""
    return np.asarray(np.maximum(sample.lab[..., 0], 0.15) * np.float32(np.log(2)), np.float32)
