"""Filling holes: smoothly from what surrounds them, or with patches from where they may be taken; and grain to match.

References:
    C. Barnes et al., "PatchMatch: a randomized correspondence algorithm for structural image editing", SIGGRAPH 2009,
    doi:10.1145/1576246.1531330.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import ModelUnavailable
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_PATCH, _FINE_PATCH, _FINE_AT = 3, 4, 500
"""Side of a patch, and of one in a picture with a longer side of more pixels than that."""
_TILE, _ROWS = 512, 256
_FINEST = 2.4
"""Pixels of a coarse picture in the deviation of a blur: it has nothing finer."""
_SAMPLE = 200_000
"""Pixels whose median tells the grain as well as that of all."""
_LOCK = threading.Lock()
"""The native library keeps one random state for all callers."""


def fill_smoothly(image: FloatImage, weight: FloatPlane) -> FloatImage:
    """``image`` (HxWxC) where ``weight`` (HxW) is 1, its surroundings' colours where it is 0 (push-pull, Gortler et al. 1996)."""
    import cv2

    height, width = weight.shape
    if min(height, width) <= 2:
        mean = (image * weight[..., None]).sum(axis=(0, 1)) / max(float(weight.sum()), 1e-6)
        return np.asarray(np.where(weight[..., None] > 1e-3, image, mean), np.float32)
    half = ((width + 1) // 2, (height + 1) // 2)
    channels = image.shape[2]
    mass = cv2.resize(cv2.GaussianBlur(weight, (5, 5), 1), half, interpolation=cv2.INTER_AREA)
    weighted = image.copy()
    vec3.scale(weighted, weight)
    sums: Any = cv2.resize(cv2.GaussianBlur(weighted, (5, 5), 1), half, interpolation=cv2.INTER_AREA)
    del weighted
    known, least = sums.reshape(half[1], half[0], channels), np.maximum(mass, 1e-4)
    for channel in range(channels):
        known[..., channel] /= least
    low = fill_smoothly(np.asarray(known, np.float32), np.asarray(np.minimum(mass * 2.5, 1), np.float32))
    wide: Any = cv2.GaussianBlur(cv2.resize(low, (width, height), interpolation=cv2.INTER_LINEAR), (3, 3), 0.8)
    result: FloatImage = np.asarray(wide.reshape(height, width, channels), np.float32)
    for top in range(0, height, _ROWS):
        rows = slice(top, top + _ROWS)
        apart = image[rows] - result[rows]
        vec3.scale(apart, weight[rows])
        result[rows] += apart
    return result


def fill_and_blur(image: FloatImage, weight: FloatPlane, sigma: float) -> FloatImage:
    """The result of ``fill_smoothly``, blurred (Gaussian, ``sigma`` pixels), computed at the size that such a blur needs."""
    import cv2

    step = int(sigma / _FINEST)
    height, width = weight.shape
    size = (max(2, width // step), max(2, height // step)) if step > 1 else (width, height)
    seen = image.copy()
    vec3.scale(seen, weight)
    sums, mass = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (seen, weight))
    means = np.asarray(sums, np.float32).reshape(size[1], size[0], image.shape[2])
    means /= np.maximum(mass, np.float32(1e-3))[..., None]
    filled = fill_smoothly(means, np.asarray(np.minimum(mass * 2, 1), np.float32))
    filled = np.asarray(cv2.GaussianBlur(filled, (0, 0), max(sigma * size[0] / width, 0.5)), np.float32)
    wide = cv2.resize(filled, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide, np.float32).reshape(image.shape)


def fill_with_patches(rgb: ByteImage, hole: Mask, sources: Mask, longest: int, seed: int) -> ByteImage:
    """``rgb`` with ``hole`` filled by PatchMatch (Barnes et al. 2009) from ``sources`` alone, found at up to ``longest`` pixels.

    All masks HxW. Same seed, same picture. Where there is no source, or no hole, ``rgb`` comes back. Raises ModelUnavailable.
    """
    import cv2

    rows, columns = np.nonzero((hole | sources).any(axis=1))[0], np.nonzero((hole | sources).any(axis=0))[0]
    if not hole.any() or not sources.any():
        return rgb
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    image, gap, allowed = np.ascontiguousarray(rgb[part]), hole[part], sources[part]
    height, width = gap.shape
    scale = min(1.0, longest / max(height, width))
    size = (max(12, round(width * scale)), max(12, round(height * scale)))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    missing = cv2.resize(gap.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.02
    refused = (cv2.resize(allowed.astype(np.float32), size, interpolation=cv2.INTER_AREA) < 0.98) & ~missing
    if refused.all() or not (~refused & ~missing).any():
        return rgb
    side = _FINE_PATCH if max(size) > _FINE_AT else _PATCH
    found = _inpaint(small, missing.astype(np.uint8), refused.astype(np.uint8), side, seed)
    result = rgb.copy()
    result[part] = cv2.resize(found, (width, height), interpolation=cv2.INTER_CUBIC)
    result[~hole] = rgb[~hole]
    return result


def _inpaint(
    rgb: ByteImage, missing: npt.NDArray[np.uint8], refused: npt.NDArray[np.uint8], side: int, seed: int
) -> npt.NDArray[np.uint8]:
    import patchmatch

    if not patchmatch.patchmatch_available:
        raise ModelUnavailable("Hair styles need PyPatchMatch with its library; install it again from a wheel.")
    forbidden = refused if refused.any() else None
    with _LOCK:
        patchmatch.set_random_seed(seed)
        return np.asarray(patchmatch.inpaint(rgb, missing, global_mask=forbidden, patch_size=side), np.uint8)


def grain_noise(random: np.random.Generator, shape: tuple[int, int], sigma: float = 0.7) -> FloatPlane:
    """Grain of unit deviation, HxW float32; it repeats where nobody sees that it does."""
    import cv2

    height, width = min(shape[0], _TILE), min(shape[1], _TILE)
    tile: Any = cv2.GaussianBlur(random.standard_normal((height, width), np.float32), (0, 0), sigma)
    tile = tile / max(float(tile.std()), 1e-6)
    times = (-(-shape[0] // height), -(-shape[1] // width))
    return np.asarray(np.tile(tile, times)[: shape[0], : shape[1]], np.float32)


def measure_grain(rgb: npt.NDArray[Any], where: Mask) -> float:
    """Deviation (0..255) of the photo's grain inside a mask: robust, of what is finer than 1.2 pixels."""
    import cv2

    if where.sum() < 200:
        return 1.5
    fine = np.empty((int(where.sum()), 3), np.float32)
    for channel in range(3):
        plane = rgb[..., channel].astype(np.float32)
        fine[:, channel] = (plane - cv2.GaussianBlur(plane, (0, 0), 1.2))[where]
    fine = fine[:: max(1, len(fine) // _SAMPLE)]
    return float(np.median(np.abs(fine - np.median(fine, axis=0))) * 1.48)
