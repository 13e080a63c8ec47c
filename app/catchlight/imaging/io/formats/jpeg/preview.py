"""Large JPEGs read small: an eighth to a half of their size, which the format gives for a fraction of the time."""

from __future__ import annotations

import io

import numpy as np

from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Pixels

LEAST_PIXELS = 12_000_000
"""Smaller pictures are whole before a preview is worth anything."""


def read_small(data: bytes, limits: DecodeLimits, longest: int) -> Pixels | None:
    """HxWx3 uint8 sRGB, upright, at most ``longest`` pixels long; None for smaller, damaged, and other than RGB pictures."""
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
            limits.check_size(*image.size, "")
            if image.width * image.height < LEAST_PIXELS or image.mode != "RGB":
                return None
            scale = longest / max(image.size)
            image.draft("RGB", (max(1, int(image.width * scale)), max(1, int(image.height * scale))))
            image.thumbnail((longest, longest))
            return plane(np.array(ImageOps.exif_transpose(image)))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
