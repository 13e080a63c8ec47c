"""Skin: smoothing that leaves the pores, lines, uneven tone, redness, tan. By bands: forms and blotches move, texture stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, edge_aware_smooth, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_PORE_CM, _FORM_CM, _BLOTCH_CM = 0.035, 0.22, 1.1
"""Gaussian widths on the skin: below the first lies texture, between the others blotches and lines, above the face's shape."""
_HEALTHY, _PALEST = 1.05, 1.6
"""OKLab b by a of skin: below the first it is flushed, above the second it would look green."""
_FINEST = 52.0
"""Pixels per cm at which bands are found; a large photo has more, which only carry the texture."""
_EDGE = 0.055
"""Steps of OKLab lightness from which something is a feature (a nostril, a lid), not unevenness."""
_LINE_CM, _FOLD_CM = (0.06, 0.12, 0.22), (0.06, 0.12, 0.22, 0.42)
"""Widths of lines, and with them of folds."""
_FILLED, _FANS = 1.3, 1.7
"""How much of a line goes at full amount, if that were not all of it: of single lines, and of those that lie side by side."""
_WIDE = 6.5
"""Pixels from which a line is looked for at half the size."""


def smooth(amount: float) -> BrushPlan:
    """Even out blotches and bumps; amount 0..1. Pores, hairs and features stay."""

    def plan(sample: Sample) -> Brush:
        cm = sample.cm / sample.scale

        def work(strip: Strip) -> FloatImage:
            lab, share = strip.shrunk(_FINEST)
            small = share * cm
            light = np.ascontiguousarray(lab[..., 0])
            fine = gaussian_blur(light, _PORE_CM * small)
            base = edge_aware_smooth(fine, _FORM_CM * small, _EDGE * (0.45 + 0.55 * amount))
            forms = fine - base
            # The strongest forms are features or shape; what is to go is faint.
            keep = ramp(np.abs(forms), 0.03, 0.09)
            shift = np.zeros_like(lab)
            shift[..., 0] = -forms * (1 - keep) * np.float32(0.9 * amount)
            for channel in (1, 2):
                tone = np.ascontiguousarray(lab[..., channel])
                shift[..., channel] = (edge_aware_smooth(tone, _FORM_CM * small, 0.012) - tone) * np.float32(
                    0.7 * amount
                )
            return np.asarray(strip.rgb + strip.grown(_step(lab, shift)), np.float32)

        return Brush(work, reach=round(2.2 * _FORM_CM * cm) + 3)

    return plan


def lines(amount: float, folds: bool = False, fans: bool = False) -> BrushPlan:
    """Fill wrinkles: dark, narrow valleys rise towards the skin beside them; amount 0..1. Texture stays.

    folds: the zone holds no features, and its lines may be broad and deep. fans: its lines lie side by side, so that the light
    ridges between them go too, and half of the full amount takes most of them.
    """
    filled = np.float32(min(1.0, (_FANS if fans else _FILLED) * amount))
    widths, deepest = (_FOLD_CM, (0.26, 0.4)) if folds else (_LINE_CM, (0.1, 0.2))

    def plan(sample: Sample) -> Brush:
        cm = sample.cm / sample.scale

        def work(strip: Strip) -> FloatImage:
            lab, share = strip.shrunk(_FINEST)
            small = share * cm
            light = np.ascontiguousarray(lab[..., 0])
            fine = gaussian_blur(light, 0.6 * _PORE_CM * small)
            valley = np.zeros_like(light)
            for width in widths:
                valley = np.maximum(valley, _valleys(fine, width * small))
            # Very dark lines belong to lids, nostrils and the mouth.
            weight = 1 - ramp(valley, *deepest)
            if fans:
                ridge = np.maximum.reduce([_valleys(-fine, width * small) for width in widths[1:-1]])
                valley, weight = valley * weight - ridge * (1 - ramp(ridge, *deepest)), np.ones_like(weight)
            rise = gaussian_blur(valley * weight, 0.5 * _PORE_CM * small) * filled
            shift = np.zeros_like(lab)
            shift[..., 0] = rise
            for channel in (1, 2):
                tone = np.ascontiguousarray(lab[..., channel])
                shift[..., channel] = (gaussian_blur(tone, 0.15 * small) - tone) * ramp(np.abs(rise), 0.002, 0.02)
            return np.asarray(strip.rgb + strip.grown(_step(lab, shift)), np.float32)

        return Brush(work, reach=round((1.2 if folds else 0.7) * cm) + 3)

    return plan


