"""Lip gloss: wet light on the fullest parts of the lips, broken by their lines, on the side that the photo's light comes from."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.face_window import FaceWindow
from catchlight.retouch.makeup.geometry.lip_shape import LOWER_INNER, LOWER_OUTER, UPPER_INNER, UPPER_OUTER
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_COLUMNS = 41
_BRIGHTEST = 0.93
"""OKLab lightness of a wet highlight."""


def gloss_light(person: Portrait) -> Area:
    """Where wet lips catch the light, 0..1."""
    xy = person.landmarks.xy
    canvas = FaceWindow.around(person, xy[list(LOWER_OUTER + UPPER_OUTER)], 0.2 * person.pose.px_per_cm)
    aside = float(np.clip(0.22 * person.light.direction[0], -0.16, 0.16))
    lower = _band(canvas, xy[list(LOWER_INNER)], xy[list(LOWER_OUTER)], (0.4, 0.2), ((0.5 + aside, 0.15, 1.0),))
    bow = ((0.37 + 0.5 * aside, 0.07, 0.55), (0.63 + 0.5 * aside, 0.07, 0.55))
    upper = _band(canvas, xy[list(UPPER_INNER)], xy[list(UPPER_OUTER)], (0.62, 0.13), bow)
    return Area(canvas.box, np.asarray(np.maximum(lower, upper) * canvas.uncovered(), np.float32))


def gloss(amount: float) -> BrushPlan:
    """Wet shine over an area of ``gloss_light``; amount 0..1. The lips' own shine grows, their lines break it."""
    strength = np.float32(min(1.0, 0.35 + 0.75 * amount))

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.5)
        cm = sample.cm / sample.scale
        room = max(0.0, _BRIGHTEST - usual)

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            own = np.ascontiguousarray(lab[..., 0])
            lines = gaussian_blur(own, 0.015 * cm) - gaussian_blur(own, 0.09 * cm)
            wide = gaussian_blur(own, 0.2 * cm)
            # Ridges between the lines of a lip are wet, the lines themselves stay dark.
            ridges = ramp(lines, -0.02, 0.03)
            glow = 0.2 + 0.42 * ridges
            lab[..., 0] = own + strength * (room * glow + 0.8 * np.maximum(own - wide - 0.02, 0) * (1 - own))
            lab[..., 1:] *= (1 - strength * 0.55 * glow)[..., None]
            return oklab.to_srgb(lab)

        return Brush(work, reach=round(0.6 * cm) + 2)

    return plan


def _band(
    canvas: FaceWindow,
    inner: Doubles,
    outer: Doubles,
    across: tuple[float, float],
    spots: tuple[tuple[float, float, float], ...],
) -> FloatPlane:
    """Soft light on a lip. across: middle and spread from its inner to its outer edge; spots: middle, spread along the lip, and
    strength of each."""
    import cv2

    at = np.linspace(0, len(inner) - 1, _COLUMNS)
    numbers = np.arange(len(inner))
    low, high = (
        np.stack([np.interp(at, numbers, edge[:, axis]) for axis in (0, 1)], axis=-1) for edge in (inner, outer)
    )
    order = 1 if low[-1, 0] > low[0, 0] else -1
    low, high = low[::order], high[::order]
    plane = np.zeros(canvas.shape, np.float32)
    layers = 15
    for step in range(layers):
        first, last = step / layers, (step + 1) / layers
        depth = np.exp(-(((first + last) / 2 - across[0]) ** 2) / (2 * across[1] ** 2))
        for column in range(_COLUMNS - 1):
            along = (column + 0.5) / (_COLUMNS - 1)
            light = max(peak * np.exp(-((along - middle) ** 2) / (2 * spread**2)) for middle, spread, peak in spots)
            if depth * light < 0.02:
                continue
            quad = [
                low[column + right] + share * (high[column + right] - low[column + right])
                for right, share in ((0, first), (1, first), (1, last), (0, last))
            ]
            points = np.round((np.array(quad) - canvas.box[:2]) * 16).astype(np.int32)
            cv2.fillConvexPoly(plane, points, float(depth * light), shift=4)
    return np.asarray(gaussian_blur(plane, 0.03 * canvas.person.pose.px_per_cm), np.float32)
