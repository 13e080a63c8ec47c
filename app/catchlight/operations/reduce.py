"""Results scaled down: what the previews of operations share."""

from __future__ import annotations

from catchlight.imaging.filters.alpha import reduce_by_area
from catchlight.imaging.picture import Pixels

WHOLE = 100_000
"""Longer side, in pixels, that no picture has which is taken: a preview of this size is the whole result."""


def size_within(width: int, height: int, longest: int) -> tuple[int, int]:
    """Width and height in pixels with the longer side at ``longest``, unchanged where it is no longer than that."""
    scale = min(1.0, longest / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def reduce_pixels(pixels: Pixels, longest: int) -> Pixels:
    """HxWx3 or HxWx4 at most ``longest`` pixels long, each the mean of those that fall together; the same array where it is
    small already. Colours count by their opacity: what is hidden does not bleed in."""
    size = size_within(pixels.shape[1], pixels.shape[0], longest)
    if size == pixels.shape[1::-1]:
        return pixels
    return reduce_by_area(pixels, size)
