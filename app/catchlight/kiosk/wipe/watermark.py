"""A watermark in the pixels of pictures, so that whatever is made of them can be recognised: cropped, resized, compressed.

Spread spectrum, additive, in luminance: random grids of several sizes, fine ones for copies in full size and coarse ones that a
thumbnail still holds. Reference: I. J. Cox et al., "Secure spread spectrum watermarking for multimedia", IEEE Transactions on
Image Processing 6(12), 1997.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

CELLS = (12, 24, 48, 96, 192, 384)
"""Cells of the grids along the longer side. The coarsest is what a thumbnail of 64 pixels keeps."""
STRENGTH = 3.5
"""Standard deviation in levels of 255: about the grain of a camera at ISO 800, which no check of a photo minds."""

FloatPlane32 = NDArray[np.float32]
Planted = NDArray[np.uint8]


@dataclass(frozen=True)
class Watermark:
    """One pattern. seed: another one gives an independent pattern."""

    seed: int

    def plant(self, pixels: Planted) -> Planted:
        """The picture, HxWx3, with the pattern in it."""
        height, width = pixels.shape[:2]
        pattern = self.seen((height, width), np.eye(2, 3), (height, width))
        marked: Any = pixels.astype(np.float32) + STRENGTH / max(float(pattern.std()), 1e-6) * pattern[..., None]
        return np.asarray(np.clip(np.rint(marked), 0, 255), np.uint8)

    def seen(self, shape: tuple[int, int], to_seen: NDArray[np.float64], seen_shape: tuple[int, int]) -> FloatPlane32:
        """The pattern of a picture of ``shape`` as it lies in one that was made of it; grids too fine for that one are left out.

        shape, seen_shape: HxW; to_seen: 2x3, pixels of the picture to those of the other.
        """
        import cv2

        random = np.random.default_rng(self.seed)
        height, width = shape
        longer, scale = max(shape), float(np.sqrt(abs(np.linalg.det(to_seen[:, :2]))))
        made = np.zeros(seen_shape, np.float32)
        for cells in CELLS:
            rows, columns = (max(2, round(cells * side / longer)) for side in shape)
            grid = random.choice(np.array([-1, 1], np.float32), (rows, columns))
            if scale * longer / cells < 1:
                continue
            across, down = width / columns, height / rows
            from_grid = np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1]])
            way = cv2.INTER_CUBIC
            made += cv2.warpAffine(
                grid, to_seen @ from_grid, seen_shape[::-1], flags=way, borderMode=cv2.BORDER_REPLICATE
            )
        return np.asarray(made, np.float32)
