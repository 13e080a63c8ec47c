"""A garment in the light of the picture it is laid into: brightness, warmth, softness, grain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.clothing.reference.garment import Garment
from catchlight.clothing.reference.sitter import Sitter
from catchlight.imaging.colour import srgb
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.picture import FloatImage, FloatPlane

_EXPOSED, _GAIN = 0.35, (0.72, 1.3)
"""How far a garment follows the brightness of skin, which differs by person as well as by light, and least and most gain."""
_WARM, _WARMEST = 0.6, 0.4
"""How far it follows the warmth of the eye whites, and most of that, in log2 of red to blue."""
_SHOULDER = 0.8
"""Linear light from which brightened cloth is compressed instead of clipped."""
_TABLE = 4096


@dataclass(frozen=True)
class Match:
    """gain: factor of linear light for red, green, blue. blur: Gaussian to be laid on the garment, pixels of the picture. grey:
    whether it loses its colours. grain: deviation to be added, 0..255."""

    gain: tuple[float, float, float]
    blur: float
    grey: bool
    grain: float


def match_light(garment: Garment, sitter: Sitter, scale: float) -> Match:
    """scale: pixels of the piece for one of the picture."""
    level = 1.0
    if garment.skin is not None and garment.skin > 1e-3:
        level = float(np.clip((sitter.skin / garment.skin) ** _EXPOSED, *_GAIN))
    warm = 0.0
    if garment.warmth is not None and sitter.warmth is not None:
        warm = float(np.clip(_WARM * (sitter.warmth - garment.warmth), -_WARMEST, _WARMEST))
    gain = np.exp2(np.array([0.5, 0.0, -0.5]) * warm)
    gain = gain * level / float(gain @ LUMINANCE)
    own = garment.blur / max(scale, 1e-3)
    soft = float(np.sqrt(max(sitter.blur**2 - own**2, 0.0)))
    return Match(
        (float(gain[0]), float(gain[1]), float(gain[2])), soft if soft > 0.3 else 0.0, sitter.grey, sitter.grain
    )


def in_light(colours: FloatImage, match: Match) -> FloatImage:
    """Colours (... x3, 0..255) in the picture's light."""
    table = srgb.to_linear(np.linspace(0, 1, _TABLE, dtype=np.float32))
    light = table[np.clip(colours * np.float32((_TABLE - 1) / 255), 0, _TABLE - 1).astype(np.int32)]
    light = light * np.asarray(match.gain, np.float32)
    over = light > _SHOULDER
    if over.any() and max(match.gain) > 1:
        room = np.float32(1 - _SHOULDER)
        light = np.where(over, _SHOULDER + room * np.tanh((light - _SHOULDER) / room), light)
    if match.grey:
        light = np.repeat((light @ LUMINANCE)[..., None], 3, axis=-1)
    return np.asarray(srgb.to_srgb(np.clip(light, 0, 1).astype(np.float32)) * np.float32(255), np.float32)


def softened(plane: FloatPlane, blur: float) -> FloatPlane:
    import cv2

    return plane if blur <= 0 else np.asarray(cv2.GaussianBlur(plane, (0, 0), blur), np.float32)
