"""What is fine on a surface, laid on where that is made up: the pores of skin, the weave of cloth."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom.planes import soft
from catchlight.engine.picture import FloatImage, FloatPlane

_TILE = 512
"""Pixels after which it repeats."""
_MOST, _NORMAL = 2.5, 1.48
"""Deviations beyond which something is no pore and no thread, but a mole or a seam; and deviations of noise for its median."""


def scattered(
    rgb: FloatImage, where: npt.NDArray[np.bool_], width: float, least: float, random: np.random.Generator
) -> FloatImage | None:
    """Noise with the spectrum of what is finer than ``width`` pixels on the largest square of ``where`` (HxW), at random phases
    (Galerne et al. 2011), HxWx3; None where no square has sides of twice ``least`` pixels."""
    import cv2

    room = cv2.distanceTransform(np.pad(where, 1).astype(np.uint8), cv2.DIST_C, 3)[1:-1, 1:-1]
    row, column = (int(value) for value in np.unravel_index(int(room.argmax()), room.shape))
    half = int(room[row, column]) - 1
    if half < least:
        return None
    half = min(half, _TILE // 2 - 1)
    part = (slice(row - half, row + half + 1), slice(column - half, column + half + 1))
    seen = _finer(rgb, part, width)
    most = _MOST * _NORMAL * float(np.median(np.abs(seen)))
    seen = np.clip(seen, -most, most)
    seen -= seen.mean(axis=(0, 1))
    spread = np.fft.rfft2(random.standard_normal((_TILE, _TILE)).astype(np.float32) / len(seen))
    # A forehead has lines across it, cloth has folds, which end with what is seen: as much of each width, in all directions.
    turn = np.hypot(np.fft.fftfreq(_TILE)[:, None], np.fft.rfftfreq(_TILE)) * _TILE
    ring = np.round(turn).astype(np.intp).ravel()
    many = np.bincount(ring)

    def phased(plane: FloatPlane) -> FloatPlane:
        power = np.bincount(ring, np.abs(np.fft.rfft2(plane, (_TILE, _TILE))).ravel() ** 2) / many
        return np.asarray(
            np.fft.irfft2(np.sqrt(power)[ring].reshape(spread.shape) * spread, (_TILE, _TILE)), np.float32
        )

    tile = np.stack([phased(seen[..., channel]) for channel in range(3)], axis=-1)
    height, columns = where.shape
    return np.asarray(np.tile(tile, (-(-height // _TILE), -(-columns // _TILE), 1))[:height, :columns], np.float32)


def _finer(rgb: FloatImage, part: tuple[slice, slice], width: float) -> FloatImage:
    """What is finer than ``width`` pixels in a part of a picture."""
    margin = int(4 * width) + 1
    rows, columns = (slice(max(0, side.start - margin), side.stop + margin) for side in part)
    around = rgb[rows, columns]
    inner = tuple(
        slice(side.start - whole.start, side.stop - whole.start)
        for side, whole in zip(part, (rows, columns), strict=True)
    )
    return np.asarray((around - soft(around, width))[inner], np.float32)
