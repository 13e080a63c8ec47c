"""Large JPEGs read small: an eighth to a half of their size, which the format gives for a fraction of the time."""

from __future__ import annotations

import io

import numpy as np

from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import EmbeddedPreview, plane

_ORIENTATION = 0x0112
LEAST_PIXELS = 12_000_000
"""Smaller pictures are whole before a preview is worth anything."""


def read_small(data: bytes, limits: DecodeLimits, longest: int) -> EmbeddedPreview | None:
    """At most ``longest`` pixels long, its numbers taken for sRGB; None for smaller, damaged, and other than RGB pictures."""
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
            limits.check_size(*image.size, "")
            if image.width * image.height < LEAST_PIXELS or image.mode != "RGB":
                return None
            turned = image.getexif().get(_ORIENTATION, 1) in (5, 6, 7, 8)
            whole = image.size[::-1] if turned else image.size
            scale = longest / max(image.size)
            image.draft("RGB", (max(1, int(image.width * scale)), max(1, int(image.height * scale))))
            image.thumbnail((longest, longest))
            return EmbeddedPreview(plane(np.array(ImageOps.exif_transpose(image))), whole)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
