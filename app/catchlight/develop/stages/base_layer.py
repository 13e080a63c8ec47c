"""The picture without its detail, at a small size: what shadows, highlights, clarity and dehaze are told apart by."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.develop import decoding, space
from catchlight.imaging.arrays import Singles
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.alpha import reduce_by_area, visible_colours
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels

LONGEST = 640
"""Pixels of the longer side that the base is found at."""
_RADIUS = 0.03
"""Of the guided filter's window, as a share of the longer side."""
_EDGE = 0.07
"""Steps in I that count as an edge and stay in the base."""
_PREVIEW = 2_100_000
"""Pixels up to which coefficients are kept at the picture's own size: sliders move over previews."""
_HAZE_PATCH = 0.012
_HAZE_SEEN = 0.82
"""Share of the haze that is taken away at most (omega of He et al.; the rest keeps depth)."""


@dataclass(frozen=True)
class ReducedPicture:
    """A reduced picture. linear: hxwx3 linear sRGB."""

    linear: FloatImage

    @cached_property
    def haze(self) -> Haze:
        """The air in it, found once."""
        return _haze(self.linear)

    @cached_property
    def _bases(self) -> dict[bytes, LocalLinearModel]:
        return {}

    def base(self, to_lms: npt.NDArray[np.float32]) -> LocalLinearModel:
        """The base of its lightness in light of this colour (3x3, linear sRGB to cone responses).

        The last is kept: it is the same while sliders of tone and colour move.
        """
        key = to_lms.tobytes()
        found = self._bases.get(key)
        if found is None:
            found = without_detail(lightness(self.linear, to_lms))
            self._bases.clear()
            self._bases[key] = found
        return found

    def is_of(self, pixels: Pixels) -> bool:
        """Whether a picture of these proportions could have been reduced to this one."""
        height, width = self.linear.shape[:2]
        return bool(abs(pixels.shape[0] * width - pixels.shape[1] * height) <= max(pixels.shape[:2]))


