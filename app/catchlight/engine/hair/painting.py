"""Correcting by hand what counts as hair."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.engine.hair import analysis
from catchlight.engine.hair.analysis import Hair
from catchlight.engine.portrait import Portrait

Touch = tuple[float, float, float, str]
"""x, y and radius in pixels of the picture, and ``add`` or ``erase``."""

_HARD = 0.55
"""Share of the radius within which a touch counts fully."""


def painted(portrait: Portrait, hair: Hair, touches: Sequence[Touch]) -> Hair:
    """``hair`` with touches of a brush, later ones over earlier; the same object where there are none."""
    if not touches:
        return hair
    found = analysis.share_of(portrait)
    x0, y0, x1, y1 = found.box
    reach = np.array([[x, y, radius] for x, y, radius, _ in touches])
    low_x, low_y = (int(value) for value in (reach[:, :2] - reach[:, 2:]).min(axis=0))
    high_x, high_y = (int(value) + 1 for value in (reach[:, :2] + reach[:, 2:]).max(axis=0))
    width, height = portrait.picture.width, portrait.picture.height
    box = (min(x0, max(0, low_x)), min(y0, max(0, low_y)), max(x1, min(width, high_x)), max(y1, min(height, high_y)))
    matte = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
    matte[y0 - box[1] : y1 - box[1], x0 - box[0] : x1 - box[0]] = hair.mask / np.float32(65535)
    for x, y, radius, effect in touches:
        _touch(matte, x - box[0], y - box[1], radius, effect)
    return analysis.made(portrait, analysis.framed(portrait, found, box), matte)


def _touch(
    matte: np.ndarray[tuple[int, ...], np.dtype[np.float32]], x: float, y: float, radius: float, effect: str
) -> None:
    left, right = max(0, int(x - radius)), min(matte.shape[1], int(x + radius) + 2)
    top, bottom = max(0, int(y - radius)), min(matte.shape[0], int(y + radius) + 2)
    if left >= right or top >= bottom:
        return
    v, u = np.mgrid[top:bottom, left:right].astype(np.float32)
    soft = np.clip((radius - np.hypot(u - x, v - y)) / max(radius * (1 - _HARD), 1.0), 0, 1)
    part = matte[top:bottom, left:right]
    matte[top:bottom, left:right] = np.maximum(part, soft) if effect == "add" else np.minimum(part, 1 - soft)
