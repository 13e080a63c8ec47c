"""The person and the ground as two layers of a part of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.portrait.portrait import Portrait
from catchlight.shape.ground import Ground

_HAZE = 0.04
"""Alpha up to which a matte tells of haze over the ground, and as far below 1 of holes: neither is pulled along or filled."""


@dataclass(frozen=True, eq=False)
class PersonLayers:
    """window: x0, y0, x1, y1 of the picture. person: hxwx3 of its type, its colours without those of the ground. alpha: hxw of
    the person, 0..1. ground: what is behind it."""

    window: Window
    person: Pixels
    alpha: FloatPlane
    ground: Ground


def layers_of(portrait: Portrait, window: Window) -> PersonLayers:
    """The layers of a part of the picture; kept with the portrait."""
    return portrait.kept(f"shape layers {window}", lambda: _made(portrait, window))


def _made(portrait: Portrait, window: Window) -> PersonLayers:
    part = (slice(window[1], window[3]), slice(window[0], window[2]))
    alpha = np.clip((portrait.alpha[part] - _HAZE) / (1 - 2 * _HAZE), 0, 1).astype(np.float32)
    pixels: Any = np.ascontiguousarray(portrait.picture.pixels[part][..., :3])
    person: Any = np.ascontiguousarray(portrait.foreground[part])
    return PersonLayers(window, person, alpha, Ground(pixels, alpha, portrait.pose.px_per_cm))
