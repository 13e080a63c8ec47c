"""Soft shapes in a window of the face: polygons, lines, and where a pixel lies between two contours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatImage, FloatPlane

_OVERSAMPLED = 4
_BITS = 4
_TAIL = 3.5
"""Half widths from the middle of a stroke at which it ends: less than 0.3 % of its strength is left there."""


@dataclass(frozen=True)
class CropWindow:
    """A window (x0, y0, x1, y1) of the crop of a face, in its pixels; planes drawn in it have its size."""

    x0: int
    y0: int
    x1: int
    y1: int

    @classmethod
    def around(cls, points: Doubles, margin: float, shape: tuple[int, int]) -> CropWindow:
        """The window that holds some points and ``margin`` pixels round them, inside height and width."""
        (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        height, width = shape
        x0, y0 = min(max(floor(left - margin), 0), width - 1), min(max(floor(top - margin), 0), height - 1)
        x1, y1 = min(ceil(right + margin) + 1, width), min(ceil(bottom + margin) + 1, height)
        return cls(x0, y0, max(x1, x0 + 1), max(y1, y0 + 1))

    @property
    def shape(self) -> tuple[int, int]:
        return self.y1 - self.y0, self.x1 - self.x0

    @property
    def cut(self) -> tuple[slice, slice]:
        return slice(self.y0, self.y1), slice(self.x0, self.x1)

    def within(self, other: CropWindow) -> CropWindow:
        """What of it lies in another window; a pixel of that one at least."""
        x0, y0 = min(max(self.x0, other.x0), other.x1 - 1), min(max(self.y0, other.y0), other.y1 - 1)
        return CropWindow(x0, y0, max(min(self.x1, other.x1), x0 + 1), max(min(self.y1, other.y1), y0 + 1))

    def of(self, other: CropWindow) -> tuple[slice, slice]:
        """The cut of it in a plane that has the size of ``other``."""
        return slice(self.y0 - other.y0, self.y1 - other.y0), slice(self.x0 - other.x0, self.x1 - other.x0)

    def grid(self, finer: int = 1) -> tuple[FloatPlane, FloatPlane]:
        """x and y of every pixel, or of ``finer`` x ``finer`` samples of each, in pixels of the crop."""
        x = self.x0 + (np.arange((self.x1 - self.x0) * finer, dtype=np.float32) + 0.5) / finer - 0.5
        y = self.y0 + (np.arange((self.y1 - self.y0) * finer, dtype=np.float32) + 0.5) / finer - 0.5
        gx, gy = np.empty((len(y), len(x)), np.float32), np.empty((len(y), len(x)), np.float32)
        gx[:], gy[:] = x, y[:, None]
        return gx, gy

    def polygon(self, points: Doubles) -> FloatPlane:
        """Coverage of a polygon, anti-aliased."""
        import cv2

        height, width = self.shape
        mask = np.zeros((height * _OVERSAMPLED, width * _OVERSAMPLED), np.uint8)
        corners = ((points - [self.x0, self.y0] + 0.5) * _OVERSAMPLED - 0.5) * 2**_BITS
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255, cv2.LINE_8, _BITS)
        return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA) / np.float32(255), np.float32)

    def stroke(self, points: Doubles, width: float, profile: npt.ArrayLike | None = None) -> FloatPlane:
        """A line of Gaussian half width ``width`` through points; ``profile`` is its strength from start to end."""
        import cv2

        plane = np.zeros(self.shape, np.float32)
        ways = points[1:] - points[:-1]
        count = max(2, ceil(np.hypot(ways[:, 0], ways[:, 1]).sum()))
        line = resample_line(points, count)
        strength = np.ones(count)
        if profile is not None:
            marks = np.asarray(profile, float)
            strength = np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(marks)), marks)
        pad = int(_TAIL * width + 3)
        (left, top), (right, bottom) = line.min(axis=0).tolist(), line.max(axis=0).tolist()
        x0, y0 = max(self.x0, int(left) - pad), max(self.y0, int(top) - pad)
        x1, y1 = min(self.x1, int(right) + pad), min(self.y1, int(bottom) + pad)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return plane
        part = CropWindow(x0, y0, x1, y1)
        height, broad = part.shape
        seeds = np.ones((height, broad), np.uint8)
        x, y = np.clip(np.rint(line - [x0, y0]).astype(np.intp), 0, [broad - 1, height - 1]).T
        seeds[y, x] = 0
        _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
        nearest = np.zeros(count + 1, np.intp)
        nearest[labels[y, x]] = np.arange(count)
        at = nearest.take(np.asarray(labels, np.intp))
        # Distance to the line itself rather than to the nearest pixel of it.
        gx, gy = part.grid()
        line_x, line_y, along_x, along_y = np.hstack([line, directions(line)]).astype(np.float32).T
        gx -= line_x.take(at)
        gy -= line_y.take(at)
        way_x, way_y = along_x.take(at), along_y.take(at)
        off = way_x * gy - way_y * gx
        past = np.maximum(0, np.abs(way_x * gx + way_y * gy) - np.float32(0.7))
        drawn = cv2.exp((off * off + past * past) * np.float32(-0.5 / width**2)) * strength.astype(np.float32).take(at)
        plane[y0 - self.y0 : y1 - self.y0, x0 - self.x0 : x1 - self.x0] = drawn
        return plane


@dataclass(frozen=True)
class ContourBand:
    """Every pixel of a window between an upper and a lower contour: its place across, down, and theirs there (pixels)."""

    across: FloatPlane
    down: FloatPlane
    upper: FloatPlane
    lower: FloatPlane

    @classmethod
    def of(
        cls, upper: Doubles, lower: Doubles, ex: Doubles, ey: Doubles, grid: tuple[FloatPlane, FloatPlane]
    ) -> ContourBand:
        """ex, ey: unit vectors across and down the face."""
        x, y = grid
        across = np.asarray(x * np.float32(ex[0]) + y * np.float32(ex[1]), np.float32)
        down = np.asarray(x * np.float32(ey[0]) + y * np.float32(ey[1]), np.float32)
        return cls(across, down, height_of(upper, ex, ey, across), height_of(lower, ex, ey, across))


def height_of(contour: Doubles, ex: Doubles, ey: Doubles, across: FloatPlane) -> FloatPlane:
    """How far down a contour runs at each place across."""
    order = np.argsort(contour @ ex)
    return np.asarray(np.interp(across, (contour @ ex)[order], (contour @ ey)[order]), np.float32)


def resample_line(points: Doubles, count: int) -> Doubles:
    t, places = np.linspace(0, len(points) - 1, count), np.arange(len(points))
    return np.array([np.interp(t, places, points[:, axis]) for axis in (0, 1)]).T


def directions(line: Doubles) -> Doubles:
    """Unit vectors along a line of points, one at each."""
    along = np.empty_like(line)
    along[0], along[-1] = line[1] - line[0], line[-1] - line[-2]
    along[1:-1] = line[2:] - line[:-2]
    along /= np.hypot(along[:, 0], along[:, 1])[:, None] + 1e-9
    return along


def max_channel(pixels: FloatImage) -> FloatPlane:
    """The largest of three channels; reducing so short an axis is slow."""
    return np.asarray(np.maximum(np.maximum(pixels[..., 0], pixels[..., 1]), pixels[..., 2]), np.float32)


def min_channel(pixels: FloatImage) -> FloatPlane:
    """The smallest of three channels."""
    return np.asarray(np.minimum(np.minimum(pixels[..., 0], pixels[..., 1]), pixels[..., 2]), np.float32)


def median_colours(pixels: FloatImage, points: Doubles, radius: float) -> FloatImage:
    """Nx3: the median colour of a square of ``radius`` pixels round each point."""
    side = max(1, int(radius))
    found: Sequence[FloatImage] = [
        np.median(
            pixels[max(0, int(y) - side) : int(y) + side + 1, max(0, int(x) - side) : int(x) + side + 1].reshape(-1, 3),
            axis=0,
        )
        for x, y in np.clip(points, 0, [pixels.shape[1] - 1, pixels.shape[0] - 1])
    ]
    return np.array(found, np.float32)
