"""What every step does with planes and pictures: blur, widen and shrink masks, turn bytes into floats and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.filters.gaussian import COARSE, gaussian_blur
from catchlight.imaging.picture import ByteImage, FloatImage

_FEW_PX = 8.5
"""Pixels up to which a mask is widened by a kernel, which takes less time there than to tell all distances."""


def blur_plane(plane: npt.ArrayLike, sigma: float) -> Any:
    """A plane or picture blurred (Gaussian, pixels); wide blurs at a reduced size, where they cost nothing."""
    return np.asarray(gaussian_blur(np.asarray(plane, np.float32), sigma, COARSE), np.float32)


def dilate_mask(mask: npt.ArrayLike, pixels: float) -> npt.NDArray[np.bool_]:
    """A mask widened by about ``pixels`` on every side."""
    import cv2

    inside = np.asarray(mask, bool)
    if not inside.any():
        return inside
    if pixels <= _FEW_PX:
        far = int(pixels + 0.5)
        aside = np.arange(-far, far + 1)
        kernel = np.hypot(aside[:, None], aside) <= pixels + 0.5
        return np.asarray(cv2.dilate(inside.astype(np.uint8), kernel.astype(np.uint8)) > 0)
    left, top, width, height = cv2.boundingRect(inside.astype(np.uint8))
    far = int(pixels + 1)
    part = (slice(max(0, top - far), top + height + far), slice(max(0, left - far), left + width + far))
    result = np.zeros(inside.shape, bool)
    outside = (~inside[part]).astype(np.uint8)
    np.less_equal(cv2.distanceTransform(outside, cv2.DIST_L2, 5), pixels + 0.5, out=result[part])
    return result


def erode_mask(mask: npt.ArrayLike, pixels: float) -> npt.NDArray[np.bool_]:
    return ~dilate_mask(~np.asarray(mask, bool), pixels)


def as_float(rgb: ByteImage) -> FloatImage:
    return rgb.astype(np.float32)


def as_bytes(image: FloatImage) -> ByteImage:
    """0..255 to bytes; changes ``image``."""
    return np.clip(np.rint(image, out=image), 0, 255, out=image).astype(np.uint8)
