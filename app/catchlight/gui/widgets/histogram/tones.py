"""How the tones of a picture are spread: counted for red, green, blue and luma, and which of them reach an end."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import Pixels

BINS = 128
LUMA_ROW = 3
"""Row of the luma; those before it are red, green and blue."""
_CLIPPED = 0.004
"""Share of pixels in the last bin from which an end is called clipped."""


def counts(pixels: Pixels) -> Doubles:
    """4 x BINS: share of the pixels in each bin, of red, green, blue and luma; of a transparent picture only what is seen."""
    import cv2

    shift = 1 if pixels.dtype == np.uint8 else 9
    seen: Any = np.ascontiguousarray(pixels[..., :3]).reshape(-1, 1, 3)
    if pixels.shape[2] == 4:
        opaque = pixels[..., 3].reshape(-1) > np.iinfo(pixels.dtype).max // 2
        seen = seen[opaque] if opaque.any() else seen
    planes = (*cv2.split(seen), cv2.cvtColor(seen, cv2.COLOR_RGB2GRAY))
    shares = [np.bincount((plane.reshape(-1) >> shift).astype(np.intp), minlength=BINS) for plane in planes]
    return np.stack(shares) / max(1, len(seen))


def clipped_colours(found: Doubles, place: int) -> tuple[bool, bool, bool]:
    """Which of red, green and blue reach an end; place: -1 for white, 0 for black."""
    red, green, blue = (bool(found[row, place] > _CLIPPED) for row in range(3))
    return red, green, blue
