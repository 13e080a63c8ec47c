"""Stains on teeth: spots that are darker or yellower than the tooth around them take its colour."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_SPOT_CM, _TOOTH_CM, _EDGE_CM = 0.035, 0.3, 0.05
_YELLOWER, _DARKER = 0.014, 0.03
"""OKLab b and lightness by which a spot differs from the teeth's usual colour, and from its own tooth, to be a stain."""
_USUAL = 0.3
"""Quantile of the teeth's yellow that is their own colour."""
_GAP = 0.2
"""Darker by this it is the gap between teeth or the lips' shade."""


def stains(sample: Sample) -> tuple[FloatPlane, FloatPlane, FloatPlane]:
    """How surely each pixel of a sample is a stain, 0..1; by how much it is too dark and too yellow."""
    import cv2

    whole = np.asarray(sample.mask / max(float(sample.mask.max()), 1e-3), np.float32)
    reach = max(1, round(_EDGE_CM * sample.cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    inner = gaussian_blur(cv2.erode(whole, kernel), 0.5 * reach)
    solid = np.asarray(ramp(whole, 0.3, 0.8), np.float32)
    fine = blur_within_mask(sample.lab, solid, _SPOT_CM * sample.cm)
    tooth = blur_within_mask(sample.lab, solid, _TOOTH_CM * sample.cm)
    usual = float(np.quantile(fine[..., 2][whole > 0.6], _USUAL)) if (whole > 0.6).any() else 0.0
    dark, yellow = tooth[..., 0] - fine[..., 0], fine[..., 2] - max(usual, 0.0)
    # A spot is darker than its tooth and no paler; what is much darker is a gap. A yellow tooth is so as a whole.
    spot = ramp(dark, _DARKER, 2.5 * _DARKER) * ramp(yellow, 0.0, _YELLOWER)
    surely = np.maximum(ramp(yellow, _YELLOWER, 2.5 * _YELLOWER), spot)
    surely = surely * (1 - ramp(dark, 0.6 * _GAP, _GAP))
    return np.asarray(surely * inner, np.float32), np.asarray(dark, np.float32), np.asarray(yellow, np.float32)


def remove_stains(amount: float) -> BrushPlan:
    """amount 0..1; 0.5 and more takes all of a stain."""

    def plan(sample: Sample) -> Brush:
        surely, dark, yellow = stains(sample)
        share = surely * np.float32(min(1.0, 2 * amount))
        shift = np.zeros_like(sample.lab)
        shift[..., 0] = share * (np.maximum(dark, 0) + 0.4 * np.maximum(yellow, 0))
        shift[..., 2] = -share * np.maximum(yellow, 0)
        shift[..., 1] = -share * np.maximum(sample.lab[..., 1] - 0.01, 0) * 0.5
        step = np.ascontiguousarray(oklab.to_srgb(sample.lab + shift) - oklab.to_srgb(sample.lab), np.float32)

        def work(strip: Strip) -> FloatImage:
            return np.asarray(strip.rgb + strip.taken(step, sample), np.float32)

        return Brush(work, step=step)

    return plan