def even(amount: float) -> BrushPlan:
    """One tone: patches of colour and light wider than a spot are drawn towards the area's own; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        cm, lab, solid = sample.cm, sample.lab, _weights(sample)
        shift = np.zeros_like(lab)
        broad = blur_within_mask(lab, solid, 3.2 * cm)
        patch = blur_within_mask(lab, solid, 0.35 * cm)
        away = patch - broad
        shift[..., 0] = -away[..., 0] * 0.35 * (1 - ramp(np.abs(away[..., 0]), 0.06, 0.14))
        shift[..., 1:] = -away[..., 1:] * 0.85
        # Beyond patches, the whole is drawn a little towards one colour.
        middle = np.array([sample.quantile(1, 0.5), sample.quantile(2, 0.5)], np.float32)
        shift[..., 1:] += (middle - broad[..., 1:]) * 0.45
        return _shifted(shift * np.float32(min(1.0, 1.6 * amount)), sample)

    return plan


def calm(amount: float) -> BrushPlan:
    """Less red: where the skin (or the white of an eye) is redder than its surroundings or its usual self; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        cm, lab, solid = sample.cm, sample.lab, _weights(sample)
        patch = blur_within_mask(lab, solid, 0.12 * cm)
        usual = sample.quantile(1, 0.5)
        spread = max(sample.quantile(1, 0.85) - usual, 0.006)
        patchy = np.maximum(patch[..., 1] - usual, 0) * ramp(patch[..., 1] - usual, 0.2 * spread, 1.5 * spread)
        # Skin of every shade has about the same hue; where it leans to red beyond that, blood shows through.
        flushed = np.maximum(patch[..., 1] - patch[..., 2] / np.float32(_HEALTHY), 0)
        strength = min(1.0, 1.5 * amount)
        excess = np.maximum(0.9 * patchy, 0.75 * flushed) * strength
        least = np.maximum(patch[..., 2], 0) / np.float32(_PALEST)
        excess = np.minimum(excess, np.maximum(patch[..., 1] - least, 0))
        shift = np.zeros_like(lab)
        shift[..., 1] = -excess
        # Red skin is darker too; as the red goes, some light comes back.
        shift[..., 0] = excess * 0.4
        return _shifted(shift, sample)

    return plan


def tan(amount: float) -> BrushPlan:
    """Sun-kissed: a little darker and warmer, along each skin's own hue; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        lab = sample.lab
        usual = float(np.median(oklab.chroma(lab)[sample.solid]))
        light = sample.quantile(0, 0.5)
        depth = np.float32(1 - 0.17 * amount * np.clip((light - 0.3) / 0.4, 0.35, 1))

        def work(strip: Strip) -> FloatImage:
            new = strip.lab.copy()
            own = new[..., 0]
            sheen = ramp(own, light + 0.12, light + 0.3)
            new[..., 0] = own * (depth + (1 - depth) * 0.5 * sheen)
            warmth = np.float32(0.016 * amount) * (1 - 0.5 * sheen)
            new[..., 2] += warmth * np.float32(1.1)
            new[..., 1] += warmth * np.float32(0.5)
            limit = np.float32(max(usual * 1.45, 0.1))
            chroma = oklab.chroma(new)
            new[..., 1:] *= np.minimum(1, limit / np.maximum(chroma, 1e-4) + 0.35 * (chroma > limit))[..., None].clip(
                0, 1
            )
            return oklab.to_srgb(new)

        return Brush(work)

    return plan


def matt(amount: float) -> BrushPlan:
    """Take the shine off: highlights lose light down to the skin around them and get its colour back; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        cm, lab, solid = sample.cm, sample.lab, _weights(sample)
        usual = sample.quantile(0, 0.5)
        spread = max(sample.quantile(0, 0.75) - sample.quantile(0, 0.25), 0.03)
        patch = blur_within_mask(lab, solid, 0.06 * cm)
        skin = patch[..., 0] < usual + 0.7 * spread
        unlit = blur_within_mask(lab, solid * skin, 1.2 * cm)
        covered = ramp(gaussian_blur((solid * skin).astype(np.float32), 1.2 * cm), 0.0, 0.08)
        floor = np.maximum(unlit[..., 0] * covered + usual * (1 - covered), usual - 0.02) + np.float32(0.25 * spread)
        excess = np.maximum(patch[..., 0] - floor, 0)
        weight = ramp(excess, 0.1 * spread, 1.1 * spread) * solid
        strength = np.float32(min(1.0, 0.35 + 1.1 * amount) if amount > 0 else 0.0)
        shift = np.zeros_like(lab)
        # A trace of light stays: skin without any is a mask.
        shift[..., 0] = -excess * weight * strength * 0.78
        own = unlit[..., 1:] * covered[..., None] + np.array(
            [sample.quantile(1, 0.5), sample.quantile(2, 0.5)], np.float32
        ) * (1 - covered[..., None])
        shift[..., 1:] = (own - patch[..., 1:]) * (weight * strength * 0.85)[..., None]
        return _shifted(shift, sample)

    return plan


