"""Strands with the light behind them: lighter than what is beside the hair, where the hair itself is darker, or as dark."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Bytes, Singles
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.picture import FloatPlane

_EVEN, _UNEVEN = 0.05, 0.11
"""Spread (0..1 units) of the surroundings up to which what stands off them is a strand, and from which that tells nothing."""
_PEAK_CM, _GAIN = 0.2, 1.7
"""How far around the strongest strand is looked for that counts in full, and how much the rest counts beside it: with less, the
soft edges of strands keep their old colour."""
_FAINTEST = 0.22
"""Distance from the surroundings that counts in full at least: fainter strands are out of focus, and let them through."""
_GRAIN_CM = 0.03
REACH_CM = 2.2
"""How far beyond the matte such strands are followed."""
_SOME, _TOUCHED = 0.12, 0.1
"""Share of a strand, and of hair, from which both hang together."""


def contrast_to_surroundings(offset: Singles, spread: FloatPlane) -> tuple[FloatPlane, FloatPlane]:
    """How far each pixel stands off its surroundings, 0..1, and how far these are even enough for that to mean a strand, 0..1.

    offset: HxWx3, from the colour of the surroundings; spread: HxW, deviation of these.
    """
    away = np.sqrt(np.einsum("...c,...c->...", offset, offset)) - spread
    even = (np.float32(_UNEVEN) - spread) / np.float32(_UNEVEN - _EVEN)
    return np.asarray(np.clip(away, 0, 1), np.float32), np.asarray(np.clip(even, 0, 1), np.float32)


def share_by_contrast(away: Bytes, cm: float) -> Bytes:
    """Share of hair, 255 for all, by how far pixels stand off their surroundings (255 for 1). cm: pixels a centimetre."""
    import cv2

    away = np.asarray(cv2.GaussianBlur(away, (0, 0), max(0.7, _GRAIN_CM * cm)), np.uint8)
    side = max(3, round(2 * _PEAK_CM * cm) | 1)
    peak = gaussian_blur(cv2.dilate(away, np.ones((side, side), np.uint8)).astype(np.float32), side / 4, WIDE)
    peak = np.maximum(peak, np.float32(_FAINTEST * 255))
    return np.asarray(np.clip(away * (np.float32(_GAIN * 255) / peak), 0, 255), np.uint8)


def drop_loose_strands(strands: Bytes, hair: FloatPlane) -> Bytes:
    """Without what hangs together with no hair (HxW, 0..1): a strand that is found in pieces only would become dashes."""
    import cv2

    some = ((strands > _SOME * 255) | (hair > _TOUCHED)).astype(np.uint8)
    count, labels = cv2.connectedComponents(some)
    mine = np.zeros(count, np.uint8)
    mine[labels[hair > _TOUCHED]] = 1
    mine[0] = 0
    return np.asarray(strands * mine[labels], np.uint8)
