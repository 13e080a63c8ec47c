"""Eyes, the skin below them, and teeth."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip


def whiten(amount: float, least_yellow: float = 0.012) -> BrushPlan:
    """Teeth or the white of the eyes: less yellow, a little lighter; amount 0..1. Never blue, never without shading."""

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.6)
        room = max(0.0, 0.93 - sample.quantile(0, 0.95))
        lift = np.float32(min(0.09, 0.6 * room + 0.02) * min(1.0, 1.4 * amount))
        fade = np.float32(min(0.9, 1.25 * amount))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            # Dark gaps and lid shadows keep their depth: they take the light in proportion to their own.
            lab[..., 0] += lift * np.clip(lab[..., 0] / np.float32(usual), 0, 1.1) ** 2
            yellow = np.maximum(lab[..., 2] - np.float32(least_yellow), 0)
            lab[..., 2] -= fade * yellow
            lab[..., 1] -= fade * np.float32(0.55) * np.maximum(lab[..., 1], 0)
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def brighten_iris(amount: float) -> BrushPlan:
    """The iris: its own colours clearer and its light side lighter; pupil, rim and catchlight stay; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        dark, light = sample.quantile(0, 0.12), sample.quantile(0, 0.8)
        strength = np.float32(min(1.0, 1.3 * amount))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            own = lab[..., 0]
            inner = ramp(own, dark, 0.5 * (dark + light)) * (1 - ramp(own, light + 0.12, light + 0.25))
            catch = ramp(own, light + 0.18, light + 0.35)
            lab[..., 0] = own + strength * (0.085 * inner + 0.05 * catch * (1 - own))
            lab[..., 1:] *= (1 + strength * np.float32(0.35) * inner)[..., None]
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def recolour_iris(rgb: tuple[int, int, int], amount: float) -> BrushPlan:
    """Irises in another colour (sRGB 0..255), their pattern kept, pupil and catchlight left alone; amount 0..1."""
    colour = oklab.of_colour(rgb)

    def plan(sample: Sample) -> Brush:
        dark, usual, light = sample.quantile(0, 0.12), sample.quantile(0, 0.55), sample.quantile(0, 0.85)
        goal = float(np.clip(float(colour[0]), usual, max(usual, min(0.6, usual + 0.13))))
        tint = colour[1:] * np.float32(min(1.0, 0.062 / max(float(np.hypot(*colour[1:])), 1e-4)))
        pupil = _pupils(sample)
        gain = np.float32(goal / max(usual, 0.08))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            own = lab[..., 0]
            # The pupil is darker than the iris, the catchlight lighter than either.
            iris = ramp(own, dark, 0.35 * dark + 0.65 * usual) * (1 - ramp(own, light + 0.1, light + 0.28))
            open_to_light = 1 - 0.9 * strip.taken(pupil, sample) * (1 - ramp(own, usual + 0.04, usual + 0.14))
            share = (
                np.float32(amount) * (0.25 + 0.75 * iris) * (1 - ramp(own, light + 0.05, light + 0.18)) * open_to_light
            )
            new = own * (1 + (gain - 1) * iris)
            shade = np.clip(new / max(goal, 0.1), 0, 1.2)
            lab[..., 0] = own + share * (new - own)
            lab[..., 1:] += share[..., None] * (tint * shade[..., None] - lab[..., 1:])
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def _pupils(sample: Sample) -> Any:
    """The inner part of each iris, where the pupil is even if it cannot be told from a dark iris; 0..1."""
    import cv2

    inside = (sample.mask > 0.5 * float(sample.mask.max())).astype(np.uint8)
    count, labels = cv2.connectedComponents(inside)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    pupil = np.zeros(sample.mask.shape, np.float32)
    for one in range(1, count):
        where = labels == one
        pupil[where] = ramp(depth[where] / max(float(depth[where].max()), 1e-3), 0.52, 0.74)
    return pupil


def red_eye(amount: float) -> BrushPlan:
    """Flash in the pupils: what is redder than any iris becomes dark and neutral; amount 0..1."""

    def work(strip: Strip) -> FloatImage:
        light = strip.light
        other = 0.5 * (light[..., 1] + light[..., 2])
        red = (light[..., 0] - light[..., 1:].max(axis=2)) / np.maximum(light[..., 0], 1e-4)
        # Brown irises stay below a half; flash reddens the whole pupil, its catchlight is white.
        flash = np.asarray(ramp(red, 0.45, 0.62) * ramp(light[..., 0], 0.02, 0.08), np.float32)
        flash = np.clip(gaussian_blur(flash, 0.012 * strip.cm) * 1.3, 0, 1) * np.float32(min(1.0, 2 * amount))
        grey = np.minimum(other, light[..., 0]) * np.float32(0.6)
        return oklab.srgb(light + flash[..., None] * (grey[..., None] - light))

    return lambda sample: Brush(work, reach=round(0.1 * sample.cm / sample.scale) + 2)


def under_eye(amount: float) -> BrushPlan:
    """Dark circles: light and colour of the skin below are brought up, fine texture stays; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        lab, cm = sample.lab, sample.cm
        mask = sample.mask / max(float(sample.mask.max()), 1e-3)
        beyond = (gaussian_blur((mask > 0.3).astype(np.float32), 0.5 * cm) > 0.05) & (mask < 0.1)
        rows = np.arange(len(mask))[:, None] > np.median(np.nonzero(mask > 0.5)[0]) if (mask > 0.5).any() else mask < 0
        cheek = beyond & rows
        if cheek.sum() < 20:
            cheek = mask > 0.5
        aim = np.array([np.quantile(lab[..., channel][cheek], 0.55) for channel in range(3)], np.float32)
        broad = blur_within_mask(lab, np.asarray(mask, np.float32), 0.16 * cm)
        depth = np.clip(aim[0] - broad[..., 0], 0, 0.16)
        strength = np.float32(min(1.0, 1.5 * amount))
        shift = np.zeros_like(lab)
        shift[..., 0] = depth * strength * 0.75 + 0.012 * strength
        shift[..., 1:] = (aim[1:] - broad[..., 1:]) * (strength * 0.65)

        def work(strip: Strip) -> FloatImage:
            change = strip.taken(np.ascontiguousarray(shift), sample)
            new = strip.lab.copy()
            light = np.ascontiguousarray(new[..., 0])
            fine = gaussian_blur(light, 0.03 * strip.cm)
            form = gaussian_blur(light, 0.14 * strip.cm)
            # Lashes stay; the folds of a bag lose half of their depth.
            crease = np.clip(fine - form, -0.06, 0.06)
            new[..., 0] = light - crease * (strength * 0.45) + change[..., 0]
            new[..., 1:] += change[..., 1:]
            return oklab.to_srgb(new)

        return Brush(work, reach=round(0.5 * cm / sample.scale) + 2)

    return plan