def fill(amount: float) -> BrushPlan:
    """Lift the shadows of an area towards its lit part, texture and direction of light kept; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        lab, solid = sample.lab, _weights(sample)
        reach = 0.5 * sample.cm
        broad = blur_within_mask(lab, solid, reach)
        base = edge_aware_smooth(np.ascontiguousarray(lab[..., 0]), max(2.0, reach), 0.06)
        lit = sample.quantile(0, 0.7)
        depth = np.maximum(lit - np.minimum(base, broad[..., 0] + 0.12), 0)
        strength = min(1.0, 1.3 * amount)
        lift = depth * (0.52 * strength) * ramp(depth, 0.0, 0.08)
        # Black features (pupils, nostrils, lashes) are no shadow.
        lift = lift * ramp(base, 0.08, 0.3)
        shift = np.zeros_like(lab)
        shift[..., 0] = lift
        usual = np.array([sample.quantile(1, 0.5), sample.quantile(2, 0.5)], np.float32)
        shift[..., 1:] = (usual - broad[..., 1:]) * (0.3 * strength * ramp(depth, 0.02, 0.15))[..., None]
        return _shifted(shift, sample, multiply=True)

    return plan


def _valleys(light: FloatPlane, width: float) -> FloatPlane:
    """How much lower than both sides each pixel lies, for lines about as wide as ``width`` pixels."""
    import cv2

    if width > _WIDE:
        height, across = light.shape
        small = cv2.resize(light, (-(-across // 2), -(-height // 2)), interpolation=cv2.INTER_AREA)
        found = _valleys(np.asarray(small, np.float32), width / 2)
        return np.asarray(cv2.resize(found, (across, height), interpolation=cv2.INTER_LINEAR), np.float32)
    side = 2 * max(1, round(width)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    closed = cv2.morphologyEx(light, cv2.MORPH_CLOSE, kernel)
    return np.asarray(np.maximum(gaussian_blur(closed, 0.35 * width) - light, 0), np.float32)


def _weights(sample: Sample) -> FloatPlane:
    return np.asarray(sample.mask / max(float(sample.mask.max()), 1e-3), np.float32)


def _step(lab: FloatImage, shift: Any) -> Any:
    """What a shift of OKLab comes to in sRGB: found at a small size, it is added to the full picture under its own texture."""
    return oklab.to_srgb(lab + shift) - oklab.to_srgb(lab)


def _shifted(shift: Any, sample: Sample, multiply: bool = False) -> Brush:
    """A brush that carries a broad shift of OKLab over; ``multiply``: texture grows with the light, as shading does."""
    if not multiply:
        step = np.ascontiguousarray(_step(sample.lab, shift), np.float32)
        return Brush(lambda strip: np.asarray(strip.rgb + strip.taken(step, sample), np.float32), step=step)
    light = np.maximum(sample.lab[..., :1], 0.08)
    lifted = sample.lab * np.minimum(1 + shift[..., :1] / light, 1.9)
    lifted[..., 1:] += shift[..., 1:]
    before = np.maximum(oklab.to_linear(sample.lab), 1e-3)
    gain = np.ascontiguousarray(np.clip(oklab.to_linear(lifted) / before, 0.5, 6), np.float32)
    return Brush(lambda strip: oklab.srgb(strip.light * strip.taken(gain, sample)))
