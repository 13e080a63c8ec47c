"""Whether eyes are sharp and open, measured: hints for whoever chooses between pictures, and no verdict.

Blur by re-blurring (Zhuo and Sim, "Defocus map estimation from a single image", 2011): an edge of blur s loses by a further blur
of s0 the factor sqrt(1 + s0^2 / s^2) of its gradient, whatever its contrast. Gradients that noise can make are no edges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catchlight.imaging.arrays import Points
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import landmarks
from catchlight.portrait.face.blendshapes import openness
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.landmarks import Landmarks

CLOSED = 0.15
"""Height by width of an eye below which it counts as closed (as the checks of ID photos have it; ISO/IEC 29794-5)."""
SOFT = 0.018
"""Blur of the eyes' edges, as a share of an eye's width, from which they look out of focus."""
LEAST_BLUR = 2.0
"""Blur in pixels below which no picture counts as soft: what a sharp lens, a demosaicing and a JPEG leave."""
SMALLEST_EYE = 24
"""Pixels of an eye's width below which focus cannot be told."""
_REBLUR = 1.0
_EDGES = 0.12
"""Share of the eye region with the strongest gradients, which lids and irises make."""
_NOISE = 5.0
"""An edge's gradient by the deviation of noise in one."""
_GRAIN = 2.0
"""Pixels below which what is seen on a cheek is noise and pores."""


@dataclass(frozen=True)
class EyeState:
    """Of one face. aspect: height by width of the more closed eye. width: of an eye in pixels. blur: standard deviation of the
    edges' blur in pixels, of the sharper eye; None where noise or size hide it."""

    aspect: float
    width: float
    blur: float | None

    @property
    def closed(self) -> bool:
        """Told of eyes alone that are large and sharp enough to be read."""
        return self.aspect < CLOSED and self.width >= SMALLEST_EYE and not self.soft

    @property
    def soft(self) -> bool:
        return self.blur is not None and self.blur > LEAST_BLUR and self.blur > SOFT * self.width


def measure_eyes(pyramid: Pyramid, face: Face, models: Models) -> EyeState | None:
    """Eyes of a found face; None where the face cannot be fitted. pyramid: of all the pixels that there are."""
    points = landmarks.fit(pyramid, face, models)
    if not points.present:
        return None
    widths = [float(np.linalg.norm(points.xy[a] - points.xy[b])) for a, b in ((33, 133), (362, 263))]
    width = max(widths)
    blurs = [
        blur
        for centre, own in ((points.right_eye, widths[0]), (points.left_eye, widths[1]))
        if own >= SMALLEST_EYE and (blur := _blur(_region(pyramid.rgb, centre, own), _skin(pyramid.rgb, points)))
    ]
    return EyeState(openness(points).eyes, width, min(blurs) if blurs else None)


def _region(rgb: ByteImage, centre: Points, width: float) -> FloatPlane:
    """Luminance about an eye, lids and lashes included."""
    across, high = round(0.75 * width), round(0.45 * width)
    x, y = (round(float(value)) for value in centre)
    return _grey(rgb[max(0, y - high) : y + high + 1, max(0, x - across) : x + across + 1])


def _skin(rgb: ByteImage, points: Landmarks) -> FloatPlane:
    """Luminance of the cheeks between eye and mouth, where little but noise is to be seen."""
    side = max(4, round(0.12 * points.eye_distance))
    found = [
        _grey(rgb[max(0, y - side) : y + side + 1, max(0, x - side) : x + side + 1])
        for x, y in np.round(points.xy[[50, 280]]).astype(int)
    ]
    return max(found, key=lambda one: one.size)


def _grey(rgb: ByteImage) -> FloatPlane:
    import cv2

    if not rgb.size:
        return np.zeros((0, 0), np.float32)
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(rgb), cv2.COLOR_RGB2GRAY), np.float32)


def _gradient(plane: FloatPlane) -> FloatPlane:
    down, across = np.gradient(plane)
    return np.asarray(np.hypot(down, across), np.float32)


def _blur(region: FloatPlane, skin: FloatPlane) -> float | None:
    """Standard deviation of the blur of a region's edges in pixels; None where there are none above the noise."""
    if min(region.shape) < 8:
        return None
    steep, reblurred = _gradient(region), _gradient(gaussian_blur(region, _REBLUR))
    grain = skin - gaussian_blur(skin, _GRAIN) if min(skin.shape, default=0) >= 4 else np.zeros(1, np.float32)
    noise = 1.4826 * float(np.median(np.abs(grain)))
    floor = max(1.0, _NOISE * noise / math.sqrt(2))  # of a central difference
    least = max(floor, float(np.quantile(steep, 1 - _EDGES)))
    edges = steep >= least
    if edges.sum() < 12:
        return None
    ratio = float(np.median(steep[edges] / np.maximum(reblurred[edges], 1e-3)))
    return _REBLUR / math.sqrt(max(ratio**2 - 1, 1e-4))
