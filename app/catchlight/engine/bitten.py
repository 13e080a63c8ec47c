"""Cloth that a matte took for background: a hole in a shirt, a sleeve in deep shade at the picture's border.

What lies within the body, in colours of the cloth about it that the background has not, is cloth. Colours are told by their
histograms, as regions are in interactive segmentation (Boykov and Jolly 2001).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import ByteImage, FloatPlane
from catchlight.engine.retouch.bands import blurred, disc

Mask = npt.NDArray[np.bool_]
_Histogram = npt.NDArray[np.floating[Any]]

_PER_CM = 8.0
"""Pixels for a cm at which bites are looked for: they are wide."""
_SOLID, _LOST, _BACK = 0.95, 0.6, 0.05
_DEEP_CM, _NEAR_CM = 2.5, 1.5
"""Half the width up to which something bites into a body, and how far around it cloth is compared."""
_WIDE_CM, _LEAST_CM2 = 0.2, 1.2
"""Half the least width and the least size of a bite: gaps between locks are smaller."""
_BINS, _SMOOTH = 20, 0.7
"""Bins of a channel (CIE Lab), and the Gaussian width in bins that makes up for few pixels."""
_LIKE, _LIKE_BORDER = 0.7, 0.9
"""Likelihood of cloth's colours against the background's from which a hole is cloth, and a bite at a picture's side: what
lies there may be another's sleeve or a flag."""
_COMMON, _RARE = 0.002, 0.008
"""Share of its colours in cloth, the least, and in the background, the most, as medians over the bite."""
_VAGUE = 1e-5
_SEAM_CM, _FADE_CM = 0.4, 0.1


def made_whole(rgb: ByteImage, alpha: FloatPlane, chin: float, cm: float) -> FloatPlane:
    """``alpha`` (HxW) of ``rgb`` (HxWx3) with bites into clothes filled.

    chin: the row above which nothing is looked for. cm: pixels for one cm.
    """
    import cv2

    scale = min(1.0, _PER_CM / cm)
    height, width = alpha.shape
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    matte = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.float32)
    top = int(np.clip(chin * scale, 0, size[1]))
    if not (matte[top:] < _LOST).any():
        return alpha
    small = cv2.GaussianBlur(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2LAB), np.uint8)
    filled = _bites(lab, matte, top, cm * scale)
    if not filled.any():
        return alpha
    # The matte's soft edge round a bite lies within the body too.
    wide: Any = cv2.dilate(filled.astype(np.uint8), disc(_SEAM_CM * cm * scale))
    body = ((matte > _SOLID) | filled).astype(np.uint8)
    wide &= cv2.morphologyEx(body, cv2.MORPH_CLOSE, disc(2 * _SEAM_CM * cm * scale), borderType=cv2.BORDER_REPLICATE)
    soft = cv2.resize(
        blurred(wide.astype(np.float32), _FADE_CM * cm * scale), (width, height), interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(np.maximum(alpha, soft), np.float32)


def _bites(lab: ByteImage, matte: FloatPlane, top: int, cm: float) -> Mask:
    """What is missing in the body below row ``top``, HxW."""
    import cv2

    solid = matte > _SOLID
    within = _body(solid, max(1, round(_DEEP_CM * cm)))
    back = ~within & (matte < _BACK)
    lost = (within & (matte < _LOST)).astype(np.uint8)
    lost[:top] = 0
    found = np.zeros(matte.shape, bool)
    if not back.any() or not lost.any():
        return found
    lost = np.asarray(cv2.morphologyEx(lost, cv2.MORPH_OPEN, disc(_WIDE_CM * cm)), np.uint8)
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(lost)
    large = [piece for piece in range(1, count) if stats[piece, cv2.CC_STAT_AREA] > _LEAST_CM2 * cm**2]
    if not large:
        return found
    colours = _histogram(lab[back])
    for piece in large:
        left, across = stats[piece, cv2.CC_STAT_LEFT], stats[piece, cv2.CC_STAT_WIDTH]
        beside = bool(left == 0 or left + across == matte.shape[1])
        at = pieces == piece
        near = (cv2.dilate(at.astype(np.uint8), disc(_NEAR_CM * cm)) > 0) & solid
        if near.any() and _is_cloth(lab[at], _histogram(lab[near]), colours, _LIKE_BORDER if beside else _LIKE):
            found |= at
    return found


def _body(solid: Mask, reach: int) -> Mask:
    """What lies between parts of a body, or between them and the picture's lower borders: beyond those it goes on."""
    import cv2

    # By distances: as a round kernel so large would, in a tenth of the time.
    wide = cv2.copyMakeBorder(solid.astype(np.uint8), reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=1)
    wide[:reach] = 0
    near = (cv2.distanceTransform(1 - wide, cv2.DIST_L2, 5) <= reach).astype(np.uint8)
    closed = (cv2.distanceTransform(near, cv2.DIST_L2, 5) > reach)[reach:-reach, reach:-reach] | solid
    filled = closed.astype(np.uint8)
    contours, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    return filled > 0


def _is_cloth(colours: Any, cloth: _Histogram, back: _Histogram, likeness: float) -> bool:
    at = tuple((colours.astype(np.int64) * _BINS // 256).T)
    worn, behind = cloth[at], back[at]
    like = float((worn / (worn + behind + _VAGUE)).mean())
    return like > likeness and float(np.median(worn)) > _COMMON and float(np.median(behind)) < _RARE


def _histogram(colours: Any) -> _Histogram:
    from scipy.ndimage import gaussian_filter

    first, second, third = (colours.astype(np.int64) * _BINS // 256).T
    counts = np.bincount((first * _BINS + second) * _BINS + third, minlength=_BINS**3)
    smooth = gaussian_filter(counts.reshape((_BINS,) * 3).astype(np.float64), _SMOOTH)
    return np.asarray(smooth / max(float(smooth.sum()), 1e-6))
