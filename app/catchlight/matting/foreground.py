"""Colours of the subject alone, free of background spill: what a matte needs before it is laid on anything.

References:
    T. Germer et al., "Fast multi-level foreground estimation", ICPR 2020, arXiv:2006.14970.
    M. Forte, "Approximate fast foreground colour estimation", ICIP 2021, doi:10.1109/ICIP42928.2021.9506164.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.imaging.arrays import Singles
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels

_SOLVED_PIXELS = 70_000
_STRIP = 400_000
"""Pixels that are finished at once."""
_EDGE = 0.004
_REGULARISATION = np.float32(1e-5)
_ROUNDS, _LAST_ROUNDS = 8, 4
"""Sweeps on each level, and on the last and dearest one, which starts from a good guess."""


def foreground(pixels: Pixels, alpha: FloatPlane) -> Pixels:
    """Foreground colours of ``pixels`` (HxWx3, uint8 or uint16) under ``alpha`` (HxW float32 in 0..1), same type.

    Equals the picture where alpha is 1. Foreground and background are solved at up to 0.07 megapixels; at the edges the
    residual of the compositing equation puts the detail back at full resolution, as in Forte 2021, "Approximate Fast
    Foreground Colour Estimation", eq. 4.
    """
    import cv2

    height, width = alpha.shape
    top = np.float32(np.iinfo(pixels.dtype).max)
    scale = min(1.0, (_SOLVED_PIXELS / (height * width)) ** 0.5)
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    # Not by halves: what is learnt from these colours hangs on their last digit.
    small, share = (cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in (pixels, alpha))
    fore, back = estimate_layers(small.astype(np.float32) / top, np.asarray(share, np.float32))
    # Where nothing of the subject is seen, its colours go on smoothly: resampling the edge must not meet the background.
    far: Any = np.round(fore * top).astype(pixels.dtype)
    result: Any = cv2.resize(far, (width, height), interpolation=cv2.INTER_LINEAR)
    rows = max(1, _STRIP // width)

    def work(start: int) -> None:
        block = slice(start, min(height, start + rows))
        solid = alpha[block] >= 1 - _EDGE
        cv2.copyTo(pixels[block], solid.view(np.uint8), result[block])
        edge = np.flatnonzero((alpha[block] > _EDGE) & ~solid)
        if not len(edge):
            return
        y, x = np.divmod(edge, width)
        a = alpha[block].reshape(-1)[edge][:, None]
        f = _sampled(fore, x, y + start, scale)
        b = _sampled(back, x, y + start, scale)
        seen = np.take(pixels[block].reshape(-1, 3), edge, axis=0).astype(np.float32) / top
        f = f + a / (a * a + (1 - a) * (1 - a)) * (seen - a * f - (1 - a) * b)
        result[block].reshape(-1, 3)[edge] = np.round(np.clip(f, 0, 1) * top).astype(pixels.dtype)

    each(work, range(0, height, rows))
    finished: Pixels = result
    return finished


def estimate_layers(image: FloatImage, alpha: FloatPlane) -> tuple[FloatImage, FloatImage]:
    """Foreground and background colours of ``image`` (HxWx3 in 0..1), smooth where alpha is flat.

    The multi-level method of Germer et al. 2020, "Fast Multi-Level Foreground Estimation", with all pixels of a level solved
    at once (Jacobi) instead of one after the other. Our own because pymatting compiles itself for a minute at its first use.
    """
    import cv2

    height, width = alpha.shape
    levels = max(1, int(np.ceil(np.log2(max(height, width)))))
    fore: Singles = np.full((1, 1, 3), image.mean(), np.float32)
    back = fore.copy()
    for level in range(levels + 1):
        size = (round(width ** (level / levels)), round(height ** (level / levels)))
        mask = _sized(alpha, size, cv2.INTER_AREA)
        rounds = _LAST_ROUNDS if level == levels else _ROUNDS
        image_planes = _planes(_sized(image, size, cv2.INTER_AREA))
        fore_planes = _planes(_sized(fore, size, cv2.INTER_LINEAR))
        back_planes = _planes(_sized(back, size, cv2.INTER_LINEAR))
        solution = _level(mask, rounds, image_planes, fore_planes, back_planes)
        fore, back = (np.ascontiguousarray(np.moveaxis(array, 0, 2)) for array in solution)
    return fore, back


def _sized(array: Singles, size: tuple[int, int], interpolation: int) -> Singles:
    """Resized, with the axes that OpenCV drops at a width or height of 1."""
    import cv2

    resized = cv2.resize(array, size, interpolation=interpolation)
    return np.asarray(resized, np.float32).reshape(size[1], size[0], *array.shape[2:])


def _planes(array: Singles) -> Singles:
    return np.ascontiguousarray(np.moveaxis(array, 2, 0))


def _level(alpha: Singles, rounds: int, image: Singles, fore: Singles, back: Singles) -> tuple[Singles, Singles]:
    """Least squares of the compositing equation and of smoothness, weighted by the steps of alpha between neighbours.

    alpha HxW; the others 3xHxW: planes are several times faster here than interleaved colours.
    """
    padded = np.pad(alpha, 1, mode="edge")
    weights = [_REGULARISATION + np.abs(alpha - neighbour) for neighbour in _neighbours(padded)]
    total = weights[0] + weights[1] + weights[2] + weights[3]
    other = 1 - alpha
    a00, a01, a11 = alpha * alpha + total, alpha * other, other * other + total
    determinant = a00 * a11 - a01 * a01
    a00, a01, a11 = a00 / determinant, a01 / determinant, a11 / determinant
    planes = np.pad(np.stack([fore, back]), ((0, 0), (0, 0), (1, 1), (1, 1)), mode="edge")
    seen = np.stack([alpha * image, other * image])
    for _ in range(rounds):
        b = _gathered(seen, planes, weights)
        np.clip(a11 * b[0] - a01 * b[1], 0, 1, out=planes[0, :, 1:-1, 1:-1])
        np.clip(a00 * b[1] - a01 * b[0], 0, 1, out=planes[1, :, 1:-1, 1:-1])
        planes[..., 0, :], planes[..., -1, :] = planes[..., 1, :], planes[..., -2, :]
        planes[..., 0], planes[..., -1] = planes[..., 1], planes[..., -2]
    return planes[0, :, 1:-1, 1:-1], planes[1, :, 1:-1, 1:-1]


def _gathered(seen: Singles, padded: Singles, weights: list[Singles]) -> Singles:
    """``seen`` plus the weighted neighbours of each pixel."""
    result = seen.copy()
    for weight, neighbour in zip(weights, _neighbours(padded), strict=True):
        result += weight * neighbour
    return result


def _neighbours(padded: Singles) -> tuple[Singles, Singles, Singles, Singles]:
    """The left, right, upper and lower neighbours, from planes padded by one."""
    return padded[..., 1:-1, :-2], padded[..., 1:-1, 2:], padded[..., :-2, 1:-1], padded[..., 2:, 1:-1]


def _sampled(image: FloatImage, x: npt.NDArray[np.intp], y: npt.NDArray[np.intp], scale: float) -> Singles:
    """Bilinear samples of a shrunken image at pixels of the full one, Nx3."""
    import cv2

    if scale == 1.0:
        return image[y, x]
    u = ((x + 0.5) * scale - 0.5).astype(np.float32)
    v = ((y + 0.5) * scale - 0.5).astype(np.float32)
    samples = []
    for start in range(0, len(u), 30_000):  # remap takes at most 32767 rows
        stop = start + 30_000
        samples.append(cv2.remap(image, u[start:stop, None], v[start:stop, None], cv2.INTER_LINEAR)[:, 0])
    return np.concatenate(samples) if samples else np.empty((0, 3), np.float32)
