"""The colour that this person's teeth have in this light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catchlight.engine.face.drawing import luminance, median_colours
from catchlight.engine.face.topology import EYES
from catchlight.engine.picture import FloatImage

if TYPE_CHECKING:
    from catchlight.engine.face.reading import FaceReading

_TINT = np.array([1.05, 0.985, 0.925], np.float32)
"""Enamel is a little yellower than the white of the eye."""
_CAST = 0.18
"""How much of the skin's own colour is light that falls on the teeth, too."""
_SKIN_LOG = np.log(np.array([1.22, 0.95, 0.78], np.float32))
"""Log of the colour of skin in neutral light, by its luminance: mean over portraits; people's own lie within 0.2 of it."""
_OWN, _LIGHT = 0.22, 0.9
"""Distance from it that is the person's, and how much of what lies beyond is the colour of the light."""
_LIPS, _FEW = 0.7, 20
"""Share of a pixel that must be lip, and pixels of lips or of an eye's white from which on their colour is known."""


@dataclass(frozen=True, eq=False)
class Enamel:
    """RGB each. colour: of the teeth, 0..255. light: luminance 1, what it adds to white. lip: 0..255, where lips show."""

    colour: FloatImage
    light: FloatImage
    lip: FloatImage | None


def of(reading: FaceReading) -> Enamel:
    """Measured once and kept by ``FaceReading.enamel``."""
    near = _skin(reading)
    light = _light(near, reading.grey)
    lips = reading.pixels[reading.covers.lips > _LIPS]
    lip = np.median(lips, axis=0).astype(np.float32) if len(lips) > _FEW else None
    return Enamel(_colour(near, light, lip, _eye_white(reading)), light, lip)


def _colour(near: FloatImage, light: FloatImage, lip: FloatImage | None, white: float | None) -> FloatImage:
    """As bright as teeth are beside such skin and eyes, limited by the lips' own brightness.

    Measured on toothy smiles: luminance of about 90 + 0.72 N beside skin of N near the mouth, 1.4 N in dim scenes.
    """
    level = float(luminance(near))
    if white is None:
        white = level * 1.1
    above = level * 0.7 if lip is None else float(luminance(lip))
    target = 0.65 * min(1.42 * level, 90 + 0.72 * level) + 0.35 * white * 1.08
    target = float(np.clip(min(target * 1.08, 2.9 * above + 12), 45, 235))
    tinted = _TINT * (near / max(level, 1.0)) ** _CAST * light
    return np.asarray(tinted / luminance(tinted) * target, np.float32)


def _light(near: FloatImage, grey: bool) -> FloatImage:
    """The colour of light that is far from white, as the skin shows it; 1, 1, 1 in any other picture."""
    if grey:
        return np.ones(3, np.float32)
    away = np.log(np.maximum(near, 1) / max(float(luminance(near)), 1.0)) - _SKIN_LOG
    cast = np.exp(np.sign(away) * np.maximum(0, np.abs(away) - _OWN) * _LIGHT)
    return np.asarray(cast / luminance(cast), np.float32)


def _skin(reading: FaceReading) -> FloatImage:
    """Colour of the lit skin near the mouth."""
    near = median_colours(reading.pixels, reading.points[[205, 425, 206, 426, 50, 280], :2], 0.3 * reading.cm)
    return np.asarray(near[np.argsort(near.sum(axis=1))][2:].mean(axis=0), np.float32)


def _eye_white(reading: FaceReading) -> float | None:
    """Luminance of the brightest fifth of the whites of the eyes; None where too little of them shows."""
    found = []
    for eye, (upper, lower) in enumerate(EYES):
        ring = reading.points[[*upper, *lower[::-1]], :2]
        frame = reading.frame([*upper, *lower], 0.1)
        x, y = frame.grid()
        centre = reading.irises[eye * 5]
        radius = float(np.linalg.norm(reading.irises[eye * 5 + 1] - centre)) * 1.2
        seen = (frame.polygon(ring) > 0.9) & (np.hypot(x - centre[0], y - centre[1]) > radius)
        found.append(reading.pixels[frame.cut][seen])
    whites = np.vstack(found)
    if len(whites) <= _FEW:
        return None
    bright = luminance(whites)
    return float(luminance(whites[bright >= np.percentile(bright, 80)].mean(axis=0)))
