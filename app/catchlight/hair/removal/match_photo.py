"""Drawn hair made a part of the photograph: single strands as thin as they are, its lens's sharpness, its grain."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

LENS_BLUR_PX = 0.55
"""Blur (pixels) of the sharpest photo: of a lens, and of the filter that made it smaller. Without it edges are stairs."""
_SOFTEST, _FURTHER, _EDGE, _EDGES = 1.6, 2.0, 1.05, 99.5
"""Blur of the softest; that by which the edges of a face are told; how wide (deviations, pixels) those of a sharp photo's face
are; and the percentile of slopes that is an edge's."""
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
    """Blur (pixels) that makes rendered hair as sharp as the photo's face: told by how much a further blur takes from its
    steepest edges, as of a step; edges of brows and lids are themselves a little wide."""
    import cv2

    face = scene.oval > 0.9
    if not face.any():
        return LENS_BLUR_PX
    x, y, width, height = cv2.boundingRect(face.astype(np.uint8))
    part = (slice(max(0, y - 12), y + height + 12), slice(max(0, x - 12), x + width + 12))
    grey = cv2.cvtColor(np.ascontiguousarray(scene.rgb[part]), cv2.COLOR_RGB2GRAY).astype(np.float32)
    further = np.asarray(cv2.GaussianBlur(grey, (0, 0), _FURTHER), np.float32)
    ratio = max(_steepest(grey, face[part]) / max(_steepest(further, face[part]), 1e-6), 1 + 1e-3)
    width_of_edges = _FURTHER**2 / (ratio**2 - 1)
    return float(np.clip(np.sqrt(max(width_of_edges - _EDGE**2, 0)), LENS_BLUR_PX, _SOFTEST))


def _steepest(grey: Floats, where: npt.NDArray[np.bool_]) -> float:
    """Slope of the steepest edges of a plane, where told."""
    import cv2

    across, down = (cv2.Sobel(grey, cv2.CV_32F, *axes) for axes in ((1, 0), (0, 1)))
    return float(np.percentile(np.hypot(across, down)[where], _EDGES))
