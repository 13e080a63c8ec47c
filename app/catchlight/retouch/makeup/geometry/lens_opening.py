"""Glasses: where one looks through the lenses at the skin; what lies on the rims or beyond them is no place for make-up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame

_RAYS = 96
_STEPS = 90
_INSIDE, _OUTSIDE = 0.75, 0.35
"""Cm inwards and outwards of the parsed edge of the glasses between which the rim's inner edge lies."""
_STRONG = 0.5
"""Share of a ray's steepest step from which the rim begins."""
_TRUSTED = 0.035
"""Step of OKLab lightness below which a ray has no rim: rimless glasses."""
_SMOOTH = 5
"""Rays over which the edge is smoothed (median)."""
_DARK = 0.55
"""Lightness in a lens against the cheeks' below which it is that of sunglasses."""


def lens_opening(seen: Portrait, glasses: FloatPlane, eyes: Sequence[EyeFrame]) -> FloatPlane:
    """1 where skin is seen, bare or through a lens; 0 on rims and, around each eye, beyond them. glasses: as parsed, HxW."""
    import cv2

    free = np.zeros(glasses.shape, np.uint8)
    light = gaussian_blur(oklab.lightness(oklab.linear(_rgb(seen))), max(0.6, 0.02 * seen.pose.px_per_cm))
    for eye in eyes:
        edge = _lens_edge(light, glasses, eye, seen.pose.px_per_cm)
        cv2.fillPoly(free, [np.round(edge * 16).astype(np.int32)], 1, shift=4)
    soft = cv2.GaussianBlur(free.astype(np.float32), (0, 0), max(0.6, 0.02 * seen.pose.px_per_cm))
    # Below and far beside the glasses the face is free; above them a brow is.
    reach = max(1, round(0.35 * seen.pose.px_per_cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    near = cv2.dilate((glasses > 0.35).astype(np.uint8), kernel).astype(np.float32)
    beyond = 1 - cv2.GaussianBlur(near, (0, 0), max(0.6, 0.05 * seen.pose.px_per_cm))
    return np.asarray(np.maximum(soft, beyond), np.float32)


def hides_eyes(seen: Portrait, glasses: FloatPlane, eyes: Sequence[EyeFrame], cheeks: FloatPlane) -> bool:
    """Whether lenses are too dark to see the eyes through. cheeks: mask HxW."""
    import cv2

    light = oklab.lightness(oklab.linear(_rgb(seen)))
    lens = np.zeros(glasses.shape, np.uint8)
    for eye in eyes:
        ring = eye.centre + 1.35 * (eye.opening - eye.centre)
        cv2.fillPoly(lens, [np.round(ring).astype(np.int32)], 1)
    inside = (lens > 0) & (glasses > 0.5)
    if inside.sum() < 0.5 * lens.sum() or not (cheeks > 0.5).any():
        return False
    return float(np.quantile(light[inside], 0.8)) < _DARK * float(np.median(light[cheeks > 0.5]))


def _rgb(seen: Portrait) -> FloatPlane:
    return np.asarray(seen.picture.rgb8.astype(np.float32) / 255, np.float32)


def _lens_edge(light: FloatPlane, glasses: FloatPlane, eye: EyeFrame, cm: float) -> Doubles:
    """Polygon of the inner edge of the rim around an eye."""
    import cv2

    angles = np.linspace(0, 2 * np.pi, _RAYS, endpoint=False)
    rays = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    reach = np.linspace(0, 3.6 * cm, _STEPS * 2)
    points = (eye.centre + reach[:, None, None] * rays).astype(np.float32)
    covered = cv2.remap(glasses, points[..., 0], points[..., 1], cv2.INTER_LINEAR)
    lightness = cv2.remap(light, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    steps = np.abs(np.gradient(lightness, axis=0)) * (0.05 * cm / (reach[1] - reach[0]))
    inner = np.full(_RAYS, np.nan)
    for number in range(_RAYS):
        # The lens ends where the glasses do, for the first time beyond the eye itself.
        out = np.flatnonzero((covered[:, number] < 0.4) & (reach > 0.6 * cm))
        end = reach[out[0]] if len(out) else reach[-1]
        span = (reach > max(0.55 * cm, end - _INSIDE * cm)) & (reach < end + _OUTSIDE * cm)
        found = np.where(span, steps[:, number], 0)
        most = float(found.max())
        first = int(np.argmax(found >= _STRONG * most))
        inner[number] = reach[first] - 0.04 * cm if most >= _TRUSTED else end
    wrapped = np.concatenate([inner[-_SMOOTH:], inner, inner[:_SMOOTH]])
    window = np.lib.stride_tricks.sliding_window_view(wrapped, 2 * _SMOOTH + 1)
    return np.asarray(eye.centre + np.median(window, axis=1)[:, None] * rays)
