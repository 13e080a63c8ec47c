"""Sharpness of an area: softer, sharper, or out of focus as a lens draws it."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip


def soften(amount: float) -> BrushPlan:
    """Detail fades, forms and edges stay readable; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        sigma = (0.05 + 0.12 * amount) * sample.cm / sample.scale
        share = np.float32(min(0.9, 1.3 * amount))

        def work(strip: Strip) -> FloatImage:
            return np.asarray(strip.rgb + share * (gaussian_blur(strip.rgb, sigma) - strip.rgb), np.float32)

        return Brush(work, reach=round(3 * sigma) + 2)

    return plan


def sharpen(amount: float) -> BrushPlan:
    """Detail of lightness is strengthened, without halos at strong edges and without lifting grain; amount 0..1."""

    def plan(sample: Sample) -> Brush:
        broad = float(np.clip(0.05 * sample.cm / sample.scale, 1.2, 6))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            light = np.ascontiguousarray(lab[..., 0])
            new = light
            for sigma, share in ((0.5 * broad, 1.1), (broad, 0.8)):
                detail = light - gaussian_blur(light, sigma)
                calm = ramp(np.abs(detail), 0.002, 0.01) / (1 + (np.abs(detail) / 0.06) ** 2)
                new = new + detail * calm * np.float32(share * 2 * amount)
            lab[..., 0] = np.clip(new, 0, 1)
            return oklab.to_srgb(lab)

        return Brush(work, reach=round(3 * broad) + 2)

    return plan


def defocus(radius: float) -> BrushPlan:
    """A thing out of focus: a disc of ``radius`` pixels of the picture, in linear light."""

    def plan(sample: Sample) -> Brush:
        def work(strip: Strip) -> FloatImage:
            return oklab.srgb(disc_blur(strip.light, radius))

        return Brush(work, reach=round(radius) + 2)

    return plan


def disc_blur(light: FloatImage, radius: float) -> FloatImage:
    """Mean over a disc with an antialiased rim; wide ones at a reduced size. Channels in the last axis, or a plane."""
    import cv2

    step = max(1.0, radius / 9)
    height, width = light.shape[:2]
    small = light
    if step > 1:
        size = (max(2, round(width / step)), max(2, round(height / step)))
        small = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    reach = radius / step
    line = np.arange(-int(reach) - 1, int(reach) + 2, dtype=np.float32)
    disc = np.clip(reach + 0.5 - np.hypot(line[:, None], line[None]), 0, 1)
    mean = cv2.filter2D(small, -1, disc / disc.sum(), borderType=cv2.BORDER_REFLECT)
    if step > 1:
        mean = cv2.resize(mean, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.maximum(mean, 0), np.float32)