@dataclass(frozen=True)
class LocalLinearModel:
    """A plane as a local straight line of its guide: ``plane = a * guide + b`` with a and b at small size (hxwx2)."""

    coefficients: Singles
    grown: dict[tuple[int, int], tuple[FloatPlane, FloatPlane]] = field(default_factory=dict, compare=False, repr=False)
    """a and b at the size of a preview, the last one that was asked for."""

    def ready(self, size: tuple[int, int]) -> None:
        """Keep what a picture of this height and width needs, where it is no larger than a preview."""
        if size[0] * size[1] <= _PREVIEW and size not in self.grown:
            a, b = self._at((0, 0), size, size)
            self.grown.clear()
            self.grown[size] = a, b

    def at(self, guide: FloatPlane, top: int, left: int, size: tuple[int, int]) -> FloatPlane:
        """The plane at full resolution.

        guide: a part of the picture's guide, from row ``top`` and column ``left`` on. size: height and width of the picture.
        """
        height, width = guide.shape
        kept = self.grown.get(size)
        if kept is not None:
            part = np.s_[top : top + height, left : left + width]
            a = kept[0][part] * guide
            return np.asarray(np.add(a, kept[1][part], out=a), np.float32)
        a, b = self._at((top, left), (height, width), size)
        np.multiply(a, guide, out=a)
        return np.asarray(np.add(a, b, out=a), np.float32)

    def _at(
        self, place: tuple[int, int], shape: tuple[int, int], size: tuple[int, int]
    ) -> tuple[FloatPlane, FloatPlane]:
        """a and b for a part of that shape (height, width) at that row and column."""
        import cv2

        (top, left), (height, width) = place, shape
        scale_y, scale_x = self.coefficients.shape[0] / size[0], self.coefficients.shape[1] / size[1]
        placed = np.array(
            [[scale_x, 0, (left + 0.5) * scale_x - 0.5], [0, scale_y, (top + 0.5) * scale_y - 0.5]], np.float64
        )
        grown = cv2.warpAffine(
            self.coefficients,
            placed,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        a, b = cv2.split(grown)
        return np.asarray(a, np.float32), np.asarray(b, np.float32)


def reduce_picture(pixels: Pixels, longest: int = LONGEST) -> ReducedPicture:
    """The visible colours of a picture at ``longest`` pixels at most."""
    height, width = pixels.shape[:2]
    scale = min(1.0, longest / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = pixels
    if size != (width, height):
        # Of a large picture every few rows and columns are enough for an average.
        step = max(1, int(min(width / size[0], height / size[1]) / 4))
        every: Any = np.ascontiguousarray(pixels[::step, ::step])
        small = reduce_by_area(every, size)
    return ReducedPicture(decoding.linear(visible_colours(small)))


def lightness(linear: FloatImage, to_lms: npt.NDArray[np.float32]) -> FloatPlane:
    """I of linear sRGB."""
    import cv2

    lms: Any = cv2.transform(linear, to_lms)
    cv2.threshold(lms, 0, 0, cv2.THRESH_TOZERO, dst=lms)
    return np.asarray(cv2.transform(cv2.sqrt(lms, dst=lms), space.roots_to_ipt()[:1].astype(np.float32)), np.float32)


def without_detail(plane: FloatPlane) -> LocalLinearModel:
    """The base of I: smooth where there is texture, sharp where there are edges.

    plane: I of a small picture. Guided filter of He, Sun and Tang 2013, its coefficients kept small (fast guided
    filter, He and Sun 2015).
    """
    return _guided(plane, plane, _EDGE)


@dataclass(frozen=True)
class Haze:
    """air: its linear RGB. clear: share of light that comes through, by the root of luminance as guide."""

    air: npt.NDArray[np.float32]
    clear: LocalLinearModel


def _haze(linear: FloatImage) -> Haze:
    """Dark channel prior (He, Sun and Tang 2011), refined by a guided filter."""
    import cv2

    side = 2 * max(1, round(_HAZE_PATCH * max(linear.shape[:2]))) + 1
    kernel = np.ones((side, side), np.uint8)
    dark = cv2.erode(_least(linear), kernel)
    far = dark >= np.quantile(dark, 0.995)
    air = np.maximum(np.quantile(linear[far], 0.8, axis=0), 0.25).astype(np.float32)
    veiled = cv2.erode(_least(linear / air), kernel)
    clear = np.clip(1 - _HAZE_SEEN * veiled, 0.15, 1).astype(np.float32)
    guide = root_of_luminance(linear)
    return Haze(air, _guided(guide, clear, 0.03))


def _least(linear: FloatImage) -> FloatPlane:
    """The smallest of the three channels."""
    import cv2

    red, green, blue = cv2.split(linear)
    return np.asarray(cv2.min(cv2.min(red, green), blue), np.float32)


def root_of_luminance(linear: FloatImage) -> FloatPlane:
    """HxW: the root of luminance of HxWx3 linear sRGB."""
    import cv2

    plane = cv2.transform(linear, LUMINANCE[None])
    return np.asarray(cv2.sqrt(np.maximum(plane, 0)), np.float32)


def _guided(guide: FloatPlane, plane: FloatPlane, edge: float) -> LocalLinearModel:
    import cv2

    side = 2 * max(2, round(_RADIUS * max(guide.shape))) + 1

    def mean(values: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        return np.asarray(cv2.boxFilter(values, cv2.CV_32F, (side, side), borderType=cv2.BORDER_REFLECT), np.float32)

    mean_guide, mean_plane = mean(guide), mean(plane)
    variance = np.maximum(mean(guide * guide) - mean_guide**2, 0)
    shared = variance if plane is guide else mean(guide * plane) - mean_guide * mean_plane
    a = shared / (variance + edge**2)
    b = mean_plane - a * mean_guide
    return LocalLinearModel(np.dstack([mean(a), mean(b)]))
