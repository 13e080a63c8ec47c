"""Grain of a photo, measured on it and laid on what was rendered: without it a background looks rendered."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import FloatPlane, Pixels

_LEAST, _MOST = 0.35 / 255, 3.5 / 255
_TILE = (512, 1024)
_SOFT = 0.55
"""Gaussian width in pixels: grain of a developed photo is never white noise."""


def level_of(pixels: Pixels) -> float:
    """Standard deviation of the finest detail in flat parts, sRGB 0..1; within what photos have."""
    import cv2

    height, width = pixels.shape[:2]
    rows = slice(height // 4, height // 4 + min(height // 2, 900))
    columns = slice(max(0, width // 2 - 800), min(width, width // 2 + 800))
    grey = pixels[rows, columns, 1].astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)
    fine = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 1.2))
    # The flattest third of all patches holds noise and hardly any detail.
    patches = cv2.resize(fine, (max(1, fine.shape[1] // 12), max(1, fine.shape[0] // 12)), interpolation=cv2.INTER_AREA)
    usable = cv2.resize(grey, patches.shape[::-1], interpolation=cv2.INTER_AREA)
    flat = patches[(usable > 0.04) & (usable < 0.96)]
    found = float(np.quantile(flat, 0.3)) * 1.25 if flat.size > 20 else _LEAST
    return float(np.clip(0.9 * found, _LEAST, _MOST))


class Grain:
    """Seeded grain of a given level for any part of a picture of ``width`` columns."""

    def __init__(self, width: int, level: float, seed: int) -> None:
        import cv2

        tile = np.random.default_rng((seed, 7)).standard_normal((_TILE[0], _TILE[1])).astype(np.float32)
        tile = np.asarray(cv2.GaussianBlur(tile, (0, 0), _SOFT, borderType=cv2.BORDER_REFLECT), np.float32)
        tile *= np.float32(level / float(tile.std()))
        repeats = -(-width // _TILE[1])
        self._tile = np.concatenate([np.roll(tile, 137 * at, axis=0) for at in range(repeats)], axis=1)[:, :width]

    def within(self, box: tuple[slice, slice]) -> FloatPlane:
        """The grain of these rows and columns."""
        rows, columns = box
        return np.asarray(self._tile[np.arange(rows.start, rows.stop) % len(self._tile), columns], np.float32)
