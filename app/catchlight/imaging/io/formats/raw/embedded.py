"""The preview that a camera puts into its raw file: there long before the file is developed."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Pixels

LEAST = 500
"""Longer side in pixels from which a preview is worth being shown."""
_TURNS = {0: 0, 3: 2, 5: 1, 6: 3}
"""Quarter turns anticlockwise by LibRaw's ``flip``."""


def preview_bytes(raw: Any) -> tuple[bytes, Any]:
    """The embedded JPEG, else its pixels HxWx3 uint8; (b"", None) where there is none. Asked before the file is developed."""
    import rawpy

    try:
        thumb = raw.extract_thumb()
    except (rawpy.LibRawNoThumbnailError, rawpy.LibRawUnsupportedThumbnailError, rawpy.LibRawIOError):
        return b"", None
    if thumb.format == rawpy.ThumbFormat.JPEG:
        return bytes(thumb.data), None
    if thumb.format == rawpy.ThumbFormat.BITMAP and thumb.data.ndim == 3 and thumb.data.dtype == np.uint8:
        return b"", np.array(thumb.data)
    return b"", None


def upright_preview(raw: Any, limits: DecodeLimits, longest: int) -> Pixels | None:
    """HxWx3 uint8, turned as the picture is and at most ``longest`` pixels long; None where there is none worth being shown.

    LibRaw turns what it develops and not the preview (its own Exif orientation, where it has one, says the same).
    """
    import cv2

    jpeg, pixels = preview_bytes(raw)
    if jpeg:
        pixels = _small_jpeg(jpeg, limits, longest)
    elif pixels is not None and max(pixels.shape[:2]) < LEAST:
        return None
    if pixels is None:
        return None
    scale = longest / max(pixels.shape[:2])
    if scale < 1:
        size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    sensor, seen = raw.sizes, pixels.shape
    flip = int(sensor.flip)
    upright_already = flip in (5, 6) and sensor.width > sensor.height and seen[1] < seen[0]
    return plane(pixels if upright_already else np.rot90(pixels, _TURNS.get(flip, 0)))


def _small_jpeg(jpeg: bytes, limits: DecodeLimits, longest: int) -> Pixels | None:
    """A JPEG decoded at the nearest eighth of its size that is no shorter than wished; None where it is damaged."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(jpeg), formats=("JPEG",)) as image:
            if image.width * image.height > limits.max_pixels or max(image.size) < LEAST:
                return None
            scale = longest / max(image.size)
            image.draft("RGB", (max(1, int(image.width * scale)), max(1, int(image.height * scale))))
            return np.array(image.convert("RGB"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
