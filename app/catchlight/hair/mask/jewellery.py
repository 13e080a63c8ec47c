"""Earrings before the hair, which parsing takes for hair: gold on dark strands stands off them in light and in colour."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.picture import ByteImage, FloatPlane

_BESIDE = (132, 361)
"""Landmarks of the outline of the face at the height of the lobes."""
_ASIDE_CM, _ABOVE_CM, _BELOW_CM = 3.0, 1.5, 5.0
"""What is looked at around them."""
_FINEST = 32.0
"""Pixels for a centimetre that are enough to see a ring."""
_SMOOTH_CM, _STRANDS_CM = 0.02, 0.9
_HAIR = 0.8
_COLOUR, _SPREADS, _LIGHT = 12.0, 4.0, 10.0
"""How far gold stands off the strands around it: in a*b*, at least and by what 84 % of that hair keeps to, and in L* of 255."""
_FAINT, _NEAR_CM = 0.3, 0.2
"""Share of that colour from which something so near to gold is gold too: its dull side, and its rim over the strands."""
_LEAST_CM2 = 0.18
"""Area from which it is jewellery: rings have 0.25 and 0.30, lit strands and gaps on fourteen heads 0.15 at most."""
_PEAK_CM, _FULL = 0.06, 1.2
"""Reach within which gold is as light as it gets, and how much its light counts against that: its edge lets strands through."""


def remove_earrings(matte: FloatPlane, rgb: ByteImage, marks: npt.NDArray[np.floating], px_per_cm: float) -> None:
    """Take earrings out of a matte of hair, HxW in 0..1, in place.

    rgb: HxWx3, the same pixels. marks: Nx2, the face's landmarks in them.
    """
    height, width = matte.shape
    for x, y in marks[list(_BESIDE)]:
        left, right = (int(np.clip(x + side * _ASIDE_CM * px_per_cm, 0, width)) for side in (-1, 1))
        top, bottom = (int(np.clip(y + reach * px_per_cm, 0, height)) for reach in (-_ABOVE_CM, _BELOW_CM))
        if min(right - left, bottom - top) > px_per_cm:
            part = (slice(top, bottom), slice(left, right))
            _without(matte[part], np.ascontiguousarray(rgb[part]), px_per_cm)


def _without(matte: FloatPlane, rgb: ByteImage, px_per_cm: float) -> None:
    import cv2

    height, width = matte.shape
    scale = min(1.0, _FINEST / px_per_cm)
    cm = px_per_cm * scale
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)
    hair = cv2.resize(matte, size, interpolation=cv2.INTER_AREA) > _HAIR
    if hair.sum() < cm**2:
        return
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), max(0.5, _SMOOTH_CM * cm)), cv2.COLOR_RGB2LAB)
    around = cv2.medianBlur(lab, max(3, round(_STRANDS_CM * cm) | 1))
    light, *colour = cv2.split(lab.astype(np.float32) - around)
    away = cv2.magnitude(*colour)
    enough = max(_COLOUR, _SPREADS * float(np.percentile(away[hair], 84)))
    sure = hair & (away > enough) & (light > _LIGHT)
    if sure.sum() < _LEAST_CM2 * cm**2:
        return
    near = cv2.dilate(sure.astype(np.uint8), disc(_NEAR_CM * cm))
    gold = near * np.clip((away / np.float32(enough) - _FAINT) / (1 - _FAINT), 0, 1) * np.clip(light / _LIGHT, 0, 1)
    # Between gold and dark strands lies less light: kept in full, it would be a black outline in a light colour.
    lit = np.maximum(light, 0) * np.asarray(gold, np.float32)
    peak = cv2.dilate(lit, disc(_PEAK_CM * cm))
    share = gold * np.clip(_FULL * light / np.maximum(peak, np.float32(_LIGHT)), 0, 1)
    matte *= 1 - np.clip(
        cv2.resize(np.asarray(share, np.float32), (width, height), interpolation=cv2.INTER_LINEAR), 0, 1
    )
