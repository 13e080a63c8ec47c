"""A watermark in the pixels of pictures, so that whatever is made of them can be recognised: cropped, resized, compressed.

Spread spectrum, additive, in luminance: random grids of several sizes, fine ones for copies in full size and coarse ones that a
thumbnail still holds. Reference: I. J. Cox et al., "Secure spread spectrum watermarking for multimedia", IEEE Transactions on
Image Processing 6(12), 1997.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

CELLS = (12, 24, 48, 96, 192, 384)
"""Cells of the grids along the longer side. The coarsest is what a thumbnail of 64 pixels keeps."""
STRENGTH = 2.5
"""Standard deviation in levels of 255: below the grain of a camera at ISO 400, so that no check of a photo sees it."""

FloatPlane32 = NDArray[np.float32]
Planted = NDArray[np.uint8]


@dataclass(frozen=True)
class Watermark:
    """One pattern. seed: another one gives an independent pattern."""

    seed: int

    def pattern(self, height: int, width: int) -> FloatPlane32:
        """height x width, mean 0, standard deviation 1; read-only. The same at every size, but for what a size cannot show."""
        return _kept_pattern(self.seed, height, width)

    def plant(self, pixels: Planted) -> Planted:
        """The picture, HxWx3, with the pattern in it."""
        marked: Any = pixels.astype(np.float32) + STRENGTH * _pattern(self.seed, *pixels.shape[:2])[..., None]
        return np.asarray(np.clip(np.rint(marked), 0, 255), np.uint8)


@lru_cache(maxsize=64)
def _kept_pattern(seed: int, height: int, width: int) -> FloatPlane32:
    """Of the small sizes at which pictures are compared, a megabyte each."""
    return _pattern(seed, height, width)


def _pattern(seed: int, height: int, width: int) -> FloatPlane32:
    import cv2

    random = np.random.default_rng(seed)
    longer = max(height, width)
    made = np.zeros((height, width), np.float32)
    for cells in CELLS:
        rows, columns = (max(2, round(cells * side / longer)) for side in (height, width))
        grid = random.choice(np.array([-1, 1], np.float32), (rows, columns))
        if cells <= 2 * longer:
            way = cv2.INTER_CUBIC if cells < longer else cv2.INTER_AREA
            made += cv2.resize(grid, (width, height), interpolation=way)
    made -= made.mean()
    made /= max(float(made.std()), 1e-6)
    made.flags.writeable = False
    return np.asarray(made, np.float32)
