"""Brows as hair of their own, for those who have them follow the colour of their head."""

from __future__ import annotations

import numpy as np

from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.mask.share import CoarseHair
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks
from catchlight.portrait.parsing import face_parts
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

_MARGIN_CM = 1.0
_LIGHTER, _SPAN = 8.0, 26.0
"""How much darker than the forehead, in 8-bit CIELAB, brow hair begins to be, and over how much it becomes sure."""
_FEWEST = 40
_DARKER, _DULLER = 0.78, 0.85
"""Dyed brows are kept this much darker and less colourful than the hair."""


def analyse_brows(portrait: Portrait) -> Hair | None:
    """The brows of a portrait, kept with it; None where none are seen."""
    return portrait.kept("hair:brows", lambda: _read(portrait))


def brow_colour(colour: str) -> str:
    """The brows' colour for hair of ``colour`` (``#rrggbb``)."""
    lab = oklab.from_hex(colour)
    return oklab.to_hex([lab[0] * _DARKER, lab[1] * _DULLER, lab[2] * _DULLER])


def _read(portrait: Portrait) -> Hair | None:
    points = portrait.landmarks.xy[[*landmarks.RIGHT_BROW, *landmarks.LEFT_BROW]]
    margin = _MARGIN_CM * portrait.pose.px_per_cm
    size = (portrait.picture.width, portrait.picture.height)
    x0, y0 = (int(value) for value in np.clip(points.min(axis=0) - margin, 0, size))
    x1, y1 = (int(value) for value in np.clip(points.max(axis=0) + margin, 0, size))
    if x1 - x0 < 8 or y1 - y0 < 8:
        return None
    box = (x0, y0, x1, y1)
    seen = view(portrait, box)
    matte = _matte(seen)
    if (matte > 0.5).sum() < _FEWEST:
        return None
    nothing = np.zeros_like(matte)
    found = CoarseHair(box, matte.copy(), np.ones_like(matte), nothing, nothing, nothing, seen.picture.rgb8)
    return analysis.build_hair(portrait, found, matte, shaded=False)


def _matte(seen: Portrait) -> FloatPlane:
    """Brow hair: inside the parsed brow, what is darker than the forehead."""
    import cv2

    light = cv2.cvtColor(seen.picture.rgb8, cv2.COLOR_RGB2LAB)[..., 0].astype(np.float32)
    skin = face_parts.forehead(seen) > 0.6
    level = float(np.median(light[skin])) if skin.any() else float(np.percentile(light, 75))
    dark = np.clip((level - light - _LIGHTER) / _SPAN, 0, 1)
    return np.asarray(np.clip(face_parts.brow(seen) * 1.4, 0, 1) * dark, np.float32)
