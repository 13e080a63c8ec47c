"""Drawn hair made a part of the photograph: single strands as thin as they are, its lens's sharpness, its grain."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import triples
from catchlight.engine.groom.scene import Scene, soft
from catchlight.engine.picture import FloatImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]

LENS = 0.55
"""Blur (pixels) of the sharpest photo: of a lens, and of the filter that made it smaller. Without it edges are stairs."""
_SOFTEST = 1.2
_ALONE_CM, _ALONE = 0.09, (0.15, 0.70)
"""Coverage round about, within so many cm, up to which a strand stands alone, and from which it lies among others."""
_THIN, _PALER = 0.5, 0.55
"""What is left of a single strand's coverage, as it is thinner than it can be drawn, and how far it takes the mean tone: light
goes through it."""
_GRAINY, _LEAST_GRAIN = 90.0, 0.4
"""Brightness (0..255) from which the photo's grain shows wholly, and how much of it shows in black."""
_WHITE_NOISE = (0.87, 0.985)
"""Share of white noise's deviation that is finer than one pixel, and than three."""


def thinned(shade: FloatPlane, cover: FloatPlane, cm: float) -> tuple[FloatPlane, FloatPlane]:
    """Brightness and coverage (HxW) with single strands thin and partly transparent; changes and returns them."""
    seen = cover > 0.5
    if not seen.any():
        return shade, cover
    alone = 1 - np.clip((soft(cover, _ALONE_CM * cm) - _ALONE[0]) / (_ALONE[1] - _ALONE[0]), 0, 1)
    middle = np.float32(np.median(shade[seen]))
    shade += (middle - shade) * (np.float32(_PALER) * alone)
    cover *= 1 - np.float32(1 - _THIN) * alone
    return shade, cover


def grained(colours: FloatImage, grain: FloatPlane) -> FloatPlane:
    """The photo's ``grain`` (HxW) as it shows on ``colours`` (HxWx3, 0..255): less in the dark."""
    return np.asarray(grain * np.clip(triples.mean(colours) * np.float32(1 / _GRAINY), _LEAST_GRAIN, 1), np.float32)


def sharpened(colours: FloatImage, cover: FloatPlane, grain: FloatPlane, blur: float) -> tuple[FloatImage, FloatPlane]:
    """Hair as sharp as the photo, with its grain, ``grained``: colours times coverage, and coverage. Changes ``colours``."""
    import cv2

    triples.scale(colours, cover)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), blur), np.float32)
    cv2.GaussianBlur(colours, (0, 0), blur, dst=colours)
    triples.shift(colours, grain * cover)
    return colours, cover


def softness(scene: Scene, grain: float) -> float:
    """Blur (pixels) that makes rendered hair as sharp as the photo's face. grain: deviation of the photo's, 0..255: it is sharp
    whatever the lens was."""
    import cv2

    face = scene.oval > 0.9
    if not face.any():
        return LENS
    x, y, width, height = cv2.boundingRect(face.astype(np.uint8))
    part = (slice(max(0, y - 12), y + height + 12), slice(max(0, x - 12), x + width + 12))
    grey = cv2.cvtColor(np.ascontiguousarray(scene.rgb[part]), cv2.COLOR_RGB2GRAY).astype(np.float32)
    spread = [float((grey - cv2.GaussianBlur(grey, (0, 0), width))[face[part]].std()) for width in (1.0, 3.0)]
    fine, middle = (
        np.sqrt(max(value**2 - (0.6 * share * grain) ** 2, 0.04 * value**2))
        for value, share in zip(spread, _WHITE_NOISE, strict=True)
    )
    return float(np.clip((0.42 - fine / (middle + 1e-6)) * 4, LENS, _SOFTEST))
