"""Skin of the neck where an old collar hid it: the neck's own colours carried on round its cylinder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine.garment.cut import Cut
from catchlight.engine.garment.lit import shade
from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.groom import fill
from catchlight.engine.groom.planes import grown, shrunk, soft
from catchlight.engine.picture import FloatImage, FloatPlane

_KNOWN_CM2 = 1.0
_THROAT = 0.08
"""How much lighter the pit of the neck is than the neck under the chin, in its own shadow."""

_STEP = (0.4, 3.5)
"""How much lighter than it was carried there made-up skin may become, to match what is beside it."""


@dataclass(frozen=True)
class Bared:
    """rgb: HxWx3, sRGB 0..1. where: HxW 0..1, where old cloth gives way to skin. invented: its area in cm2."""

    rgb: FloatImage
    where: FloatPlane
    invented: float


def bared(sitter: Sitter, cut: Cut) -> Bared:
    cm = sitter.cm
    zone = (
        (1 - cut.below) * (np.abs(sitter.u) < cut.wide) * (sitter.v > -PIT_CM - 4) * (1 - sitter.face) * (1 - cut.spike)
    )
    unlike = (sitter.neck < 0.3) & ((sitter.v > -4.5) | (cut.fit is None))
    hidden = ((sitter.cloth > 0.25) | unlike) & (zone > 0.5) & (sitter.alpha > 0.2) & (sitter.hair < 0.4)
    where = soft(grown(hidden, 0.1 * cm).astype(np.float32), 0.07 * cm) * zone
    invented = float((where * (1 - sitter.front)).sum()) / cm**2
    known = shrunk(
        (sitter.neck > 0.85) & (sitter.cloth < 0.1) & (sitter.hair < 0.05),
        max(1.0, (0.12 if cut.fit is None else 0.4) * cm),
    )
    if known.sum() < _KNOWN_CM2 * cm**2:
        known = shrunk((sitter.face > 0.95) & (sitter.v > -PIT_CM - 5) & (sitter.front > 0.95), 0.5 * cm)
    t = np.clip(sitter.u / np.float32(sitter.half + 0.3), -0.93, 0.93)
    if cut.fit is not None:
        t = t * np.clip(1 - (sitter.v + 2) / 5, 0, 1)  # below the neck there is a chest
    round_ = np.sqrt(1 - t * t)
    cylinder, _ = shade(sitter, np.dstack([t, np.zeros_like(t), round_]).astype(np.float32))
    light = (sitter.rgb / 255) ** np.float32(2.2) / cylinder[..., None]
    carried = fill.smooth(np.asarray(light, np.float32), known.astype(np.float32))
    carried = soft(carried, 0.2 * cm) * cylinder[..., None]
    if cut.fit is not None:
        carried = carried * _step(sitter, carried, where)
    return Bared(np.asarray(np.clip(carried, 0, 1) ** (1 / 2.2), np.float32), np.asarray(where, np.float32), invented)


def _step(sitter: Sitter, carried: FloatImage, where: FloatPlane) -> FloatImage:
    """How much lighter, by channel, the skin beside made-up skin is, HxWx3."""
    width = 0.6 * sitter.cm
    beside = ((sitter.neck > 0.6) & (sitter.cloth < 0.2) & (sitter.hair < 0.05) & (where < 0.05)).astype(np.float32)
    near = soft(beside, width)
    seen = (sitter.rgb / 255) ** np.float32(2.2) * beside[..., None]
    ratio = soft(seen, width) / np.maximum(soft(carried * beside[..., None], width), 1e-4)
    ratio = fill.smooth(np.asarray(ratio, np.float32), np.clip(4 * near, 0, 1))
    return np.asarray(np.clip(ratio, *_STEP), np.float32)
