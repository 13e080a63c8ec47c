"""Frequency bands of a picture: broad shading, forms, and the finest texture, each to be changed alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane


def blur_within_mask(plane: Any, mask: FloatPlane, sigma: float) -> Any:
    """Gaussian mean over the masked part alone (normalised convolution): nothing from outside leaks in."""
    weight = gaussian_blur(mask, sigma)
    shaped = mask if plane.ndim == 2 else mask[..., None]
    total = gaussian_blur(plane * shaped, sigma)
    return total / np.maximum(weight if plane.ndim == 2 else weight[..., None], 1e-4)


def edge_aware_smooth(plane: FloatPlane, radius: float, contrast: float) -> FloatPlane:
    """Smoothed within about ``radius`` pixels, edges above ``contrast`` kept (guided filter, He et al. 2010).

    Wide ones find their straight lines at a reduced size (fast guided filter, He and Sun 2015).
    """
    import cv2

    step = int(max(1, radius // 6))
    small: Any = plane
    if step > 1:
        height, width = plane.shape
        small = cv2.resize(plane, (-(-width // step), -(-height // step)), interpolation=cv2.INTER_AREA)
    side = (2 * max(1, round(radius / step)) + 1,) * 2
    mean: Any = cv2.blur(small, side)
    variance = cv2.blur(small * small, side) - mean * mean
    slope = variance / (variance + np.float32(contrast**2))
    offset: Any = cv2.blur(mean - slope * mean, side)
    slope = cv2.blur(slope, side)
    if step > 1:
        slope, offset = (
            cv2.resize(each, plane.shape[::-1], interpolation=cv2.INTER_LINEAR) for each in (slope, offset)
        )
    np.multiply(slope, plane, out=slope)
    return np.asarray(np.add(slope, offset, out=slope), np.float32)


def ramp(value: Any, low: float, high: float) -> Any:
    """0 below ``low``, 1 above ``high``, smooth between (either order)."""
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def disc(radius: float) -> Any:
    """A round neighbourhood of at least 3x3 for OpenCV's morphology; radius in pixels."""
    import cv2

    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * max(1, round(radius)) + 1,) * 2)
