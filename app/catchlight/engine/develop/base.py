"""The picture without its detail, at a small size: what shadows, highlights, clarity and dehaze are told apart by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.develop import decoding
from catchlight.engine.picture import FloatImage, FloatPlane, Pixels

LONGEST = 640
"""Pixels of the longer side that the base is found at."""
_RADIUS = 0.03
"""Of the guided filter's window, as a share of the longer side."""
_EDGE = 0.07
"""Steps in I that count as an edge and stay in the base."""
_HAZE_PATCH = 0.012
_HAZE_SEEN = 0.82
"""Share of the haze that is taken away at most (omega of He et al.; the rest keeps depth)."""

Coefficients = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Small:
    """A reduced picture. linear: hxwx3 linear sRGB. scale_x, scale_y: its pixels by those of the picture."""

    linear: FloatImage
    scale_x: float
    scale_y: float


@dataclass(frozen=True)
class Guided:
    """A plane as a local straight line of its guide: ``plane = a * guide + b`` with a and b at small size (hxwx2)."""

    coefficients: Coefficients
    scale_x: float
    scale_y: float

    def at(self, guide: FloatPlane, top: int, left: int) -> FloatPlane:
        """The plane at full resolution where the picture's ``guide`` (a part from row ``top``, column ``left`` on) is given."""
        import cv2

        height, width = guide.shape
        placed = np.array(
            [
                [self.scale_x, 0, (left + 0.5) * self.scale_x - 0.5],
                [0, self.scale_y, (top + 0.5) * self.scale_y - 0.5],
            ]
        )
        grown = cv2.warpAffine(
            self.coefficients,
            placed,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        a, b = cv2.split(grown)
        np.multiply(a, guide, out=a)
        return np.asarray(np.add(a, b, out=a), np.float32)


def reduced(pixels: Pixels, longest: int = LONGEST) -> Small:
    """The colours of a picture at ``longest`` pixels at most."""
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, longest / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    rgb: Any = pixels[..., :3]
    if size != (width, height):
        # Of a large picture every few rows and columns are enough for an average.
        step = max(1, int(min(width / size[0], height / size[1]) / 4))
        rgb = cv2.resize(np.ascontiguousarray(rgb[::step, ::step]), size, interpolation=cv2.INTER_AREA)
    return Small(decoding.linear(rgb), size[0] / width, size[1] / height)


def without_detail(lightness: FloatPlane, small: Small) -> Guided:
    """The base of I: smooth where there is texture, sharp where there are edges.

    lightness: I of ``small``. Guided filter of He, Sun and Tang 2013, its coefficients kept small (fast guided filter, He and
    Sun 2015).
    """
    return _guided(lightness, lightness, small, _EDGE)


@dataclass(frozen=True)
class Haze:
    """air: its linear RGB. clear: share of light that comes through, by the root of luminance as guide."""

    air: npt.NDArray[np.float32]
    clear: Guided


def haze(small: Small) -> Haze:
    """Dark channel prior (He, Sun and Tang 2011), refined by a guided filter."""
    import cv2

    linear = small.linear
    side = 2 * max(1, round(_HAZE_PATCH * max(linear.shape[:2]))) + 1
    kernel = np.ones((side, side), np.uint8)
    dark = cv2.erode(linear.min(axis=2), kernel)
    far = dark >= np.quantile(dark, 0.995)
    air = np.maximum(np.quantile(linear[far], 0.8, axis=0), 0.25).astype(np.float32)
    veiled = cv2.erode((linear / air).min(axis=2), kernel)
    clear = np.clip(1 - _HAZE_SEEN * veiled, 0.15, 1).astype(np.float32)
    guide = root_of_luminance(linear)
    return Haze(air, _guided(guide, clear, small, 0.03))


def root_of_luminance(linear: FloatImage) -> FloatPlane:
    """HxW: the root of luminance of HxWx3 linear sRGB."""
    import cv2

    plane = cv2.transform(linear, np.array([[0.2126, 0.7152, 0.0722]], np.float32))
    return np.asarray(cv2.sqrt(np.maximum(plane, 0)), np.float32)


def _guided(guide: FloatPlane, plane: FloatPlane, small: Small, edge: float) -> Guided:
    import cv2

    side = 2 * max(2, round(_RADIUS * max(guide.shape))) + 1

    def mean(values: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (side, side), borderType=cv2.BORDER_REFLECT), np.float32)

    mean_guide, mean_plane = mean(guide), mean(plane)
    variance = np.maximum(mean(guide * guide) - mean_guide**2, 0)
    shared = variance if plane is guide else mean(guide * plane) - mean_guide * mean_plane
    a = shared / (variance + edge**2)
    b = mean_plane - a * mean_guide
    return Guided(np.dstack([mean(a), mean(b)]), small.scale_x, small.scale_y)
