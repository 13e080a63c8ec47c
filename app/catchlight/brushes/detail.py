"""Tools that look at each pixel's surroundings: smooth, by bands as skin is retouched, and sharpen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.brushes.edits import BrushEdit
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage
from catchlight.retouch import skin
from catchlight.retouch.paint import Sample, Strip

_FINE_CM = 0.014
"""Gaussian width of what is sharpened, on the person: lashes, and edges of about that breadth."""
_LEAST = 0.8
"""Of it, in pixels."""
_GAIN, _HALO = 1.6, 0.06
"""Of the fine band at full strength, and the step of OKLab L beyond which it would ring."""


def reach(edit: BrushEdit, cm: float) -> int:
    """Pixels around a pixel that its result depends on; cm: pixels for one cm of the person."""
    if edit.tool == "smooth":
        return skin.smooth(edit.amount)(_sample(np.zeros((1, 1, 3), np.float32), cm)).reach
    return round(3 * _width(cm)) + 1 if edit.tool == "sharpen" else 0


def smooth(rgb: FloatImage, edit: BrushEdit, cm: float) -> FloatImage:
    """sRGB in 0..1 with blotches and bumps evened out; pores, hairs and features stay."""
    height, width = rgb.shape[:2]
    sample = _sample(rgb, cm)
    core = (slice(0, height), slice(0, width))
    strip = Strip(rgb, sample.mask, sample.box, core, cm, lambda: oklab.linear(rgb))
    return skin.smooth(edit.amount)(sample).work(strip)


def sharpen(rgb: FloatImage, edit: BrushEdit, cm: float) -> FloatImage:
    """sRGB in 0..1 with its finest band of lightness raised; colours as they are."""
    lab = oklab.from_srgb(rgb)
    light = np.ascontiguousarray(lab[..., 0])
    fine = light - gaussian_blur(light, _width(cm))
    lab[..., 0] = np.clip(light + np.clip(fine * np.float32(_GAIN * edit.amount), -_HALO, _HALO), 0, 1)
    return oklab.to_srgb(lab)


def seen_from_afar(edits: Sequence[BrushEdit], share: float) -> tuple[BrushEdit, ...]:
    """Edits for a copy of ``share`` (0..1) times the size: of detail that falls together there less is raised."""
    return tuple(
        edit.model_copy(update={"amount": edit.amount * share}) if edit.tool == "sharpen" else edit for edit in edits
    )


def _width(cm: float) -> float:
    return max(_LEAST, _FINE_CM * cm)


def _sample(rgb: FloatImage, cm: float) -> Sample:
    height, width = rgb.shape[:2]
    return Sample(rgb, np.ones((height, width), np.float32), (0, 0, width, height), 1.0, cm)
