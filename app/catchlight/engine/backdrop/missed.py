"""Hair that a matte missed: burnt out before a bright sky it looks like the sky, but parsing knows it by its place."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.engine.picture import ByteImage, FloatPlane
from catchlight.engine.retouch.bands import blurred, disc, ramp, within

_EMPTY = 0.5
_HAIR, _SURE = 0.5, 0.7
"""Parsed shares of hair: of all that was missed, and of what tells that it was."""
_WIDE_CM, _LEAST_CM2 = 0.3, 1.5
"""Half the width and the surely parsed size from which hair was missed: gaps between curls, which parsing takes for hair, are
smaller or less sure."""
_BURNT, _MOST = 240, 0.6
"""Least channel of what is burnt out, and the share of a piece that must be: colours that are seen a matte judges better."""
_NEAR_CM, _FADE_CM, _TOLD_CM = 1.0, 0.2, 0.1
_RIM, _INNER = (0.1, 0.5), (0.6, 0.8)
"""Parsed shares between which the rim of what was missed lies, and from which colours need not be those of its inside."""
_ALIKE_CM, _VAGUE = 0.8, 0.04
_UNLIKE = 0.6
"""Share that is taken from the rim where colours are not those of the inside: enough to leave it to the colours of the photo."""


def found(rgb: ByteImage, alpha: FloatPlane, hair: FloatPlane, cm: float) -> FloatPlane | None:
    """Alpha of the hair that ``alpha`` missed, HxW in 0..1, its rim left in doubt; None where it missed none.

    rgb: HxWx3. alpha, hair: HxW, of a matte and as parsed. cm: pixels for one cm.
    """
    import cv2

    lost: Any = ((hair > _HAIR) & (alpha < _EMPTY)).astype(np.uint8)
    count, pieces = cv2.connectedComponents(cv2.morphologyEx(lost, cv2.MORPH_OPEN, disc(_WIDE_CM * cm)))
    sure = np.bincount(pieces.ravel(), (hair > _SURE).ravel(), count)
    burnt = np.bincount(pieces.ravel(), (rgb.min(axis=2) > _BURNT).ravel(), count)
    large = (sure > _LEAST_CM2 * cm**2) & (burnt > _MOST * np.bincount(pieces.ravel(), minlength=count))
    large[0] = False
    if not large.any():
        return None
    missed = large[pieces].astype(np.uint8)
    inside = np.asarray(missed * (hair > _INNER[0]), np.float32)
    image = rgb.astype(np.float32) / np.float32(255)
    mean = within(image, inside, _ALIKE_CM * cm)
    away = ((image - mean) ** 2).sum(axis=2)
    spread = within(away, inside, _ALIKE_CM * cm)
    unlike = 1 - np.exp(-away / (2 * (4 * spread + _VAGUE**2)))
    told = ramp(blurred(hair, _TOLD_CM * cm), *_RIM) * (1 - _UNLIKE * unlike * ramp(hair, *_INNER[::-1]))
    near = blurred(cv2.dilate(missed, disc(_NEAR_CM * cm)).astype(np.float32), _FADE_CM * cm)
    return np.asarray(np.clip(told * near, 0, 1), np.float32)
