"""Single hairs across skin: long lines of the hair's lightness, much finer than a wrinkle, healed with the skin beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import erode_mask
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup import thin_lines

_FINEST, _COARSEST = 60.0, 16.0
"""Pixels per cm at which hairs are looked for, and below which none can be told from a pore."""
_FINE_PX, _WRINKLE_CM = (0.7, 1.2), 0.06
"""Widths (Gaussian) of a hair and of a wrinkle."""
_FINER = 0.8
"""The response of a hair's width by that of a wrinkle's, each by its own width, from which a line is a hair."""
_LONG_CM, _WIDE_CM, _WIDE_PX, _STRAIGHT, _CLEAR = 0.8, 0.07, 3.5, 1.0, 2.2
"""How far a hair goes at least, how wide it is at most, its extent by its length, and its response by the least that counts."""
_INSIDE_CM = 0.08
"""How far from the border of skin a line must lie: lids, nostrils and the hairline are lines as well."""
_TIMES, _SHARE, _LEAST = 9.0, 0.05, 0.012
"""A line's response by the median of the skin's, the share of skin that may exceed it, and its least, in full scale."""
_APART = 0.06
"""Difference of lightness (full scale) of hair and skin below which one cannot be told before the other."""


@dataclass(frozen=True)
class SkinStrands:
    """Hairs on skin. area: their soft mask; skin: what is to be seen there, hxwx3 over its box; grain: its deviation."""

    area: Area
    skin: FloatImage
    grain: float


def find(pixels: Pixels, box: Window, skin: FloatPlane, hair: FloatPlane, cm: float) -> SkinStrands:
    """Hairs across bare skin. skin, hair: HxW in 0..1 over ``box``; cm: pixels for one cm."""
    import cv2

    x0, y0, x1, y1 = box
    scale = min(1.0, _FINEST / cm)
    size = (max(16, round((x1 - x0) * scale)), max(16, round((y1 - y0) * scale)))
    small = cm * scale
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb: Any = cv2.resize(pixels[y0:y1, x0:x1, :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    bare, strands = (
        np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.float32) for one in (skin, hair)
    )
    lines = _lines(rgb, bare, strands, small) if small >= _COARSEST else np.zeros(bare.shape, bool)
    soft = cv2.GaussianBlur(cv2.dilate(lines.astype(np.float32), disc(1)), (0, 0), 0.7)
    mask = np.asarray(np.clip(1.5 * soft, 0, 1) * bare, np.float32)
    known = np.asarray(bare * (1 - np.clip(4 * mask, 0, 1)), np.float32)
    filled = inpaint.fill_smoothly(rgb, known)
    full = np.asarray(cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), np.float32)
    grain = inpaint.measure_grain(rgb * 255, bare > 0.9) / 255
    return SkinStrands(Area(box, full), filled, grain)


def _lines(rgb: FloatImage, skin: FloatPlane, hair: FloatPlane, cm: float) -> Mask:
    light = np.asarray(rgb @ np.array([0.3, 0.6, 0.1], np.float32))
    none = np.zeros(light.shape, bool)
    within, locks = erode_mask(skin > 0.7, _INSIDE_CM * cm), hair > 0.6
    if int(within.sum()) < 500 or int(locks.sum()) < 500:
        return none
    apart = float(np.median(light[within])) - float(np.median(light[locks]))
    if abs(apart) < _APART:
        return none
    shown = inpaint.fill_smoothly(light[..., None], np.asarray(skin > 0.5, np.float32))[..., 0]
    dark = apart > 0
    fine = thin_lines.ridges(shown, _FINE_PX, dark=dark)
    broad = thin_lines.ridges(shown, (_WRINKLE_CM * cm,), dark=dark)
    response = np.where(fine > _FINER * broad, fine, 0).astype(np.float32)
    least = thin_lines.threshold_of(fine, within, _TIMES, _SHARE, _LEAST)
    labels, lines = thin_lines.find_lines(response, within, least)
    kept = [
        line
        for line in lines
        if line.width < max(_WIDE_CM * cm, _WIDE_PX)
        and line.extent > max(_LONG_CM * cm, _STRAIGHT * line.length)
        and line.strength > _CLEAR * least
    ]
    return thin_lines.keep_lines(labels, kept)
