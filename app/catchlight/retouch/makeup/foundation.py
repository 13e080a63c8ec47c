"""Foundation: one tone over the skin, blotches and dark spots covered, shine powdered; pores and fine lines show through."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, ramp
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_PORE_CM, _SPOT_CM, _FORM_CM = 0.03, 0.35, 1.4
"""Gaussian widths: below the first lies texture, up to the second spots and blotches, above the last the face's form."""
_LIGHTER, _DARKER = 0.07, 0.09
"""OKLab lightness by which a named shade may move the skin's at most: more would be a mask."""
_RELIEF = 0.11
"""Steps of OKLab lightness that are a feature, not a blotch."""


def foundation(amount: float, rgb: tuple[int, int, int] | None = None) -> BrushPlan:
    """amount 0..1, 0.25 is a light one. rgb: a named shade, sRGB 0..255; else the skin's own."""
    cover = np.float32(min(1.0, 0.25 + 0.85 * amount))
    aim = None if rgb is None else oklab.of_colour(rgb)

    def plan(sample: Sample) -> Brush:
        cm, lab = sample.cm, sample.lab
        solid = np.asarray(sample.mask / max(float(sample.mask.max()), 1e-3), np.float32)
        fine = blur_within_mask(lab, solid, _PORE_CM * cm)
        patch = blur_within_mask(lab, solid, _SPOT_CM * cm)
        form = blur_within_mask(lab, solid, _FORM_CM * cm)
        own = np.array([sample.quantile(channel, 0.5) for channel in range(3)], np.float32)
        shift = np.zeros_like(lab)
        spots = fine[..., 0] - patch[..., 0]
        keep = 1 - ramp(np.abs(spots), 0.4 * _RELIEF, _RELIEF)
        blotch = patch[..., 0] - form[..., 0]
        shift[..., 0] = -0.55 * spots * keep - 0.4 * blotch * (1 - ramp(np.abs(blotch), 0.06, _RELIEF))
        # Powder: shine above the skin's own light loses half of it.
        shine = np.maximum(fine[..., 0] - np.maximum(form[..., 0], own[0]) - 0.03, 0)
        shift[..., 0] -= 0.45 * shine
        shift[..., 1:] = (0.8 * (form[..., 1:] - fine[..., 1:]) + 0.45 * (own[1:] - form[..., 1:])) * keep[..., None]
        if aim is not None:
            move = aim - own
            shift[..., 0] += np.clip(0.6 * move[0], -_DARKER, _LIGHTER)
            shift[..., 1:] += 0.4 * move[1:]
        step = np.ascontiguousarray(oklab.to_srgb(lab + shift * cover) - oklab.to_srgb(lab), np.float32)

        def work(strip: Strip) -> FloatImage:
            return np.asarray(strip.rgb + strip.taken(step, sample), np.float32)

        return Brush(work, step=step)

    return plan
