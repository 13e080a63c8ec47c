"""How light each of several cloths in one area is, so that a white collar takes a new colour as well as the black dress under it.

Shadows are no other cloth: they are soft, or their lightness differs by less than that of two cloths.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.filters.frequency_bands import disc, ramp
from catchlight.imaging.picture import FloatPlane
from catchlight.retouch.paint import Sample, Strip

_LIT = 0.72
"""Quantile of lightness that stands for the lit surface."""
_LEAST_CM2, _THICK_CM = 2.5, 0.45
"""Area of a cloth of its own, and half its width somewhere: narrower ones are stripes, which belong to a pattern."""
_LIGHTER, _DARKER = (1.35, 1.8), (2.0, 2.8)
"""Ratios of lightness from which a piece begins to be another cloth, and is one; shadows too are darker."""
_BESIDE_CM, _STEP, _CLEAR = 0.25, 0.13, 0.6
"""How far around a border a step of lightness is looked for, one that light alone does not make, and how much of the border
must show it."""
_SHADOW_CM = 0.6
"""Half the width of the shadows that belong to the cloth around them."""
_EDGE_CM, _EDGES = 0.12, 1e-4


@dataclass(frozen=True)
class LitLightness:
    """OKLab lightness of the lit cloth: ``lit`` for the area as a whole; where it differs, a line of each place's own lightness.

    slope, offset: over the sample, of the logarithm; None for one cloth alone.
    """

    lit: float
    slope: FloatPlane | None = None
    offset: FloatPlane | None = None
    bounds: tuple[float, float] = (0.0, 0.0)

    def of(self, strip: Strip, sample: Sample, light: FloatPlane) -> Any:
        """Lightness of the lit cloth for each pixel of a strip, or one number for all."""
        import cv2

        if self.slope is None:
            return np.float32(self.lit)
        line = strip.taken(self.slope, sample) * light + strip.taken(self.offset, sample)
        return cv2.exp(np.clip(line, *self.bounds).astype(np.float32))


def measure_one_material(sample: Sample) -> LitLightness:
    """An area of one material."""
    return LitLightness(max(sample.quantile(0, _LIT), 0.06))


def measure_materials(sample: Sample) -> LitLightness:
    """An area that may hold several cloths."""
    import cv2

    whole = measure_one_material(sample)
    lit = _lit_of(sample, whole.lit)
    if np.ptp(lit) < 1e-3:
        return whole
    light = np.ascontiguousarray(sample.lab[..., 0])
    plane = np.asarray(_to_edges(lit, sample, light), np.float32)
    side = (2 * max(1, round(_EDGE_CM * sample.cm)) + 1,) * 2
    mean: Any = cv2.blur(light, side)
    wanted: Any = cv2.blur(plane, side)
    variance = cv2.blur(light * light, side) - mean * mean
    slope = (cv2.blur(light * plane, side) - mean * wanted) / (variance + _EDGES)
    offset = wanted - slope * mean
    bounds = (float(plane.min()), float(plane.max()))
    return LitLightness(
        whole.lit,
        np.asarray(cv2.blur(slope, side), np.float32),
        np.asarray(cv2.blur(offset, side), np.float32),
        bounds,
    )


def _lit_of(sample: Sample, usual: float) -> FloatPlane:
    """The logarithm of the lit cloth's lightness over the sample; that of the whole area where it is no cloth of its own."""
    import cv2

    lit = np.full(sample.mask.shape, np.log(usual), np.float32)
    closing, beside = (disc(width * sample.cm) for width in (_SHADOW_CM, _BESIDE_CM))
    light = np.ascontiguousarray(sample.lab[..., 0])
    soft = cv2.GaussianBlur(light, (0, 0), max(0.8, _EDGE_CM * sample.cm))
    step: Any = cv2.dilate(soft, beside) - cv2.erode(soft, beside)
    away = np.log(np.maximum(soft, 0.05) / usual)
    for side, (begins, sure) in ((away, np.log(_LIGHTER)), (-away, np.log(_DARKER))):
        other = (sample.solid & (side > begins)).astype(np.uint8)
        count, pieces, stats, _ = cv2.connectedComponentsWithStats(other)
        for piece in range(1, count):
            if stats[piece, cv2.CC_STAT_AREA] < _LEAST_CM2 * sample.cm**2:
                continue
            shown = (pieces == piece).astype(np.uint8)
            thick = float(cv2.distanceTransform(shown, cv2.DIST_L2, 3).max())
            rim = (cv2.dilate(shown, np.ones((3, 3), np.uint8)) > shown) & sample.solid
            if thick < _THICK_CM * sample.cm or (rim.any() and float((step[rim] > _STEP).mean()) < _CLEAR):
                continue  # a stripe, or light that falls on the same cloth
            own = max(float(np.quantile(light[shown > 0], _LIT)), 0.06)
            share = float(ramp(abs(np.log(own / usual)), begins, sure))
            lit[cv2.morphologyEx(shown, cv2.MORPH_CLOSE, closing) > 0] = (1 - share) * np.log(usual) + share * np.log(
                own
            )
    return lit


def _to_edges(plane: FloatPlane, sample: Sample, light: FloatPlane) -> FloatPlane:
    """Near where two cloths meet each pixel takes the level that its own lightness is nearest to."""
    import cv2

    reach = max(2, round(0.25 * sample.cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    low: Any = cv2.erode(plane, kernel)
    high: Any = cv2.dilate(plane, kernel)
    middle = np.log(np.maximum(light, 0.05))
    return np.where(high - low < 0.1, plane, np.where(middle > 0.5 * (low + high), high, low))
