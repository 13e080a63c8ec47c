"""Drawn hair made a part of the photograph: single strands as thin as they are, its lens's sharpness, its grain."""

from __future__ import annotations

import numpy as np

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.filters.edge_blur import SHARPEST, measure_edge_blur
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

LENS_BLUR_PX = SHARPEST
"""Blur (pixels) of the sharpest photo. Without it edges are stairs."""
_ALONE_CM, _ALONE = 0.09, (0.15, 0.70)
"""Coverage round about, within so many cm, up to which a strand stands alone, and from which it lies among others."""
_THIN, _PALER = 0.5, 0.55
"""What is left of a single strand's coverage, as it is thinner than it can be drawn, and how far it takes the mean tone: light
goes through it."""
_SCRIBBLE_CM, _SCRIBBLE = 0.3, (0.25, 0.5)
"""The same on a neck, where the strands go."""
_GRAINY, _LEAST_GRAIN = 90.0, 0.4
"""Brightness (0..255) from which the photo's grain shows wholly, and how much of it shows in black."""


def thin_strands(shade: FloatPlane, cover: FloatPlane, cm: float) -> tuple[FloatPlane, FloatPlane]:
    """Brightness and coverage (HxW) with single strands thin and partly transparent; changes and returns them."""
    seen = cover > 0.5
    if not seen.any():
        return shade, cover
    alone = 1 - np.clip((blur_plane(cover, _ALONE_CM * cm) - _ALONE[0]) / (_ALONE[1] - _ALONE[0]), 0, 1)
    middle = np.float32(np.median(shade[seen]))
    shade += (middle - shade) * (np.float32(_PALER) * alone)
    cover *= 1 - np.float32(1 - _THIN) * alone
    return shade, cover


def remove_lone_strands(cover: FloatPlane, skin: FloatPlane, cm: float) -> FloatPlane:
    """Coverage (HxW) without single strands on ``skin`` (HxW): on a neck, ends of hair that hangs behind it would come out before
    it, and on a face one or two side by side are lines; changes and returns it."""
    alone = 1 - np.clip((blur_plane(cover, _SCRIBBLE_CM * cm) - _SCRIBBLE[0]) / (_SCRIBBLE[1] - _SCRIBBLE[0]), 0, 1)
    cover *= 1 - alone * np.clip(2 * skin, 0, 1)
    return cover


def scale_grain(colours: FloatImage, grain: FloatPlane) -> FloatPlane:
    """The photo's ``grain`` (HxW) as it shows on ``colours`` (HxWx3, 0..255): less in the dark."""
    return np.asarray(grain * np.clip(vec3.mean(colours) * np.float32(1 / _GRAINY), _LEAST_GRAIN, 1), np.float32)


def match_sharpness(
    colours: FloatImage, cover: FloatPlane, grain: FloatPlane, blur: float
) -> tuple[FloatImage, FloatPlane]:
    """Hair as sharp as the photo, with its grain, ``scale_grain``: colours times coverage, and coverage. Changes ``colours``."""
    import cv2

    vec3.scale(colours, cover)
    cover = np.asarray(cv2.GaussianBlur(cover, (0, 0), blur), np.float32)
    cv2.GaussianBlur(colours, (0, 0), blur, dst=colours)
    vec3.shift(colours, grain * cover)
    return colours, cover


def measure_softness(scene: HairScene) -> float:
    """Blur (pixels) that makes rendered hair as sharp as the photo's face."""
    return measure_edge_blur(scene.rgb, scene.oval > 0.9)
