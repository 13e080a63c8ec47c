"""What cannot be half transparent: a colour that no mixture with the background behind it gives.

A matting network is unsure of what it has seldom seen on people, a ring behind a neck or a helmet, and leaves it half
transparent. Colours mix as light does: where the background is known, a pixel that is far darker or lighter than it tells
how much of it at least is not background, whatever the rest is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging import vec3
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import ByteImage, FloatPlane

_BACK = 0.03
"""Alpha of what is background."""
_DOUBT = (0.06, 0.96)
"""Between these a matte is in doubt."""
_WIDE_CM = 0.3
"""Half the width from which doubt is about a thing and not about its edge, its hairs or its blur."""
_NEAR_CM = 2.0
"""So far from it the background behind a thing is looked for."""
_DEVIATIONS, _VAGUE = 2.0, 0.015
"""How far backgrounds stray, in standard deviations and in linear light besides."""
_LEAST, _RIM = 0.6, 0.25
"""Share that is no background from which a pixel is surely a thing's, and from which it is so beside others."""
_MOST, _LEAST_CM2, _HOLE_CM2 = 0.5, 1.0, 3.0
"""Share of a doubted place that must be sure, its least size, and that of holes in it which stay."""
_SHADOW, _HUE = 0.12, 0.2
"""Share of its light that a shadow leaves a background at least, and how far the channels of a shadow may differ in it."""


def solidify_opaque(rgb: ByteImage, alpha: FloatPlane, cm: float) -> FloatPlane:
    """``alpha`` (HxW) of ``rgb`` (HxWx3) with things made solid that it leaves half transparent; cm: pixels for one cm."""
    import cv2

    reach = max(1, round(_WIDE_CM * cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    doubted: Any = ((alpha > _DOUBT[0]) & (alpha < _DOUBT[1])).astype(np.uint8)
    wide: Any = cv2.dilate(cv2.morphologyEx(doubted, cv2.MORPH_OPEN, kernel), kernel) & doubted
    count, pieces, found, _ = cv2.connectedComponentsWithStats(wide)
    large = (found[:, cv2.CC_STAT_AREA] > _LEAST_CM2 * cm**2) & (np.arange(count) > 0)
    if not large.any():
        return alpha
    rows, columns = (np.flatnonzero(large[pieces].any(axis=axis)) for axis in (1, 0))
    room = round(2 * _NEAR_CM * cm)
    box = np.s_[max(0, rows[0] - room) : rows[-1] + room + 1, max(0, columns[0] - room) : columns[-1] + room + 1]
    share, shaded = _unmixable(rgb[box], alpha[box], cm)
    sure = (share > _LEAST) & ~shaded
    told = np.bincount(pieces[box].ravel(), sure.ravel(), count) / np.maximum(found[:, cv2.CC_STAT_AREA], 1)
    large &= told > _MOST
    if not large.any():
        return alpha
    doubted = doubted[box]
    thing: Any = cv2.dilate(large[pieces[box]].astype(np.uint8), kernel)
    # Its rim is what is no background there; what is enclosed between it and the person belongs to it.
    person = (alpha[box] > _DOUBT[1]).astype(np.uint8)
    whole = cv2.morphologyEx(person | (thing & doubted & (share > _RIM)), cv2.MORPH_CLOSE, kernel)
    solid = person | (_filled(whole, _HOLE_CM2 * cm**2) & thing & doubted)
    result = alpha.copy()
    result[box] = np.maximum(alpha[box], gaussian_blur(solid.astype(np.float32), 0.8) * (alpha[box] > 0))
    return result


def _filled(mask: Any, most: float) -> Any:
    """A uint8 mask without holes of fewer than ``most`` pixels."""
    import cv2

    _, holes, found, _ = cv2.connectedComponentsWithStats(1 - mask, connectivity=4)
    small = found[:, cv2.CC_STAT_AREA] < most
    small[0] = True
    return small[holes].astype(np.uint8)


def _unmixable(rgb: ByteImage, alpha: FloatPlane, cm: float) -> tuple[FloatPlane, Any]:
    """The least share of each pixel that is no background, 0 where no background is near; and where a shadow on it would do."""
    light = oklab.linear(rgb.astype(np.float32) / np.float32(255))
    back = (alpha < _BACK).astype(np.float32)
    radius = _NEAR_CM * cm
    behind = blur_within_mask(light, back, radius)
    stray = np.sqrt(np.maximum(blur_within_mask(light * light, back, radius) - behind * behind, 0))
    room = np.float32(_DEVIATIONS) * stray + np.float32(_VAGUE)
    darker = (behind - light - room) / np.maximum(behind, np.float32(1e-3))
    lighter = (light - behind - room) / np.maximum(1 - behind, np.float32(1e-3))
    least = vec3.largest(np.maximum(darker, lighter))
    left = light / np.maximum(behind, np.float32(1e-3))
    low, high = vec3.smallest(left), vec3.largest(left)
    shaded = (low > _SHADOW) & (high - low < _HUE * high) & (high < 1)
    known = gaussian_blur(back, radius) > 0.02
    return np.asarray(np.where(known, np.clip(least, 0, 1), 0), np.float32), shaded
