"""Thin lines: ridges of a plane by the eigenvalues of its Hessian, linked by two thresholds.

References:
    A. F. Frangi et al., "Multiscale vessel enhancement filtering", MICCAI 1998, doi:10.1007/BFb0056195 (several widths).
    J. Canny, "A computational approach to edge detection", IEEE PAMI 8(6), 1986, doi:10.1109/TPAMI.1986.4767851 (two thresholds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane

_FAINT = 0.5
"""The lower threshold by the upper one."""
_SMALLEST = 200
"""Pixels from which a quantile says something."""


@dataclass(frozen=True)
class ThinLine:
    """A connected line. length: all along it; width: mean, both in pixels. strength: its mean response.

    box: left, top, width, height.
    """

    label: int
    strength: float
    length: float
    width: float
    box: tuple[int, int, int, int]

    @property
    def extent(self) -> float:
        """From end to end in pixels, as far as its box tells."""
        return float(np.hypot(self.box[2], self.box[3]))


def ridges(plane: FloatPlane, widths: Sequence[float], dark: bool | None = None) -> FloatPlane:
    """How much each pixel (HxW) stands out as part of a line, in units of ``plane``; the best of several Gaussian widths.

    dark: lines that are darker than both their sides, False for lighter ones, None for both.
    """
    import cv2

    best = np.zeros(plane.shape, np.float32)
    for width in widths:
        soft = cv2.GaussianBlur(plane, (0, 0), width)
        xx, yy, xy = (cv2.Sobel(soft, cv2.CV_32F, dx, dy, ksize=3) for dx, dy in ((2, 0), (0, 2), (1, 1)))
        half, skew = (xx + yy) / 2, cv2.magnitude((xx - yy) / 2, xy)
        # The eigenvalues are half ± skew: the strongest has half's sign, and exceeds the other by twice the lesser of both.
        found = 2 * np.minimum(np.abs(half), skew)
        if dark is not None:
            found *= (half > 0) == dark
        np.maximum(best, found * np.float32(width * width / 4), out=best)
    return best


def find_lines(response: FloatPlane, within: Mask, least: FloatPlane | float) -> tuple[np.ndarray, list[ThinLine]]:
    """Labels (HxW, 0 for none) of connected lines of a ``response`` that reach ``least`` somewhere, and what each measures."""
    import cv2

    maybe = (within & (response > _FAINT * least)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(maybe, connectivity=8)
    inside = cv2.distanceTransform(maybe, cv2.DIST_L2, 3)
    depth = np.bincount(labels.ravel(), inside.ravel(), count)
    total = np.bincount(labels.ravel(), response.ravel(), count)
    strong = np.unique(labels[(maybe > 0) & (response > least)])
    found = []
    for label in strong[strong > 0]:
        left, top, wide, high, size = (int(value) for value in stats[label])
        # Half of a band lies at most a quarter of its width from its edge, on average; pixels have a width of their own.
        width = max(1.0, 4 * float(depth[label]) / size - 1)
        found.append(ThinLine(int(label), float(total[label]) / size, size / width, width, (left, top, wide, high)))
    return labels, found


def keep_lines(labels: np.ndarray, lines: Sequence[ThinLine]) -> Mask:
    """Those of labelled lines as a mask, HxW."""
    wanted = np.zeros(int(labels.max()) + 1, bool)
    wanted[[line.label for line in lines]] = True
    return np.asarray(wanted[labels])


def threshold_of(response: FloatPlane, ground: Mask, times: float, share: float, least: float) -> float:
    """The response from which a line is told from a ``ground`` that has none: above its noise and all but a ``share`` of it."""
    seen = response[ground]
    if len(seen) < _SMALLEST:
        return least
    return max(least, times * float(np.median(seen)), float(np.quantile(seen, 1 - share)))
