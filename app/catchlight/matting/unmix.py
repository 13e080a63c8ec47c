"""Single hairs in a matte: the rim that a network rounds off is drawn anew along the colours of the photo.

Where hair and background are alike colours say nothing, and the rim is the network's. Neither a pixel's place on the line between
both sides' mean colours (Chuang et al. 2001) nor colours that occur on one side alone, the weave of a wall or the vividness of
a strip of light earned their keep: before fourteen grounds mattes were better without each of them.

References:
    Y.-Y. Chuang et al., "A Bayesian approach to digital matting", CVPR 2001, doi:10.1109/CVPR.2001.990970 (compared with,
    not used).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.frequency_bands import blur_within_mask, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting import hair_recall
from catchlight.matting.closed_form import along_colours
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

_LONGEST = 1000
"""Longer side at which both sides' colours and the lines of colours along the rim are found."""
_INSIDE, _OUTSIDE = 0.985, 0.015
_REACH_CM = 0.35
"""How far around a pixel the colours of both sides are looked for."""
_KNOWN = (0.01, 0.06)
"""Share of a side in what is looked at, from which its colours are known, and fully."""
_APART = (0.06, 0.2)
"""Distance of both sides' colours, sRGB, from where lines of colours tell nothing to full trust."""
_ROOM = 0.5
"""How far lines of colours may add to the matte."""
_NONE, _ALL = 0.02, 0.93
"""Shares that lines of colours leave of what is background, and that they give what is wholly the person."""
_STRIP = 250_000
_PARSED = 900


def fine_alpha(portrait: Portrait) -> FloatPlane:
    """The portrait's alpha with its rim drawn anew, HxW float32 in 0..1; kept with the portrait."""
    return portrait.kept(
        "backdrop:fine_alpha",
        lambda: unmix_rim(portrait.picture.pixels, add_missed_hair(portrait), portrait.pose.px_per_cm),
    )


def add_missed_hair(portrait: Portrait) -> FloatPlane:
    """The alpha with the hair that it missed."""
    import cv2

    alpha = portrait.alpha
    # Parsing knows nothing finer, and planes of a whole photo are large.
    seen = view(portrait, None, _PARSED)
    hair = hair_recall.recover_hair_alpha(
        seen.picture.rgb8, seen.alpha, seen.parsing.plane([head_parsing.HAIR]), seen.pose.px_per_cm
    )
    if hair is None:
        return alpha
    whole = cv2.resize(hair, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.maximum(alpha, whole, out=whole), np.float32)


def unmix_rim(pixels: Pixels, alpha: FloatPlane, cm: float) -> FloatPlane:
    """``alpha`` (HxW) of ``pixels`` (HxWx3 or x4) with its rim drawn anew; cm: pixels for one cm."""
    import cv2

    height, width = alpha.shape
    top = np.float32(np.iinfo(pixels.dtype).max)
    scale = min(1.0, _LONGEST / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(pixels[..., :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    matte = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.float32)
    planes = np.dstack([along_colours(small, matte), _told(small, matte, max(2.0, _REACH_CM * cm * scale))])
    fine = alpha.copy()
    count = max(16, _STRIP // width)
    for start in range(0, height, count):
        rows = slice(start, min(height, start + count))
        # A trace of what is no person would show as a line round it on black.
        fine[rows][alpha[rows] <= _OUTSIDE] = 0
        band = (alpha[rows] > _OUTSIDE) & (alpha[rows] < _INSIDE)
        if not band.any():
            continue
        slope, offset, told = _rows(planes, rows, (height, width))[band].T
        coarse = alpha[rows][band]
        drawn = slope * ((pixels[rows][band][:, :3].astype(np.float32) / top) @ LUMINANCE) + offset
        found = np.minimum(np.clip((drawn - _NONE) / (_ALL - _NONE), 0, 1), coarse + _ROOM)
        fine[rows][band] = coarse + (found - coarse) * told
    return np.clip(fine, 0, 1, out=fine)


def _told(image: FloatImage, matte: FloatPlane, reach: float) -> FloatPlane:
    """How far colours tell both sides of the rim apart, HxW in 0..1: the noise of black hair before a dark hill draws lines
    of its own. Where one side is not near, they are believed. image: HxWx3 sRGB in 0..1."""

    def side(where: Mask) -> tuple[Any, Any]:
        mask = where.astype(np.float32)
        return blur_within_mask(image, mask, reach), ramp(gaussian_blur(mask, reach), *_KNOWN)

    (fore, fore_known), (back, back_known) = side(matte > _INSIDE), side(matte < _OUTSIDE)
    apart = vec3.length(fore - back)
    return np.asarray(1 - fore_known * back_known * (1 - ramp(apart, *_APART)), np.float32)


def _rows(planes: FloatPlane, rows: slice, shape: tuple[int, int]) -> FloatPlane:
    import cv2

    sy, sx = planes.shape[0] / shape[0], planes.shape[1] / shape[1]
    matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, (rows.start + 0.5) * sy - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (shape[1], rows.stop - rows.start)
    return np.asarray(cv2.warpAffine(planes, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)
